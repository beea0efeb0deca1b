package dev.hindsight.inspector.lookback;

import dev.hindsight.inspector.attention.AttentionFollower;
import dev.hindsight.inspector.attention.AttentionNotice;
import dev.hindsight.inspector.attention.AttentionReading;
import dev.hindsight.inspector.attention.AttentionState;
import dev.hindsight.inspector.attention.TickWords;
import dev.hindsight.inspector.live.LiveTree;
import dev.hindsight.inspector.live.NewestJob;
import dev.hindsight.inspector.live.PanelBox;
import dev.hindsight.inspector.live.Sentence;
import dev.hindsight.inspector.live.StaleMark;
import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.scene.Subject;
import dev.hindsight.trainer.task.Job;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import javafx.scene.Node;

/// The strip, the moments looked at most, and weight by trial. Choosing a row of the table says
/// which row the moments are of. FX thread.
final class LookBackPanel implements Panel {
  /// Trials that get a column; more would be too narrow to read.
  private static final int COLUMNS = 8;

  private final PanelContext context;
  private final AttentionFollower follower;
  private final AttentionNotice notice;
  private final Sentence sentence = Sentence.of("look-back.sentence");
  private final LookBackStrip strip;
  private final LookBackMoments moments;
  private final LiveTree<Integer> table = new LiveTree<>("look-back.trials", "Weight by trial");
  private final NewestJob<Wish, Shown> job;
  private final PanelBox node;
  private Moment moment;
  private Optional<Shown> shown = Optional.empty();

  private record Wish(AttentionReading reading, int tick) {}

  private record Shown(AttentionReading reading, LookBack back) {}

  LookBackPanel(PanelContext context) {
    this.context = context;
    moment = new Moment(context.rollout(), 0, Moment.NO_AGENT);
    notice =
        new AttentionNotice(
            "look-back",
            "Select an agent to see which earlier moments it looks back at.",
            context,
            () -> show(moment));
    strip = new LookBackStrip(context.palette(), this::lookedAt, context::seek);
    moments = new LookBackMoments(context);
    StaleMark results = new StaleMark(sentence, strip, moments, table);
    follower = new AttentionFollower(context, this::changed).marking(results);
    job = new NewestJob<>(context, "Look back", this::read, this::arrived).marking(results);
    table.column("Row", 172, row -> row(row).map(LookBack.Row::name).orElse(""));
    int trials = Math.clamp(context.rollout().manifest().trials().count(), 1, COLUMNS);
    for (int trial = 0; trial < trials; trial++) {
      int number = trial;
      table.bars(
          "Trial " + (trial + 1),
          86,
          row -> filled(mass(row, number)),
          row -> NumberWords.percent(mass(row, number)));
    }
    table.column("Entropy", 88, row -> row(row).map(r -> nats(r.entropy())).orElse(""));
    table
        .getSelectionModel()
        .selectedItemProperty()
        .addListener((_, _, _) -> shown.ifPresent(s -> show(s.back)));
    node = new PanelBox(notice, sentence, strip, moments, table);
    changed(follower.state());
  }

  @Override
  public Node node() {
    return node;
  }

  @Override
  public void show(Moment next) {
    moment = next;
    follower.follow(next);
    wish();
  }

  @Override
  public void dress(Palette palette) {
    strip.dress(palette);
    moments.dress(palette);
    shown.ifPresent(s -> show(s.back));
  }

  private void changed(AttentionState state) {
    notice.show(state, List.of(sentence, strip, moments, table));
    wish();
  }

  private void wish() {
    if (follower.state() instanceof AttentionState.Known(AttentionReading reading)
        && reading.tells(moment.agent(), moment.tick())) {
      boolean there =
          shown
              .map(s -> s.reading.equals(reading) && s.back.query() == moment.tick())
              .orElse(false);
      if (!there) {
        job.wish(new Wish(reading, moment.tick()));
      }
    }
  }

  private Job<Shown> read(Wish wish) {
    TrialIndex trials = context.rollout().trials();
    return (_, _) -> new Shown(wish.reading, LookBack.of(wish.reading.trace(), trials, wish.tick));
  }

  private void arrived(Shown next) {
    if (next.reading.agent() != moment.agent()) {
      return;
    }
    shown = Optional.of(next);
    int rows = next.back.rows().size();
    if (LiveTree.rows(table, rows)) {
      table.tall(rows);
    }
    show(next.back);
  }

  private void show(LookBack back) {
    Span stretch = shown.map(s -> s.reading.trace().span()).orElse(new Span(0, 1));
    strip.show(Optional.of(back), stretch);
    table.ask();
    LookBack.Row row = row(chosen(back)).orElseThrow();
    List<LookBack.Look> looks = row.heaviest(LookBackMoments.COUNT);
    moments.show(looks, moment.agent());
    sentence.setText(words(back, row, looks));
  }

  /// The row chosen in the table, or the first layer's mean.
  private int chosen(LookBack back) {
    int mean = shown.map(s -> s.reading.trace().heads()).orElse(0);
    return table.chosen().filter(row -> row < back.rows().size()).orElse(mean);
  }

  private String words(LookBack back, LookBack.Row row, List<LookBack.Look> looks) {
    TrialIndex trials = context.rollout().trials();
    String at = "At " + TickWords.of(trials, back.query()) + ", " + row.name();
    return looks.isEmpty()
        ? at + " looks nowhere: its weights are no numbers."
        : String.format(
            Locale.ROOT,
            "%s looks most at %s: %s.",
            at,
            looks.getFirst().tick() == back.query()
                ? "the tick itself"
                : TickWords.of(trials, looks.getFirst().tick()),
            NumberWords.percent(looks.getFirst().weight()));
  }

  private Optional<LookBack.Row> row(int row) {
    return shown
        .map(s -> s.back.rows())
        .filter(rows -> row < rows.size())
        .map(rows -> rows.get(row));
  }

  private double mass(int row, int trial) {
    double mass = 0;
    for (LookBack.Part part : shown.map(s -> s.back.trials()).orElse(List.of())) {
      mass += part.trial() == trial ? row(row).map(r -> r.mass(part.ticks())).orElse(0.0) : 0;
    }
    return mass;
  }

  /// How much of a bar; nothing of it where weights are no numbers.
  private static double filled(double part) {
    return Double.isNaN(part) ? 0 : Math.clamp(part, 0, 1);
  }

  private static String nats(double entropy) {
    return NumberWords.nats(entropy);
  }

  private void lookedAt(Optional<Integer> tick) {
    context.point(
        tick.map(t -> Set.of(Subject.moment(t), Subject.moment(moment.tick()))).orElse(Set.of()));
  }
}
