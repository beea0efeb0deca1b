package dev.hindsight.inspector.lookback;

import dev.hindsight.inspector.attention.HeatColours;
import dev.hindsight.inspector.attention.StripPicture;
import dev.hindsight.inspector.live.Colours;
import dev.hindsight.inspector.live.Pixels;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.attention.Span;
import dev.hindsight.trainer.scene.Tone;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.scene.AccessibleRole;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.Region;
import javafx.scene.paint.Color;
import javafx.scene.text.Font;
import javafx.scene.text.TextAlignment;

/// The strip: a row for every head, key ticks from left to right, trials marked, entropy beside it.
/// FX thread.
final class LookBackStrip extends Region {
  static final int ROW = 15;
  private static final int NAMES = 118;
  private static final int ENTROPY = 74;
  private static final int HEAD = 15;

  private final Canvas canvas = new Canvas();
  private final Consumer<Optional<Integer>> lookedAt;
  private final Consumer<Integer> seek;
  private Palette palette;
  private HeatColours colours;
  private Optional<LookBack> back = Optional.empty();
  private Span stretch = new Span(0, 1);
  private Optional<Integer> looked = Optional.empty();

  /// @param lookedAt hears of the tick the pointer or the keys are at
  /// @param seek moves the cursor to a tick
  LookBackStrip(Palette palette, Consumer<Optional<Integer>> lookedAt, Consumer<Integer> seek) {
    this.palette = palette;
    this.colours = new HeatColours(palette);
    this.lookedAt = lookedAt;
    this.seek = seek;
    setId("look-back.strip");
    setFocusTraversable(true);
    setAccessibleRole(AccessibleRole.IMAGE_VIEW);
    setAccessibleText("Where each head looks back to, key ticks from left to right");
    setMinSize(0, HEAD + ROW);
    canvas.setManaged(false);
    canvas.setMouseTransparent(true);
    setPickOnBounds(true);
    getChildren().add(canvas);
    setOnMouseMoved(event -> look(tickAt(event.getX())));
    setOnMouseExited(_ -> look(Optional.empty()));
    setOnMouseClicked(event -> {
      requestFocus();
      tickAt(event.getX()).ifPresent(seek);
    });
    addEventHandler(KeyEvent.KEY_PRESSED, this::key);
  }

  void show(Optional<LookBack> next, Span ticks) {
    back = next;
    stretch = ticks;
    setPrefHeight(HEAD + ROW * Math.max(1, next.map(b -> b.rows().size()).orElse(1)));
    paint();
  }

  void dress(Palette next) {
    palette = next;
    colours = new HeatColours(next);
    paint();
  }

  private int wide() {
    return Math.max(1, (int) getWidth() - NAMES - ENTROPY);
  }

  private double x(int tick) {
    return NAMES + (double) (tick - stretch.from()) / stretch.ticks() * wide();
  }

  private Optional<Integer> tickAt(double px) {
    int tick = stretch.from() + (int) Math.floor((px - NAMES) / wide() * stretch.ticks());
    return back.filter(b -> px >= NAMES && tick >= stretch.from() && tick <= b.query())
        .map(_ -> tick);
  }

  private void look(Optional<Integer> tick) {
    if (!tick.equals(looked)) {
      looked = tick;
      lookedAt.accept(tick);
      paint();
    }
  }

  private void key(KeyEvent event) {
    if (back.isEmpty()) {
      return;
    }
    int query = back.get().query();
    int here = looked.orElse(query);
    switch (event.getCode()) {
      case LEFT -> look(Optional.of(Math.max(stretch.from(), here - 1)));
      case RIGHT -> look(Optional.of(Math.min(query, here + 1)));
      case HOME -> look(Optional.of(stretch.from()));
      case END -> look(Optional.of(query));
      case ENTER -> seek.accept(here);
      default -> {
        return;
      }
    }
    event.consume();
  }

  @Override
  protected void layoutChildren() {
    if (canvas.getWidth() != getWidth() || canvas.getHeight() != getHeight()) {
      canvas.setWidth(getWidth());
      canvas.setHeight(getHeight());
      paint();
    }
  }

  private void paint() {
    GraphicsContext g = canvas.getGraphicsContext2D();
    g.clearRect(0, 0, canvas.getWidth(), canvas.getHeight());
    if (back.isEmpty() || getWidth() < NAMES + ENTROPY) {
      return;
    }
    LookBack shown = back.get();
    StripPicture picture =
        StripPicture.of(
            shown.rows().stream().map(LookBack.Row::weights).toList(),
            stretch.ticks(),
            wide(),
            ROW,
            colours);
    g.drawImage(Pixels.image(picture.width(), picture.height(), picture.argb()), NAMES, HEAD);
    g.setFont(Font.font(11));
    for (int row = 0; row < shown.rows().size(); row++) {
      double base = HEAD + row * ROW + 11.0;
      g.setFill(colour(Tone.TEXT));
      g.setTextAlign(TextAlignment.RIGHT);
      g.fillText(shown.rows().get(row).name(), NAMES - 5, base, NAMES - 6);
      g.setFill(colour(Tone.TEXT_MUTED));
      g.setTextAlign(TextAlignment.LEFT);
      g.fillText(
          String.format(Locale.ROOT, "%.2f nats", shown.rows().get(row).entropy()),
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
    for (LookBack.Part part : shown.trials()) {
      double left = x(part.ticks().from());
      String name = "trial " + (part.trial() + 1);
      if (left >= free) {
        g.setFill(colour(Tone.TEXT_MUTED));
        g.fillText(name, left + 2, 11);
        free = left + 46;
      }
      if (part.ticks().from() > stretch.from()) {
        g.setLineDashes(4, 3);
        g.strokeLine(left, 2, left, bottom);
        g.setLineDashes();
      }
    }
    g.setStroke(colour(Tone.SELECTED));
    g.setLineWidth(1.5);
    double query = (x(shown.query()) + x(shown.query() + 1)) / 2;
    g.strokeLine(query, HEAD - 3, query, bottom);
    looked.ifPresent(tick -> {
      g.setStroke(colour(Tone.POINTED));
      double wide = Math.max(5, x(tick + 1) - x(tick));
      g.strokeRect((x(tick) + x(tick + 1) - wide) / 2, HEAD - 1, wide, bottom - HEAD + 1);
    });
    g.setLineWidth(1);
  }

  private Color colour(Tone tone) {
    int rgb = palette.rgb(tone);
    return Colours.of(rgb);
  }
}
