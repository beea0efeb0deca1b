package dev.hindsight.inspector.mask;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.attention.AttentionColours;
import dev.hindsight.inspector.attention.StripPicture;
import dev.hindsight.inspector.live.CanvasRegion;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.scene.Tone;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.input.KeyEvent;
import javafx.scene.text.Font;
import javafx.scene.text.TextAlignment;

/// Shows what each slot of the cache holds and, below, the norms of the keys by head, each head on
/// its own scale. FX thread.
final class CacheStrip extends CanvasRegion {
  private static final int NAMES = 142;
  private static final int NUMBERS = 86;
  private static final int SLOTS = 24;
  private static final int ROW = 15;
  private static final int AXIS = 16;
  private static final int FAR = 10;

  private MaskReasonStyle style;
  private AttentionColours colours;
  private Optional<MaskRow> slots = Optional.empty();
  private Optional<AttentionTrace> trace = Optional.empty();
  private OptionalInt chosen = OptionalInt.empty();

  /// @param choose receives the slot that the user chose by a click or the arrow keys
  /// @param erase closes the chosen slot
  CacheStrip(Palette palette, Consumer<OptionalInt> choose, Runnable erase) {
    super("cache.slots", wording("CacheStrip.slots_of_the_cache"));
    setFocusTraversable(true);
    setOnMouseClicked(event -> {
      requestFocus();
      choose(at(x(event)), choose);
    });
    addEventHandler(
        KeyEvent.KEY_PRESSED,
        event -> {
          int step = event.isShiftDown() ? FAR : 1;
          boolean known = true;
          switch (event.getCode()) {
            case LEFT -> choose(moved(-step), choose);
            case RIGHT -> choose(moved(step), choose);
            case DELETE -> erase.run();
            default -> known = false;
          }
          if (known) {
            event.consume();
          }
        });
    style = new MaskReasonStyle(palette);
    colours = new AttentionColours(palette);
  }

  void show(MaskRow row, AttentionTrace from) {
    slots = Optional.of(row);
    trace = Optional.of(from);
    int rows = from.knowsKeys() ? from.layers() * from.heads() : 0;
    double high = SLOTS + AXIS + ROW * rows + 2;
    preferSize(high, 320, high);
    repaint();
  }

  void applyPalette(Palette palette) {
    style = new MaskReasonStyle(palette);
    colours = new AttentionColours(palette);
    repaint();
  }

  private int count() {
    return slots.map(row -> row.cells().size()).orElse(0);
  }

  private OptionalInt at(double x) {
    double slot = (x - NAMES) / wide() * count();
    return slot >= 0 && slot < count() ? OptionalInt.of((int) slot) : OptionalInt.empty();
  }

  private OptionalInt moved(int by) {
    return count() == 0
        ? OptionalInt.empty()
        : OptionalInt.of(Math.clamp(chosen.orElse(-1) + (long) by, 0, count() - 1));
  }

  private void choose(OptionalInt slot, Consumer<OptionalInt> onChoice) {
    chosen = slot;
    onChoice.accept(slot);
    repaint();
  }

  private double wide() {
    return Math.max(1, width() - NAMES - NUMBERS);
  }

  @Override
  protected void paint(GraphicsContext g, double width, double height) {
    if (slots.isEmpty() || trace.isEmpty()) {
      return;
    }
    MaskRow row = slots.get();
    double each = wide() / row.cells().size();
    name(g, "slots", 16);
    for (MaskRow.Run run : row.runs()) {
      double x = NAMES + (run.ticks().from() - row.first()) * each;
      style.cells(g, run.reason(), x, 0, run.ticks().ticks() * each, SLOTS);
    }
    if (chosen.isPresent() && chosen.getAsInt() < row.cells().size()) {
      double x = NAMES + chosen.getAsInt() * each;
      g.setStroke(style.tone(Tone.SELECTED));
      g.setLineWidth(2);
      g.strokeRect(Math.min(x, NAMES + wide() - 3), 1, Math.max(3, each), SLOTS - 2);
      g.setLineWidth(1);
    }
    g.setFill(style.tone(Tone.TEXT_MUTED));
    g.setTextAlign(TextAlignment.LEFT);
    g.fillText("0", NAMES, SLOTS + 12);
    g.setTextAlign(TextAlignment.RIGHT);
    g.fillText(Integer.toString(row.cells().size() - 1), NAMES + wide(), SLOTS + 12);
    if (trace.get().knowsKeys()) {
      keys(g, row, trace.get());
    }
  }

  private void name(GraphicsContext g, String name, double base) {
    g.setFont(Font.font(11));
    g.setFill(style.tone(Tone.TEXT));
    g.setTextAlign(TextAlignment.RIGHT);
    g.fillText(name, NAMES - 5, base);
  }

  private void keys(GraphicsContext g, MaskRow row, AttentionTrace from) {
    int position = row.query() - row.first();
    List<float[]> norms = new ArrayList<>();
    for (int layer = 0; layer < from.layers(); layer++) {
      for (int head = 0; head < from.heads(); head++) {
        float[] lengths = new float[position + 1];
        for (int slot = 0; slot <= position; slot++) {
          lengths[slot] = from.keyNorm(layer, head, slot);
        }
        double base = SLOTS + AXIS + norms.size() * ROW + 11.0;
        name(g, wording("CacheStrip.keys_of_layer_head").formatted(layer + 1, head + 1), base);
        g.setFill(style.tone(Tone.TEXT_MUTED));
        g.setTextAlign(TextAlignment.LEFT);
        g.fillText(
            wording("CacheStrip.now", NumberWords.decimals(lengths[position], 2)),
            NAMES + wide() + 5.0,
            base);
        norms.add(lengths);
      }
    }
    StripPicture.of(
            norms, row.cells().size(), (int) (wide() * unit()), (int) (ROW * unit()), colours)
        .draw(g, NAMES, SLOTS + AXIS, wide(), ROW * norms.size());
  }
}
