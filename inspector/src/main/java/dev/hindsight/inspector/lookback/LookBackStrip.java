package dev.hindsight.inspector.lookback;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.attention.AttentionColours;
import dev.hindsight.inspector.attention.StripPicture;
import dev.hindsight.inspector.live.FxColours;
import dev.hindsight.inspector.live.TickStrip;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.scene.Tone;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import javafx.scene.text.Font;
import javafx.scene.text.TextAlignment;

/// The strip: a row for every head, key ticks from left to right, trial boundaries, entropy beside
/// it. FX thread.
final class LookBackStrip extends TickStrip {
  static final int ROW = 15;
  private static final int NAMES = 118;
  private static final int ENTROPY = 74;
  private static final int HEAD = 15;

  private Palette palette;
  private AttentionColours colours;
  private Optional<LookBack> back = Optional.empty();
  private Span stretch = new Span(0, 1);

  /// @param lookedAt receives the tick at the pointer or the keyboard focus
  /// @param seek moves the cursor to a tick
  LookBackStrip(Palette palette, Consumer<Optional<Integer>> lookedAt, Consumer<Integer> seek) {
    super(
        "look-back.strip",
        wording("LookBackStrip.where_each_head_looks_back_to"),
        NAMES,
        ENTROPY,
        lookedAt,
        seek);
    this.palette = palette;
    this.colours = new AttentionColours(palette);
    fit();
  }

  void show(Optional<LookBack> next, Span ticks) {
    back = next;
    stretch = ticks;
    fit();
    repaint();
  }

  void applyPalette(Palette next) {
    palette = next;
    colours = new AttentionColours(next);
    repaint();
  }

  private void fit() {
    int rows = Math.max(1, back.map(b -> b.rows().size()).orElse(1));
    preferSize(HEAD + ROW, 320, HEAD + ROW * rows);
  }

  @Override
  protected int first() {
    return stretch.from();
  }

  @Override
  protected int end() {
    return stretch.to();
  }

  @Override
  protected Optional<Integer> last() {
    return back.map(LookBack::query);
  }

  @Override
  protected int query() {
    return back.map(LookBack::query).orElse(0);
  }

  @Override
  protected void paint(GraphicsContext g, double width, double height) {
    if (back.isEmpty() || width < NAMES + ENTROPY) {
      return;
    }
    LookBack shown = back.get();
    StripPicture.of(
            shown.rows().stream().map(LookBack.WeightRow::weights).toList(),
            stretch.ticks(),
            (int) (wide() * unit()),
            (int) (ROW * unit()),
            colours)
        .draw(g, NAMES, HEAD, wide(), ROW * shown.rows().size());
    g.setFont(Font.font(11));
    for (int row = 0; row < shown.rows().size(); row++) {
      double base = HEAD + row * ROW + 11.0;
      g.setFill(colour(Tone.TEXT));
      g.setTextAlign(TextAlignment.RIGHT);
      g.fillText(shown.rows().get(row).name(), NAMES - 5, base, NAMES - 6);
      g.setFill(colour(Tone.TEXT_MUTED));
      g.setTextAlign(TextAlignment.LEFT);
      g.fillText(
          NumberWords.nats(shown.rows().get(row).entropy()),
          NAMES + wide() + 5.0,
          base,
          ENTROPY - 6);
    }
    trials(g, shown, HEAD + shown.rows().size() * ROW);
  }

  private void trials(GraphicsContext g, LookBack shown, double bottom) {
    g.setTextAlign(TextAlignment.LEFT);
    g.setStroke(colour(Tone.TEXT));
    double free = NAMES;
    for (LookBack.TrialSpan trialSpan : shown.trials()) {
      double left = x(trialSpan.ticks().from());
      String name = wording("LookBackStrip.trial", trialSpan.trial() + 1);
      if (left >= free) {
        g.setFill(colour(Tone.TEXT_MUTED));
        g.fillText(name, left + 2, 11);
        free = left + 46;
      }
      if (trialSpan.ticks().from() > stretch.from()) {
        g.setLineDashes(4, 3);
        g.strokeLine(left, 2, left, bottom);
        g.setLineDashes();
      }
    }
    g.setStroke(colour(Tone.SELECTED));
    g.setLineWidth(1.5);
    double query = (x(shown.query()) + x(shown.query() + 1)) / 2;
    g.strokeLine(query, HEAD - 3, query, bottom);
    looked()
        .ifPresent(tick -> {
          g.setStroke(colour(Tone.POINTED));
          double wide = Math.max(5, x(tick + 1) - x(tick));
          g.strokeRect((x(tick) + x(tick + 1) - wide) / 2, HEAD - 1, wide, bottom - HEAD + 1);
        });
    g.setLineWidth(1);
  }

  private Color colour(Tone tone) {
    int rgb = palette.rgb(tone);
    return FxColours.of(rgb);
  }
}
