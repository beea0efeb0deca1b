package dev.hindsight.inspector.version;

import dev.hindsight.inspector.attention.AttentionColours;
import dev.hindsight.inspector.live.FxColours;
import dev.hindsight.inspector.live.TickPicture;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.scene.Tone;
import java.util.Optional;
import javafx.geometry.VPos;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.input.MouseEvent;
import javafx.scene.text.Font;

/// A picture of ticks by versions, or by other rows of numbers, with one tick and one row marked.
/// FX thread.
public final class VersionMatrixView extends TickPicture {
  private static final double GUTTER = 96;
  private static final int OPAQUE = 0xff000000;

  private AttentionColours colours;
  private Optional<VersionMatrix> data = Optional.empty();
  private int version;

  /// Receives a tick and the index of a version, -1 if none.
  @FunctionalInterface
  public interface PlaceListener {
    void at(int tick, int version);
  }

  /// @param id of the node
  /// @param name for screen readers
  /// @param onPress receives presses and drags
  /// @param onPoint receives the place below the mouse
  public VersionMatrixView(
      String id, String name, Palette palette, PlaceListener onPress, PlaceListener onPoint) {
    super(id, name, GUTTER, palette);
    this.colours = new AttentionColours(palette);
    preferSize(80, 360, 160);
    addEventHandler(MouseEvent.MOUSE_PRESSED, event -> tell(event, onPress));
    addEventHandler(MouseEvent.MOUSE_DRAGGED, event -> tell(event, onPress));
    addEventHandler(MouseEvent.MOUSE_MOVED, event -> tell(event, onPoint));
    addEventHandler(MouseEvent.MOUSE_EXITED, _ -> onPoint.at(-1, -1));
  }

  /// Shows a matrix, or nothing.
  public void show(Optional<VersionMatrix> matrix) {
    data = matrix.filter(each -> each.rows().length > 0);
    renew();
  }

  /// Marks a tick and a row.
  public void place(int tick, int shown) {
    cursor(tick);
    if (shown != version) {
      version = shown;
      repaint();
    }
  }

  @Override
  public void applyPalette(Palette other) {
    colours = new AttentionColours(other);
    super.applyPalette(other);
  }

  private void tell(MouseEvent event, PlaceListener listener) {
    data.filter(matrix -> !matrix.span().isEmpty())
        .ifPresent(matrix -> listener.at(tickAt(event), rowAt(event, matrix.rows().length)));
  }

  @Override
  protected Span span() {
    return data.map(VersionMatrix::span).orElse(Span.all(0));
  }

  @Override
  protected void annotate(GraphicsContext g, double width, double height) {
    VersionMatrix matrix = data.orElseThrow();
    double row = height / matrix.rows().length;
    g.setFont(Font.font(11));
    g.setTextBaseline(VPos.CENTER);
    double free = 0;
    for (int i = 0; i < matrix.rows().length; i++) {
      double middle = (i + 0.5) * row;
      if (middle - 7 >= free) {
        g.setFill(FxColours.of(palette().rgb(i == version ? Tone.SELECTED : Tone.TEXT)));
        g.fillText(matrix.labels().get(i), 3, middle, GUTTER - 8);
        free = middle + 7;
      }
    }
    if (version >= 0 && version < matrix.rows().length) {
      g.setStroke(FxColours.of(palette().rgb(Tone.SELECTED)));
      g.setLineWidth(1);
      g.strokeRect(GUTTER + 0.5, Math.floor(version * row) + 0.5, width - 1, Math.max(1, row - 1));
    }
  }

  @Override
  protected void colour(int[] pixels, int width, int height) {
    VersionMatrix matrix = data.orElseThrow();
    int ticks = matrix.span().ticks();
    int rows = matrix.rows().length;
    int nothing = OPAQUE | palette().rgb(Tone.LIMBO);
    for (int row = 0; row < rows; row++) {
      int top = row * height / rows;
      int bottom = (row + 1) * height / rows;
      for (int x = 0; x < width; x++) {
        int from = (int) ((long) x * ticks / width);
        int to = Math.max(from + 1, (int) ((long) (x + 1) * ticks / width));
        int colour = matrix.colour(colours, matrix.telling(row, from, to), nothing);
        for (int y = top; y < bottom; y++) {
          pixels[y * width + x] = colour;
        }
      }
    }
  }
}
