package dev.hindsight.app.fx;

import dev.hindsight.render.stage.TextScale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import javafx.geometry.Bounds;
import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.ScrollBar;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.ScrollEvent;
import javafx.scene.layout.Region;
import javafx.scene.shape.Rectangle;
import org.jspecify.annotations.Nullable;

/// Gives its content the room there is, but never less than it needs: where there is less, scroll
/// bars move about in it, and whatever takes the keyboard is brought into sight. The wheel moves it
/// where nothing under the pointer has a use for the wheel; one may lie within another. FX thread.
///
/// No `ScrollPane`, for that eats the arrow keys, Home and End, which step through time.
public final class OverflowPane extends Region {
  /// Room about what is brought into sight, units.
  private static final double MARGIN = 8;

  private final Node content;
  private final MinimumSize minimumSize;
  private final ScrollBar across = new ScrollBar();
  private final ScrollBar down = new ScrollBar();
  private final Rectangle sight = new Rectangle();
  private final TextScale letters = new TextScale(this::requestLayout);
  private boolean pressed;

  /// What content needs at least, pixels.
  private interface MinimumSize {
    /// @param unit pixels of a unit
    double width(double unit);

    /// @param width what it gets, pixels
    /// @param unit pixels of a unit
    double height(double width, double unit);
  }

  private record FixedMinimum(double wide, double high) implements MinimumSize {
    @Override
    public double width(double unit) {
      return Math.rint(wide * unit);
    }

    @Override
    public double height(double width, double unit) {
      return Math.rint(high * unit);
    }
  }

  private record ContentMinimum(Node content) implements MinimumSize {
    @Override
    public double width(double unit) {
      return 0;
    }

    @Override
    public double height(double width, double unit) {
      return Math.ceil(content.minHeight(width));
    }
  }

  private OverflowPane(String id, Node content, MinimumSize minimumSize) {
    this.content = content;
    this.minimumSize = minimumSize;
    down.setOrientation(Orientation.VERTICAL);
    across.setId(id + ".across");
    down.setId(id + ".down");
    across.setAccessibleText("Scroll sideways");
    down.setAccessibleText("Scroll up and down");
    across.valueProperty().subscribe(_ -> place());
    down.valueProperty().subscribe(_ -> place());
    setClip(sight);
    addEventHandler(ScrollEvent.SCROLL, this::turned);
    addEventFilter(MouseEvent.MOUSE_PRESSED, _ -> pressed = true);
    addEventFilter(MouseEvent.MOUSE_RELEASED, _ -> pressed = false);
    sceneProperty().flatMap(Scene::focusOwnerProperty).subscribe(this::focused);
    getChildren().addAll(content, across, down, letters);
  }

  /// Keeps content at least so large.
  ///
  /// @param id put before the ids of its bars
  /// @param width units, which are pixels where words have their usual size
  /// @param height units
  public static OverflowPane atLeast(String id, Node content, double width, double height) {
    return new OverflowPane(id, content, new FixedMinimum(width, height));
  }

  /// Keeps content at least as high as it says it must be, at whatever width there is.
  ///
  /// @param id put before the id of its bar
  public static OverflowPane downwards(String id, Node content) {
    return new OverflowPane(id, content, new ContentMinimum(content));
  }

  @Override
  protected double computeMinWidth(double height) {
    return 0;
  }

  @Override
  protected double computeMinHeight(double width) {
    return 0;
  }

  @Override
  protected void layoutChildren() {
    double width = getWidth();
    double height = getHeight();
    sight.setWidth(width);
    sight.setHeight(height);
    double unit = letters.factor();
    double wide = minimumSize.width(unit);
    double thick = Math.rint(down.prefWidth(-1));
    // A bar takes room from the other side, which may then need one too.
    boolean low = height < minimumSize.height(width, unit);
    boolean sideways = width < wide || (low && width - thick < wide);
    boolean upright = low || (sideways && height - thick < minimumSize.height(width, unit));
    double seenWidth = width - (upright ? thick : 0);
    double seenHeight = height - (sideways ? thick : 0);
    double high = minimumSize.height(Math.max(wide, seenWidth), unit);
    bar(across, Math.max(0, wide - seenWidth), seenWidth, wide, sideways);
    bar(down, Math.max(0, high - seenHeight), seenHeight, high, upright);
    across.resizeRelocate(0, height - thick, seenWidth, thick);
    down.resizeRelocate(width - thick, 0, thick, seenHeight);
    content.resize(Math.max(wide, seenWidth), Math.max(high, seenHeight));
    place();
  }

  private static void bar(ScrollBar bar, double most, double seen, double whole, boolean needed) {
    bar.setVisible(needed);
    bar.setMax(Math.max(most, Double.MIN_NORMAL));
    bar.setValue(Math.clamp(bar.getValue(), 0, most));
    bar.setVisibleAmount(bar.getMax() * Math.min(1, seen / whole));
    bar.setUnitIncrement(Math.max(1, seen / 10));
    bar.setBlockIncrement(Math.max(1, seen * 0.8));
  }

  private void place() {
    content.relocate(
        across.isVisible() ? -Math.rint(across.getValue()) : 0,
        down.isVisible() ? -Math.rint(down.getValue()) : 0);
  }

  /// A wheel that nobody under the pointer had a use for; what moves nothing here is for whoever
  /// this lies in.
  private void turned(ScrollEvent event) {
    double before = across.getValue() + down.getValue();
    move(across, -event.getDeltaX());
    move(down, -event.getDeltaY());
    if (across.getValue() + down.getValue() != before) {
      event.consume();
    }
  }

  private static void move(ScrollBar bar, double units) {
    if (bar.isVisible()) {
      bar.setValue(Math.clamp(bar.getValue() + units, bar.getMin(), bar.getMax()));
    }
  }

  /// Nothing moves away under a pressed mouse.
  private void focused(@Nullable Node owner) {
    Optional.ofNullable(owner)
        .filter(node -> !pressed && around(node).filter(this::equals).isPresent())
        .ifPresent(this::reveal);
  }

  /// The innermost one that a node lies in.
  private static Optional<OverflowPane> around(Node node) {
    return Stream.iterate(node.getParent(), Objects::nonNull, Node::getParent)
        .filter(OverflowPane.class::isInstance)
        .map(OverflowPane.class::cast)
        .findFirst();
  }

  /// From the inside out, for what lies further out sees it where the inner one has put it.
  private void reveal(Node node) {
    if (KeyboardFocus.isInside(node, content)) {
      Bounds place = content.sceneToLocal(node.localToScene(node.getBoundsInLocal()));
      reveal(across, place.getMinX(), place.getMaxX(), across.getWidth());
      reveal(down, place.getMinY(), place.getMaxY(), down.getHeight());
    }
    around(this).ifPresent(outer -> outer.reveal(node));
  }

  /// As little as is needed; of what is larger than the sight, its beginning.
  private static void reveal(ScrollBar bar, double from, double to, double seen) {
    double last = Math.min(bar.getValue(), from - MARGIN);
    double first = Math.min(from - MARGIN, to + MARGIN - seen);
    bar.setValue(Math.clamp(Math.max(last, first), bar.getMin(), bar.getMax()));
  }
}
