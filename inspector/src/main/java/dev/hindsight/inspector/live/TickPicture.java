package dev.hindsight.inspector.live;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.render.Palette;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.scene.Tone;
import java.nio.IntBuffer;
import javafx.geometry.VPos;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.image.PixelFormat;
import javafx.scene.image.WritableImage;
import javafx.scene.input.MouseEvent;
import javafx.scene.text.Font;

/// A picture of numbers over ticks, with names to its left, a tick axis below, and one tick marked.
/// FX thread; computes the pixels only when data, size or colours change.
public abstract class TickPicture extends CanvasRegion {
  private final double gutter;
  private Palette palette;
  private WritableImage image = new WritableImage(1, 1);
  private boolean stale = true;
  private int cursor;

  /// @param id of the node
  /// @param name for screen readers
  /// @param gutter width of the names, pixels
  protected TickPicture(String id, String name, double gutter, Palette palette) {
    super(id, name);
    this.gutter = gutter;
    this.palette = palette;
  }

  /// The ticks of the picture; empty if there is nothing to show.
  protected abstract Span span();

  /// Colours the picture.
  ///
  /// @param pixels `[height * width]`, ARGB
  protected abstract void colour(int[] pixels, int width, int height);

  /// Paints names and marks over the picture.
  ///
  /// @param width of the picture, which begins at the gutter's width
  /// @param height of the picture
  protected abstract void annotate(GraphicsContext g, double width, double height);

  /// Colours the picture again, because the data is another.
  protected final void renew() {
    stale = true;
    repaint();
  }

  /// The colours in use.
  protected final Palette palette() {
    return palette;
  }

  /// Applies other colours.
  public void applyPalette(Palette other) {
    palette = other;
    renew();
  }

  /// Marks a tick.
  public final void cursor(int tick) {
    if (tick != cursor) {
      cursor = tick;
      repaint();
    }
  }

  /// The tick below the mouse, or the nearest; the picture must not be empty.
  protected final int tickAt(MouseEvent event) {
    Span span = span();
    double part = (x(event) - gutter) / Math.max(1, width() - gutter);
    return Math.clamp(
        (long) Math.floor(span.from() + part * span.ticks()), span.from(), span.last());
  }

  /// The row below the mouse, or the nearest, of rows of equal height.
  protected final int rowAt(MouseEvent event, int rows) {
    double down = y(event) / Math.max(1, height() - TickAxis.HEIGHT);
    return Math.clamp((int) Math.floor(down * rows), 0, rows - 1);
  }

  /// Whether the mouse is right of the names.
  protected final boolean inPicture(MouseEvent event) {
    return x(event) >= gutter;
  }

  @Override
  protected final void resized() {
    stale = true;
  }

  @Override
  protected final void paint(GraphicsContext g, double whole, double all) {
    double width = whole - gutter;
    double height = all - TickAxis.HEIGHT;
    if (width < 8 || height < 8) {
      return;
    }
    g.setFill(FxColours.of(palette.background()));
    g.fillRect(0, 0, whole, all);
    Span span = span();
    if (span.isEmpty()) {
      return;
    }
    if (stale) {
      stale = false;
      image = picture((int) (width * unit()), (int) (height * unit()));
    }
    g.drawImage(image, gutter, 0, width, height);
    annotate(g, width, height);
    TickAxis.paint(g, palette, span, gutter, width, height);
    if (span.holds(cursor)) {
      double x = Math.floor(gutter + (cursor - span.from() + 0.5) * width / span.ticks()) + 0.5;
      g.setStroke(FxColours.of(palette.rgb(Tone.SELECTED)));
      g.setLineWidth(1);
      g.strokeLine(x, 0, x, height);
    }
  }

  private WritableImage picture(int width, int height) {
    int[] pixels = new int[width * height];
    colour(pixels, width, height);
    WritableImage made = new WritableImage(width, height);
    made.getPixelWriter()
        .setPixels(
            0, 0, width, height, PixelFormat.getIntArgbInstance(), IntBuffer.wrap(pixels), width);
    return made;
  }

  /// Paints an axis of ticks below a picture. FX thread.
  private static final class TickAxis {
    /// Height of the axis, in units.
    static final double HEIGHT = 17;

    private static final double LABEL_GAP = 64;

    private TickAxis() {}

    /// Marks ticks at round numbers.
    ///
    /// @param ticks not empty
    /// @param left where the first tick begins
    /// @param width of all ticks
    /// @param top of the axis
    static void paint(
        GraphicsContext g, Palette palette, Span ticks, double left, double width, double top) {
      int count = ticks.ticks();
      int step = 1;
      for (int times = 0; step * width / count < LABEL_GAP && step < 1_000_000; times++) {
        step = times % 3 == 1 ? step / 2 * 5 : step * 2;
      }
      g.setFont(Font.font(10));
      g.setTextBaseline(VPos.TOP);
      g.setStroke(FxColours.of(palette.rgb(Tone.STATIC)));
      g.setFill(FxColours.of(palette.rgb(Tone.TEXT_MUTED)));
      g.setLineWidth(1);
      for (int tick = (ticks.from() + step - 1) / step * step; tick < ticks.to(); tick += step) {
        double x = Math.floor(left + (tick - ticks.from() + 0.5) * width / count) + 0.5;
        g.strokeLine(x, top, x, top + 4);
        if (x + 3 + 7 * Integer.toString(tick).length() < left + width) {
          g.fillText((tick == 0 ? wording("TickAxis.tick") : "") + tick, x + 3, top + 2);
        }
      }
    }
  }
}
