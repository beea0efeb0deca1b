package dev.hindsight.inspector.attention;

import dev.hindsight.inspector.live.NewestJob;
import dev.hindsight.inspector.live.Painting;
import dev.hindsight.inspector.live.Pixels;
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

/// The picture of a map: weights, painted beside the FX thread, and what lies over them. FX thread.
final class AttentionMap extends Painting {
  private final ImageView picture = new ImageView();
  private final Ceilings ceilings = new Ceilings();
  private final PanelContext context;
  private final NewestJob<MapOrder, MapOrder.Painted> job;
  private final Consumer<Optional<MapCell>> lookedAt;
  private Palette palette;
  private HeatColours colours;
  private Optional<AttentionReading> reading = Optional.empty();
  private Optional<MapOrder.Painted> painted = Optional.empty();
  private Optional<MapCell> looked = Optional.empty();
  private MapChoice choice = MapChoice.START;
  private MapWindow window = MapWindow.all(1, 1);
  private TrialIndex trials = new TrialIndex(new int[0], new int[0], 0);
  private int cursor;

  /// @param lookedAt hears of the cell the pointer or the keys are at
  /// @param seek moves the cursor to one of a cell's ticks
  /// @param turn shows other heads
  AttentionMap(
      PanelContext context,
      Consumer<Optional<MapCell>> lookedAt,
      BiConsumer<MapCell, MapHands.End> seek,
      Consumer<MapChoice.Heads> turn) {
    super("attention.map", "Attention map");
    this.context = context;
    this.lookedAt = lookedAt;
    this.palette = context.palette();
    this.colours = new HeatColours(palette);
    this.job =
        new NewestJob<>(
            context,
            "Attention map",
            order -> {
              Optional<MapOrder.Painted> before = painted;
              return (_, _) -> order.paint(before, ceilings);
            },
            this::show);
    setFocusTraversable(true);
    room(150, 320, 240);
    picture.setManaged(false);
    picture.setMouseTransparent(true);
    getChildren().addFirst(picture);
    new MapHands(this, seek, turn).listen();
  }

  /// Shows another stretch, or nothing; the same one stays as it is zoomed.
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

  void choose(MapChoice next) {
    boolean other = next.percent() != choice.percent() || next.diagonal() != choice.diagonal();
    choice = next;
    order();
    if (other) {
      reading.ifPresent(this::prepare);
    }
  }

  /// So that turning to another head or layer is only painting.
  private void prepare(AttentionReading shown) {
    MapChoice now = choice;
    context.background(
        "Scales of the attention map",
        (_, cancellation) -> {
          ceilings.prepare(shown.trace(), now.percent(), now.diagonal(), cancellation);
          return ceilings;
        },
        _ -> {});
  }

  /// Whether there is a tile for every head.
  boolean tiled() {
    return choice.heads() instanceof MapChoice.Heads.Tiles;
  }

  /// Heads of a layer; 0 while nothing is shown.
  int heads() {
    return reading.map(r -> r.trace().heads()).orElse(0);
  }

  void cursor(int tick) {
    cursor = tick;
    repaint();
  }

  void dress(Palette next) {
    palette = next;
    colours = new HeatColours(next);
    order();
  }

  /// The whole map.
  MapWindow all() {
    return reading
        .map(r -> MapWindow.all(r.trace().span().ticks(), slots(r.trace())))
        .orElse(MapWindow.all(1, 1));
  }

  private static int slots(AttentionTrace trace) {
    return trace.slots(trace.span().ticks() - 1);
  }

  MapWindow window() {
    return window;
  }

  void window(MapWindow next) {
    window = next;
    order();
  }

  Optional<MapOrder.Painted> painted() {
    return painted;
  }

  Optional<MapCell> looked() {
    return looked;
  }

  /// Looks at a cell, with the pointer or with keys.
  void look(Optional<MapCell> cell) {
    if (!cell.equals(looked)) {
      looked = cell;
      lookedAt.accept(cell);
      repaint();
    }
  }

  /// The cell under a point.
  Optional<MapCell> cellAt(double px, double py) {
    List<PixelBox> boxes = painted.map(p -> p.order().boxes()).orElse(List.of());
    for (int tile = 0; tile < boxes.size(); tile++) {
      PixelBox box = boxes.get(tile);
      if (box.holds(px, py)) {
        double slot =
            window.left() + (px - box.x()) / box.width() * (window.right() - window.left());
        double query =
            window.top() + (py - box.y()) / box.height() * (window.bottom() - window.top());
        MapWindow all = all();
        return Optional.of(
            new MapCell(
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
    List<PixelBox> boxes = MapTiles.of(blends.size(), width, height, unit());
    job.wish(
        new MapOrder(
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

  private void show(MapOrder.Painted next) {
    painted = Optional.of(next);
    picture.setImage(
        reading.isEmpty()
            ? null
            : Pixels.image(next.order().width(), next.order().height(), next.argb()));
    repaint();
  }

  @Override
  protected void paint(GraphicsContext g, double width, double height) {
    if (painted.isEmpty() || reading.isEmpty()) {
      return;
    }
    MapOrder order = painted.get().order();
    AttentionReading shown = reading.get();
    if (order.trace() != shown.trace()) {
      return;
    }
    for (int tile = 0; tile < order.boxes().size(); tile++) {
      MapInk ink = new MapInk(g, palette, order.window(), order.boxes().get(tile), unit());
      ink.frame(order.blends().get(tile).words(), shown.trace().span().from());
      ink.ramp(painted.get().scales().get(tile), order.colours());
      ink.marks(shown.trace(), shown.passage(), trials, cursor, looked);
    }
  }
}
