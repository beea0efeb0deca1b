package dev.hindsight.app.window;

import dev.hindsight.app.fx.Focus;
import dev.hindsight.render.stage.TextScale;
import java.util.Optional;
import javafx.geometry.Bounds;
import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.ScrollBar;
import javafx.scene.input.ScrollEvent;
import javafx.scene.layout.Region;
import javafx.scene.shape.Rectangle;
import org.jspecify.annotations.Nullable;

/// Gives its content the room there is, but never less than large words need: where the window is
/// smaller, scroll bars move about in it, and whatever takes the keyboard is brought into sight. FX
/// thread.
///
/// No `ScrollPane`, for that eats the arrow keys, Home and End, which step through time.
final class Overflow extends Region {
  /// Units at the usual size of words; smaller than the area for panes in the smallest window.
  private static final double LEAST_WIDTH = 480;

  private static final double LEAST_HEIGHT = 380;

  /// Room about what is brought into sight, units.
  private static final double MARGIN = 8;

  private final Node content;
  private final ScrollBar across = new ScrollBar();
  private final ScrollBar down = new ScrollBar();
  private final Rectangle sight = new Rectangle();
  private final TextScale letters = new TextScale(this::requestLayout);

  Overflow(Node content) {
    this.content = content;
    down.setOrientation(Orientation.VERTICAL);
    across.setId("overflow.across");
    down.setId("overflow.down");
    across.setAccessibleText("Move the panes sideways");
    down.setAccessibleText("Move the panes up and down");
    across.valueProperty().subscribe(_ -> place());
    down.valueProperty().subscribe(_ -> place());
    setClip(sight);
    addEventHandler(ScrollEvent.SCROLL, this::turned);
    sceneProperty().flatMap(Scene::focusOwnerProperty).subscribe(this::show);
    getChildren().addAll(content, across, down, letters);
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
    double wide = Math.rint(LEAST_WIDTH * letters.factor());
    double high = Math.rint(LEAST_HEIGHT * letters.factor());
    double thick = Math.rint(down.prefWidth(-1));
    // A bar takes room from the other side, which may then need one too.
    boolean sideways = width < wide || (height < high && width - thick < wide);
    boolean upright = height < high || (sideways && height - thick < high);
    double seenWidth = width - (upright ? thick : 0);
    double seenHeight = height - (sideways ? thick : 0);
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

  /// A wheel that nobody under the pointer had a use for.
  private void turned(ScrollEvent event) {
    if (across.isVisible() || down.isVisible()) {
      move(across, -event.getDeltaX());
      move(down, -event.getDeltaY());
      event.consume();
    }
  }

  private static void move(ScrollBar bar, double units) {
    bar.setValue(Math.clamp(bar.getValue() + units, bar.getMin(), bar.getMax()));
  }

  private void show(@Nullable Node focused) {
    Optional.ofNullable(focused)
        .filter(node -> Focus.isInside(node, content))
        .ifPresent(node -> {
          Bounds place = content.sceneToLocal(node.localToScene(node.getBoundsInLocal()));
          reveal(across, place.getMinX(), place.getMaxX(), across.getWidth());
          reveal(down, place.getMinY(), place.getMaxY(), down.getHeight());
        });
  }

  /// As little as is needed; of what is larger than the sight, its beginning.
  private static void reveal(ScrollBar bar, double from, double to, double seen) {
    double last = Math.min(bar.getValue(), from - MARGIN);
    double first = Math.min(from - MARGIN, to + MARGIN - seen);
    bar.setValue(Math.clamp(Math.max(last, first), bar.getMin(), bar.getMax()));
  }
}
