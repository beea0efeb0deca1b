package dev.hindsight.inspector.chart;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.live.FxColours;
import dev.hindsight.inspector.live.FxImages;
import dev.hindsight.render.Palette;
import dev.hindsight.render.stage.TextScale;
import dev.hindsight.trainer.scene.Tone;
import java.util.Optional;
import java.util.function.DoubleConsumer;
import java.util.function.IntConsumer;
import javafx.scene.AccessibleRole;
import javafx.scene.image.ImageView;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.ScrollEvent;
import javafx.scene.layout.Region;
import javafx.scene.shape.Line;

/// Shows a drawn chart with the cursor on it, and handles the mouse. Only a line moves with the
/// cursor. FX thread.
final class ChartView extends Region {
  private static final double ZOOM = 1.25;

  private final ImageView image = new ImageView();
  private final Line cursor = new Line();
  private final TextScale letters;
  private final Listener listener;
  private Optional<Shown> shown = Optional.empty();
  private int point;

  /// What is drawn at present.
  ///
  /// @param first point at the left edge
  /// @param span points across the width
  private record Shown(ChartPicture picture, double first, double span) {}

  /// Receives what the mouse does, and changes of size.
  ///
  /// @param resized runs when the size changes
  /// @param seek receives the point that the user pressed
  /// @param pointed receives the point under the mouse, -1 when the mouse leaves
  /// @param zoomed receives the zoom factor and the point that stays in place
  /// @param panned receives the number of points
  /// @param whole runs when the user asks for everything
  record Listener(
      Runnable resized,
      IntConsumer seek,
      IntConsumer pointed,
      Zoomed zoomed,
      DoubleConsumer panned,
      Runnable whole) {}

  /// Zooms.
  @FunctionalInterface
  interface Zoomed {
    /// @param factor above 1 zooms in
    /// @param about the point that stays where it is
    void zoom(double factor, double about);
  }

  ChartView(Listener listener, Palette palette) {
    this.listener = listener;
    letters = new TextScale(listener.resized);
    setId("chart.view");
    setAccessibleRole(AccessibleRole.IMAGE_VIEW);
    setAccessibleText(wording("ChartView.chart"));
    setPickOnBounds(true);
    setMinSize(0, 110);
    setPrefSize(420, 220);
    image.setManaged(false);
    image.setMouseTransparent(true);
    cursor.setManaged(false);
    cursor.setMouseTransparent(true);
    cursor.setVisible(false);
    cursor.setId("chart.cursor");
    getChildren().addAll(image, cursor, letters);
    applyPalette(palette);
    addEventHandler(MouseEvent.MOUSE_PRESSED, this::seek);
    addEventHandler(MouseEvent.MOUSE_DRAGGED, this::seek);
    addEventHandler(MouseEvent.MOUSE_MOVED, event -> listener.pointed.accept(pointAt(event)));
    addEventHandler(MouseEvent.MOUSE_EXITED, _ -> listener.pointed.accept(-1));
    addEventHandler(
        MouseEvent.MOUSE_CLICKED,
        event -> {
          if (event.getClickCount() == 2) {
            listener.whole.run();
          }
        });
    addEventHandler(ScrollEvent.SCROLL, this::wheel);
  }

  void applyPalette(Palette palette) {
    cursor.setStroke(FxColours.of(palette.rgb(Tone.SELECTED)));
    cursor.setStrokeWidth(1.5);
  }

  /// Pixels per unit.
  double unit() {
    return letters.factor();
  }

  /// Screen pixels per layout pixel.
  double density() {
    return getScene() != null && getScene().getWindow() != null
        ? getScene().getWindow().getOutputScaleX()
        : 1;
  }

  void show(ChartPicture picture, double first, double span) {
    shown = Optional.of(new Shown(picture, first, span));
    image.setImage(FxImages.image(picture.width(), picture.height(), picture.pixels()));
    image.setFitWidth(picture.width() / density());
    image.setFitHeight(picture.height() / density());
    place();
  }

  void clear() {
    shown = Optional.empty();
    image.setImage(null);
    place();
  }

  /// Moves the cursor.
  void cursor(int at) {
    point = at;
    place();
  }

  private void place() {
    shown.ifPresent(now -> {
      double part = (point + 0.5 - now.first) / now.span;
      double x = Math.round((now.picture.left() + part * now.picture.plotWidth()) * unit()) + 0.5;
      cursor.setStartX(x);
      cursor.setEndX(x);
      cursor.setStartY(now.picture.top() * unit());
      cursor.setEndY((now.picture.top() + now.picture.plotHeight()) * unit());
      cursor.setVisible(part >= 0 && part <= 1);
    });
    if (shown.isEmpty()) {
      cursor.setVisible(false);
    }
  }

  /// The point at a position, or -1 outside the plots.
  private int pointAt(MouseEvent event) {
    return shown
        .map(now -> (event.getX() / unit() - now.picture.left()) / now.picture.plotWidth())
        .filter(part -> part >= 0 && part < 1)
        .map(part -> (int) Math.floor(shown.orElseThrow().first + part * shown.orElseThrow().span))
        .orElse(-1);
  }

  private void seek(MouseEvent event) {
    int at = pointAt(event);
    if (event.getButton() == MouseButton.PRIMARY && at >= 0) {
      listener.seek.accept(at);
    }
  }

  private void wheel(ScrollEvent event) {
    shown.ifPresent(now -> {
      double perPixel = now.span / (now.picture.plotWidth() * unit());
      double across = event.getDeltaX();
      double along = event.getDeltaY();
      if (event.isShiftDown() || Math.abs(across) > Math.abs(along)) {
        listener.panned.accept(-(across == 0 ? along : across) * perPixel);
      } else if (along != 0) {
        double about = now.first + (event.getX() - now.picture.left() * unit()) * perPixel;
        listener.zoomed.zoom(along > 0 ? ZOOM : 1 / ZOOM, about);
      }
      event.consume();
    });
  }

  @Override
  protected void layoutChildren() {
    listener.resized.run();
  }
}
