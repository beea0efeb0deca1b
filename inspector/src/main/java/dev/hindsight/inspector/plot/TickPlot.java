package dev.hindsight.inspector.plot;

import dev.hindsight.inspector.live.CanvasRegion;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.rollout.Span;
import java.util.List;
import java.util.function.IntConsumer;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.input.MouseEvent;

/// Curves over ticks, the cursor among them. A press or a drag seeks; pointing tells. FX thread.
public final class TickPlot extends CanvasRegion {
  private final PlotPainter painter = new PlotPainter();
  private List<PlotCurve> curves = List.of();
  private List<Span> veils = List.of();
  private PlotAxis range;
  private int cursor;
  private Palette palette;

  /// Nothing to show yet.
  ///
  /// @param id of the node
  /// @param name for those who do not see it
  /// @param onSeek gets the tick that was pressed
  /// @param onPoint gets the tick under the mouse, -1 when it has left
  public TickPlot(
      String id,
      String name,
      PlotAxis range,
      Palette palette,
      IntConsumer onSeek,
      IntConsumer onPoint) {
    super(id, name);
    this.range = range;
    this.palette = palette;
    preferSize(100, 320, 170);
    addEventHandler(MouseEvent.MOUSE_PRESSED, event -> onSeek.accept(at(event)));
    addEventHandler(MouseEvent.MOUSE_DRAGGED, event -> onSeek.accept(at(event)));
    addEventHandler(MouseEvent.MOUSE_MOVED, event -> onPoint.accept(at(event)));
    addEventHandler(MouseEvent.MOUSE_EXITED, _ -> onPoint.accept(-1));
  }

  /// Shows curves, ticks and a cursor; paints once, and only if one of them is another.
  public void show(List<PlotCurve> others, PlotAxis shown, int tick) {
    if (!others.equals(curves) || !shown.equals(range) || tick != cursor) {
      curves = List.copyOf(others);
      range = shown;
      cursor = tick;
      repaint();
    }
  }

  /// Hatches ticks from now on, such as those in limbo; is painted with the next curves.
  public void veil(List<Span> ticks) {
    veils = List.copyOf(ticks);
  }

  /// Takes on the colours of a theme.
  public void applyPalette(Palette other) {
    palette = other;
    repaint();
  }

  private int at(MouseEvent event) {
    return range.tickAt(x(event), width());
  }

  @Override
  protected void paint(GraphicsContext g, double width, double height) {
    if (width >= 40 && height >= 40) {
      painter.paint(g, width, height, curves, range, cursor, palette);
      painter.veil(g, veils, range, palette);
    }
  }
}
