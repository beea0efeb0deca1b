package dev.hindsight.inspector.mask;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.live.TickStrip;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.scene.Tone;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.text.Font;
import javafx.scene.text.TextAlignment;

/// Shows the mask in the training form, in the acting form, and their difference, stacked with
/// ticks aligned. Runs narrower than a pixel are drawn one pixel wide. FX thread.
final class MaskStrips extends TickStrip {
  private static final int NAMES = 66;
  private static final int ROW = 24;
  private static final int GAP = 4;
  private static final int AXIS = 14;

  private MaskReasonStyle style;
  private Optional<MaskRow> learning = Optional.empty();
  private Optional<MaskRow> acting = Optional.empty();

  /// @param lookedAt receives the tick at the pointer or the keyboard focus
  /// @param seek moves the cursor to a tick
  MaskStrips(Palette palette, Consumer<Optional<Integer>> lookedAt, Consumer<Integer> seek) {
    super("masks.strips", wording("MaskStrips.masks_of_the_query"), NAMES, 4, lookedAt, seek);
    this.style = new MaskReasonStyle(palette);
    preferSize(3 * (ROW + GAP) + AXIS, 320, 3 * (ROW + GAP) + AXIS);
  }

  void show(MaskRow learned, MaskRow acted) {
    learning = Optional.of(learned);
    acting = Optional.of(acted);
    repaint();
  }

  void applyPalette(Palette palette) {
    style = new MaskReasonStyle(palette);
    repaint();
  }

  @Override
  protected int first() {
    return Math.min(learning.map(MaskRow::first).orElse(0), acting.map(MaskRow::first).orElse(0));
  }

  @Override
  protected int end() {
    return Math.max(learning.map(MaskStrips::end).orElse(1), acting.map(MaskStrips::end).orElse(1));
  }

  private static int end(MaskRow row) {
    return row.first() + row.cells().size();
  }

  @Override
  protected Optional<Integer> last() {
    return learning.map(_ -> end() - 1);
  }

  @Override
  protected int query() {
    return learning.map(MaskRow::query).orElse(0);
  }

  @Override
  protected void paint(GraphicsContext g, double width, double height) {
    if (learning.isEmpty() || acting.isEmpty()) {
      return;
    }
    row(g, 0, "learning", learning.get());
    row(g, 1, "acting", acting.get());
    difference(g, MaskDifference.of(learning.get(), acting.get()));
    double bottom = 3 * (ROW + GAP);
    g.setFill(style.tone(Tone.TEXT_MUTED));
    g.setTextAlign(TextAlignment.LEFT);
    g.fillText(wording("MaskStrips.tick", first()), NAMES, bottom + AXIS - 4);
    g.setTextAlign(TextAlignment.RIGHT);
    g.fillText(Integer.toString(end() - 1), NAMES + wide(), bottom + AXIS - 4);
    looked()
        .ifPresent(tick -> {
          g.setStroke(style.tone(Tone.POINTED));
          g.setLineWidth(2);
          double cell = Math.max(5, x(tick + 1) - x(tick));
          g.strokeRect((x(tick) + x(tick + 1) - cell) / 2, 1, cell, bottom - GAP);
        });
  }

  private void row(GraphicsContext g, int place, String name, MaskRow row) {
    double y = place * (ROW + GAP);
    name(g, name, y);
    for (MaskRow.Run run : row.runs()) {
      double left = x(run.ticks().from());
      style.cells(g, run.reason(), left, y, x(run.ticks().to()) - left, ROW);
    }
  }

  private void name(GraphicsContext g, String name, double y) {
    g.setFont(Font.font(11));
    g.setFill(style.tone(Tone.TEXT));
    g.setTextAlign(TextAlignment.RIGHT);
    g.fillText(name, NAMES - 6, y + ROW / 2.0 + 4, NAMES - 8);
  }

  private void difference(GraphicsContext g, MaskDifference difference) {
    double y = 2.0 * (ROW + GAP);
    name(g, "difference", y);
    g.setStroke(style.tone(Tone.TEXT_MUTED));
    g.setLineWidth(1);
    g.strokeRect(NAMES + 0.5, y + 0.5, wide() - 1, ROW - 1);
    for (int cell = 0; cell < difference.cells().size(); cell++) {
      int tick = difference.first() + cell;
      MaskDifference.CellDifference cellDifference = difference.cells().get(cell);
      double width = Math.max(1, x(tick + 1) - x(tick));
      if (cellDifference.differs()) {
        g.setFill(style.tone(Tone.COLLIDED));
        g.fillRect(x(tick), y, width, ROW);
      } else if (cellDifference == MaskDifference.CellDifference.NOT_IN_SEGMENT) {
        g.setStroke(style.tone(Tone.TEXT_MUTED));
        g.strokeLine(x(tick), y + ROW, x(tick) + Math.max(3, width), y);
      }
    }
  }
}
