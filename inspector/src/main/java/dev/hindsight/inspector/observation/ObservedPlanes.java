package dev.hindsight.inspector.observation;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.heatmap.DivergingColours;
import dev.hindsight.inspector.live.CanvasRegion;
import dev.hindsight.inspector.live.FxColours;
import dev.hindsight.inspector.occlusion.Saliency;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.observation.Quantity;
import dev.hindsight.trainer.scene.Tone;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntConsumer;
import javafx.geometry.VPos;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.image.PixelFormat;
import javafx.scene.image.WritableImage;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
import javafx.scene.text.Font;

/// Shows the planes of an observation as pictures, side by side at one scale. Pressing a cell picks
/// its number, arrow keys move to the next cell; pointing names it. FX thread.
final class ObservedPlanes extends CanvasRegion {
  private static final double GAP = 6;
  private static final double TITLE = 15;
  private static final double CAPTION = 16;
  private static final int NONE = -1;

  /// One plane.
  ///
  /// @param from dimension of its first cell
  private record Plane(Segment segment, int index, int from) {
    int rows() {
      return segment.shape().get(1);
    }

    int columns() {
      return segment.shape().get(2);
    }

    boolean holds(int dimension) {
      return dimension >= from && dimension < from + rows() * columns();
    }
  }

  /// Where a plane is painted, in units.
  private record Place(double left, double top, double scale) {}

  private final IntConsumer onPick;
  private final ObservationLayout layout;
  private final List<Plane> planes = new ArrayList<>();

  /// Largest absolute number of each plane so far, so that colours do not change their meaning.
  private final float[] most;

  private Palette palette;
  private DivergingColours colours;
  private Optional<ObservationReading> reading = Optional.empty();
  private List<Place> places = List.of();
  private Optional<Saliency> saliency = Optional.empty();
  private BitSet marked = new BitSet();
  private int pointed = NONE;
  private int picked = NONE;

  /// @param onPick receives a picked dimension
  @SuppressWarnings("this-escape") // Nothing calls back before it is part of a scene.
  ObservedPlanes(ObservationLayout layout, Palette palette, IntConsumer onPick) {
    super("observation.planes", wording("ObservedPlanes.the_planes_of_the_observation"));
    this.layout = layout;
    this.palette = palette;
    this.onPick = onPick;
    colours = new DivergingColours(palette);
    for (Segment segment : layout.segments()) {
      for (int i = 0; segment.isPlanes() && i < segment.rows(); i++) {
        planes.add(new Plane(segment, i, segment.offset() + i * segment.rowLength()));
      }
    }
    most = new float[planes.size()];
    setVisible(!planes.isEmpty());
    setManaged(!planes.isEmpty());
    preferSize(120, 360, 220);
    setFocusTraversable(!planes.isEmpty());
    addEventHandler(MouseEvent.MOUSE_PRESSED, this::press);
    addEventHandler(MouseEvent.MOUSE_MOVED, this::point);
    addEventHandler(MouseEvent.MOUSE_EXITED, _ -> pointAt(NONE));
    addEventHandler(KeyEvent.KEY_PRESSED, this::key);
  }

  /// Shows an observation; nothing if it has no numbers or others than the layout.
  void show(ObservationReading next) {
    reading = Optional.of(next).filter(o -> o.size() == layout.size());
    reading.ifPresent(o -> {
      for (int p = 0; p < planes.size(); p++) {
        most[p] = Math.max(most[p], largest(o, planes.get(p)));
      }
    });
    repaint();
  }

  private static float largest(ObservationReading o, Plane plane) {
    Quantity quantity = plane.segment().quantity(plane.index());
    if (!quantity.range().isEmpty()) {
      return (float)
          Math.max(Math.abs(quantity.range().getFirst()), Math.abs(quantity.range().getLast()));
    }
    float largest = 0;
    for (int i = plane.from(); i < plane.from() + plane.rows() * plane.columns(); i++) {
      float number = Math.abs(o.number(i));
      largest = Float.isFinite(number) ? Math.max(largest, number) : largest;
    }
    return largest;
  }

  /// Shows how much every cell matters instead of its number.
  ///
  /// @param other empty to show the numbers
  void weigh(Optional<Saliency> other) {
    saliency = other.filter(one -> one.numbers().length == layout.size());
    repaint();
  }

  private float number(ObservationReading o, int dimension) {
    return saliency.map(one -> one.numbers()[dimension]).orElseGet(() -> o.number(dimension));
  }

  /// Outlines the cells of dimensions.
  void mark(BitSet dimensions) {
    marked = dimensions;
    repaint();
  }

  /// Outlines a picked cell.
  ///
  /// @param dimension empty for none
  void pick(OptionalInt dimension) {
    picked = dimension.orElse(NONE);
    repaint();
  }

  void applyPalette(Palette other) {
    palette = other;
    colours = new DivergingColours(other);
    repaint();
  }

  private void press(MouseEvent event) {
    requestFocus();
    int dimension = dimensionAt(x(event), y(event));
    if (dimension != NONE) {
      onPick.accept(dimension);
    }
  }

  private void point(MouseEvent event) {
    pointAt(dimensionAt(x(event), y(event)));
  }

  private void pointAt(int dimension) {
    if (dimension != pointed) {
      pointed = dimension;
      repaint();
    }
  }

  private int dimensionAt(double x, double y) {
    for (int p = 0; p < places.size(); p++) {
      Plane plane = planes.get(p);
      Place place = places.get(p);
      int column = (int) Math.floor((x - place.left()) / place.scale());
      int row = (int) Math.floor((y - place.top()) / place.scale());
      if (column >= 0 && column < plane.columns() && row >= 0 && row < plane.rows()) {
        return plane.from() + row * plane.columns() + column;
      }
    }
    return NONE;
  }

