package dev.hindsight.inspector.attention;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.live.CanvasRegion;
import dev.hindsight.inspector.live.FxImages;
import dev.hindsight.inspector.live.NewestJob;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.rollout.TrialIndex;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.image.ImageView;

/// The picture of an attention map: weights, painted off the FX thread, and an overlay on top. FX
/// thread.
final class AttentionMap extends CanvasRegion {
  private final ImageView picture = new ImageView();
  private final ColourCeilingCache colourCeilingCache = new ColourCeilingCache();
  private final PanelContext context;
  private final NewestJob<AttentionMapRequest, AttentionMapRequest.RenderedMap> job;
  private final Consumer<Optional<AttentionMapCell>> lookedAt;
  private Palette palette;
  private AttentionColours colours;
  private Optional<AttentionReading> reading = Optional.empty();
  private Optional<AttentionMapRequest.RenderedMap> painted = Optional.empty();
  private Optional<AttentionMapCell> looked = Optional.empty();
  private AttentionMapOptions choice = AttentionMapOptions.START;
  private AttentionMapViewport window = AttentionMapViewport.all(1, 1);
  private TrialIndex trials = new TrialIndex(new int[0], new int[0], 0);
  private int cursor;

  /// @param lookedAt receives the cell at the pointer or at the keyboard focus
  /// @param seek moves the cursor to one of a cell's ticks
  /// @param turn shows other heads
  AttentionMap(
      PanelContext context,
      Consumer<Optional<AttentionMapCell>> lookedAt,
      BiConsumer<AttentionMapCell, AttentionMapInput.End> seek,
      Consumer<AttentionMapOptions.HeadLayout> turn) {
    super("attention.map", wording("AttentionMap.attention_map"));
    this.context = context;
    this.lookedAt = lookedAt;
    this.palette = context.palette();
    this.colours = new AttentionColours(palette);
    this.job =
        new NewestJob<>(
            context,
            wording("AttentionMap.attention_map"),
            order -> {
              Optional<AttentionMapRequest.RenderedMap> before = painted;
              return (_, _) -> order.paint(before, colourCeilingCache);
            },
            this::show);
    setFocusTraversable(true);
    preferSize(150, 320, 240);
    picture.setManaged(false);
    picture.setMouseTransparent(true);
    getChildren().addFirst(picture);
    new AttentionMapInput(this, seek, turn).listen();
  }

  /// Shows another stretch, or nothing. A stretch keeps its zoom when it is shown again.
  void read(Optional<AttentionReading> next, TrialIndex index) {
    boolean same = next.map(AttentionReading::trace).equals(reading.map(AttentionReading::trace));
    reading = next;
    trials = index;
    if (!same) {
      look(Optional.empty());
      window = all();
      order();
      next.ifPresent(this::prepare);
    }
    repaint();
  }

  void choose(AttentionMapOptions next) {
    boolean other = next.percent() != choice.percent() || next.diagonal() != choice.diagonal();
    choice = next;
    order();
    if (other) {
      reading.ifPresent(this::prepare);
    }
  }

  /// Computes colour ceilings ahead, so that switching to another head or layer only takes
  /// painting.
  private void prepare(AttentionReading shown) {
    AttentionMapOptions now = choice;
    context.background(
        wording("AttentionMap.scales_of_the_attention_map"),
        (_, cancellation) -> {
          colourCeilingCache.prepare(shown.trace(), now.percent(), now.diagonal(), cancellation);
          return colourCeilingCache;
        },
        _ -> {});
  }

  /// Whether there is a tile for every head.
  boolean tiled() {
    return choice.heads() instanceof AttentionMapOptions.HeadLayout.Tiles;
  }

  /// The number of heads of a layer; 0 while nothing is shown.
  int heads() {
    return reading.map(r -> r.trace().heads()).orElse(0);
  }

  void cursor(int tick) {
    cursor = tick;
    repaint();
  }

  void applyPalette(Palette next) {
    palette = next;
    colours = new AttentionColours(next);
    order();
  }

  /// The viewport that shows the whole map.
  AttentionMapViewport all() {
    return reading
        .map(r -> AttentionMapViewport.all(r.trace().span().ticks(), slots(r.trace())))
        .orElse(AttentionMapViewport.all(1, 1));
  }

  private static int slots(AttentionTrace trace) {
    return trace.slots(trace.span().ticks() - 1);
  }

  AttentionMapViewport window() {
    return window;
  }

  void window(AttentionMapViewport next) {
    window = next;
    order();
  }

  Optional<AttentionMapRequest.RenderedMap> painted() {
    return painted;
  }

  Optional<AttentionMapCell> looked() {
    return looked;
  }

  /// Highlights a cell, chosen with the pointer or the keys.
  void look(Optional<AttentionMapCell> cell) {
    if (!cell.equals(looked)) {
      looked = cell;
      lookedAt.accept(cell);
      repaint();
    }
  }

  /// The cell under a point.
  Optional<AttentionMapCell> cellAt(double px, double py) {
    List<PixelBox> boxes = painted.map(p -> p.order().boxes()).orElse(List.of());
    for (int tile = 0; tile < boxes.size(); tile++) {
      PixelBox box = boxes.get(tile);
      if (box.holds(px, py)) {
        double slot =
            window.left() + (px - box.x()) / box.width() * (window.right() - window.left());
        double query =
            window.top() + (py - box.y()) / box.height() * (window.bottom() - window.top());
        AttentionMapViewport all = all();
        return Optional.of(
            new AttentionMapCell(
                tile,
                (int) Math.clamp(query, 0, all.bottom() - 1),
                (int) Math.clamp(slot, 0, all.right() - 1)));
      }
    }
    return Optional.empty();
  }

  @Override
  protected void resized() {
    order();
  }

  private void order() {
    int width = (int) Math.round(width() * unit());
    int height = (int) Math.round(height() * unit());
    if (reading.isEmpty() || width < 1 || height < 1) {
      picture.setImage(null);
      repaint();
      return;
    }
    AttentionTrace trace = reading.get().trace();
    List<HeadBlend> blends = choice.blends(trace.heads());
    List<PixelBox> boxes = AttentionMapTileLayout.of(blends.size(), width, height, unit());
    job.request(
        new AttentionMapRequest(
            trace,
            Math.min(choice.layer(), trace.layers() - 1),
            blends,
            choice.kind(),
            choice.percent(),
            choice.diagonal(),
            window,
            boxes,
            width,
            height,
            colours));
  }

  private void show(AttentionMapRequest.RenderedMap next) {
    painted = Optional.of(next);
    picture.setImage(
        reading.isEmpty()
            ? null
            : FxImages.image(next.order().width(), next.order().height(), next.argb()));
    repaint();
  }

  @Override
  protected void paint(GraphicsContext g, double width, double height) {
    if (painted.isEmpty() || reading.isEmpty()) {
      return;
    }
    AttentionMapRequest order = painted.get().order();
    AttentionReading shown = reading.get();
    if (order.trace() != shown.trace()) {
      return;
    }
    for (int tile = 0; tile < order.boxes().size(); tile++) {
      AttentionMapOverlay annotations =
          new AttentionMapOverlay(g, palette, order.window(), order.boxes().get(tile), unit());
      annotations.frame(order.blends().get(tile).words(), shown.trace().span().from());
      annotations.ramp(painted.get().scales().get(tile), order.colours());
      annotations.marks(shown.trace(), shown.passage(), trials, cursor, looked);
    }
  }
}
