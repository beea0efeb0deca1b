package dev.hindsight.app.fx;

import static dev.hindsight.app.text.AppText.wording;

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

/// Gives its content all available space, but never less than it needs: if there is less, scroll
/// bars appear, and a control that gets the keyboard focus is scrolled into view. The wheel scrolls
/// where no control under the pointer uses it. These panes can be nested. FX thread.
///
/// Not a `ScrollPane`, which consumes the arrow keys, Home and End, which step through time.
public final class OverflowPane extends Region {
  /// The margin around what is scrolled into view, in units.
  private static final double MARGIN = 8;

  private final Node content;
  private final MinimumSize minimumSize;
  private final ScrollBar across = new ScrollBar();
  private final ScrollBar down = new ScrollBar();
  private final Rectangle sight = new Rectangle();
  private final TextScale letters = new TextScale(this::requestLayout);
  private boolean pressed;

  /// The least size of the content, in pixels.
  private interface MinimumSize {
    /// @param unit pixels per unit
    double width(double unit);

    /// @param width available width, in pixels
    /// @param unit pixels per unit
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
    across.setAccessibleText(wording("OverflowPane.scroll_sideways"));
    down.setAccessibleText(wording("OverflowPane.scroll_up_and_down"));
    across.valueProperty().subscribe(_ -> place());
    down.valueProperty().subscribe(_ -> place());
    setClip(sight);
    addEventHandler(ScrollEvent.SCROLL, this::turned);
    addEventFilter(MouseEvent.MOUSE_PRESSED, _ -> pressed = true);
    addEventFilter(MouseEvent.MOUSE_RELEASED, _ -> pressed = false);
    sceneProperty().flatMap(Scene::focusOwnerProperty).subscribe(this::focused);
    getChildren().addAll(content, across, down, letters);
  }

  /// Keeps the content at least this large.
  ///
  /// @param id prefix for the ids of its scroll bars
  /// @param width in units; a unit is a pixel at the usual text size
  /// @param height in units
  public static OverflowPane atLeast(String id, Node content, double width, double height) {
    return new OverflowPane(id, content, new FixedMinimum(width, height));
  }

  /// Keeps the content at least as high as its own minimum, at any width.
  ///
  /// @param id prefix for the id of its scroll bar
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
    // A scroll bar takes space in the other direction, which may then need one too.
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

  /// Handles a wheel event that no control under the pointer used; passes it on to the enclosing
  /// pane if nothing scrolls here.
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

  /// Scrolls nothing away under a pressed mouse button.
  private void focused(@Nullable Node owner) {
    Optional.ofNullable(owner)
        .filter(node -> !pressed && around(node).filter(this::equals).isPresent())
        .ifPresent(this::reveal);
  }

  /// The innermost such pane around a node.
  private static Optional<OverflowPane> around(Node node) {
    return Stream.iterate(node.getParent(), Objects::nonNull, Node::getParent)
        .filter(OverflowPane.class::isInstance)
        .map(OverflowPane.class::cast)
        .findFirst();
  }

  /// Works outwards, because an outer pane sees the node where the inner one has scrolled it.
  private void reveal(Node node) {
    if (KeyboardFocus.isInside(node, content)) {
      Bounds place = content.sceneToLocal(node.localToScene(node.getBoundsInLocal()));
      reveal(across, place.getMinX(), place.getMaxX(), across.getWidth());
      reveal(down, place.getMinY(), place.getMaxY(), down.getHeight());
    }
    around(this).ifPresent(outer -> outer.reveal(node));
  }

  /// Scrolls as little as needed; shows the beginning of what is too large.
  private static void reveal(ScrollBar bar, double from, double to, double seen) {
    double last = Math.min(bar.getValue(), from - MARGIN);
    double first = Math.min(from - MARGIN, to + MARGIN - seen);
    bar.setValue(Math.clamp(Math.max(last, first), bar.getMin(), bar.getMax()));
  }
}