  private void key(KeyEvent event) {
    int rows =
        switch (event.getCode()) {
          case UP -> -1;
          case DOWN -> 1;
          default -> 0;
        };
    int columns =
        switch (event.getCode()) {
          case LEFT -> -1;
          case RIGHT -> 1;
          default -> 0;
        };
    Optional<Plane> plane = planes.stream().filter(each -> each.holds(picked)).findFirst();
    if ((rows == 0 && columns == 0) || planes.isEmpty()) {
      return;
    }
    event.consume();
    if (plane.isEmpty()) {
      onPick.accept(planes.getFirst().from());
      return;
    }
    int within = picked - plane.get().from();
    int row = Math.clamp(within / plane.get().columns() + rows, 0, plane.get().rows() - 1);
    int column = Math.clamp(within % plane.get().columns() + columns, 0, plane.get().columns() - 1);
    onPick.accept(plane.get().from() + row * plane.get().columns() + column);
  }

  @Override
  protected void paint(GraphicsContext g, double width, double height) {
    g.setFill(FxColours.of(palette.background()));
    g.fillRect(0, 0, width, height);
    g.setTextBaseline(VPos.TOP);
    if (reading.isEmpty() || planes.isEmpty()) {
      places = List.of();
      return;
    }
    places = places(width, height - CAPTION);
    for (int p = 0; p < places.size(); p++) {
      float end = saliency.isPresent() ? saliency.get().scale() : most[p];
      paint(g, planes.get(p), places.get(p), end, reading.get());
    }
    g.setFont(Font.font(11));
    g.setFill(FxColours.of(palette.rgb(Tone.TEXT)));
    g.fillText(caption(reading.get()), 3, height - CAPTION + 1, width - 6);
  }

  private String caption(ObservationReading o) {
    int shown = pointed == NONE ? picked : pointed;
    if (saliency.isPresent()) {
      return shown == NONE
          ? wording("ObservedPlanes.how_much_every_cell_matters")
          : wording(
              "ObservedPlanes.matters",
              layout.nameOf(shown),
              NumberWords.significant(o.number(shown), 4),
              saliency.get().words(shown, 1));
    }
    return shown == NONE
        ? wording("ObservedPlanes.blue_is_negative_orange_positive")
        : wording(
            "ObservedPlanes.is", layout.nameOf(shown), NumberWords.significant(o.number(shown), 4));
  }

  /// The places of all planes at the largest scale at which they fit.
  private List<Place> places(double width, double height) {
    double widest = planes.stream().mapToInt(Plane::columns).max().orElse(1);
    double highest = planes.stream().mapToInt(Plane::rows).max().orElse(1);
    int best = 1;
    double scale = 0;
    for (int across = 1; across <= planes.size(); across++) {
      int down = Math.ceilDiv(planes.size(), across);
      double fits =
          Math.min(
              ((width - GAP) / across - GAP) / widest, (height / down - TITLE - GAP) / highest);
      if (fits > scale) {
        scale = fits;
        best = across;
      }
    }
    List<Place> found = new ArrayList<>();
    for (int p = 0; p < planes.size() && scale > 0; p++) {
      found.add(
          new Place(
              GAP + p % best * (widest * scale + GAP),
              TITLE + Math.floorDiv(p, best) * (highest * scale + TITLE + GAP),
              scale));
    }
    return found;
  }

  private void paint(
      GraphicsContext g, Plane plane, Place place, float most, ObservationReading o) {
    int rows = plane.rows();
    int columns = plane.columns();
    int[] pixels = new int[rows * columns];
    for (int i = 0; i < pixels.length; i++) {
      float number = number(o, plane.from() + i);
      pixels[i] =
          Float.isFinite(number) ? colours.signed(most == 0 ? 0 : number / most) : colours.fault();
    }
    WritableImage image = new WritableImage(columns, rows);
    image
        .getPixelWriter()
        .setPixels(
            0, 0, columns, rows, PixelFormat.getIntArgbInstance(), IntBuffer.wrap(pixels), columns);
    double width = columns * place.scale();
    double height = rows * place.scale();
    g.setImageSmoothing(false);
    g.drawImage(image, place.left(), place.top(), width, height);
    g.setImageSmoothing(true);
    g.setLineWidth(1);
    g.setStroke(FxColours.of(palette.rgb(Tone.STATIC)));
    g.strokeRect(place.left() - 0.5, place.top() - 0.5, width + 1, height + 1);
    g.setFont(Font.font(10));
    g.setFill(FxColours.of(palette.rgb(Tone.TEXT_MUTED)));
    String title = plane.segment().feature(plane.index());
    g.fillText(
        most == 0 || saliency.isPresent()
            ? title
            : title + "  ±" + NumberWords.significant(most, 2),
        place.left(),
        place.top() - TITLE + 1,
        width);
    g.setStroke(FxColours.of(palette.rgb(Tone.SELECTED)));
    int end = plane.from() + rows * columns;
    if (marked.nextClearBit(plane.from()) >= end) {
      g.strokeRect(place.left() - 1, place.top() - 1, width + 2, height + 2);
    } else {
      for (int d = marked.nextSetBit(plane.from());
          d >= 0 && d < end;
          d = marked.nextSetBit(d + 1)) {
        outline(g, plane, place, d);
      }
    }
    if (plane.holds(picked)) {
      g.setLineWidth(2);
      outline(g, plane, place, picked);
    }
  }

  private static void outline(GraphicsContext g, Plane plane, Place place, int dimension) {
    int within = dimension - plane.from();
    g.strokeRect(
        place.left() + within % plane.columns() * place.scale(),
        place.top() + Math.floorDiv(within, plane.columns()) * place.scale(),
        place.scale(),
        place.scale());
  }
}
