package dev.hindsight.inspector.lookback;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.attention.AttentionLoader;
import dev.hindsight.inspector.attention.AttentionNotice;
import dev.hindsight.inspector.attention.AttentionReading;
import dev.hindsight.inspector.attention.AttentionState;
import dev.hindsight.inspector.attention.TickWords;
import dev.hindsight.inspector.live.LiveTree;
import dev.hindsight.inspector.live.NewestJob;
import dev.hindsight.inspector.live.PanelBox;
import dev.hindsight.inspector.live.StaleMark;
import dev.hindsight.inspector.live.WrappedLabel;
import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.task.Job;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import javafx.scene.Node;

/// Shows the strip, the moments with the most weight, and weight by trial. The row selected in the
/// table determines the moments. FX thread.
public final class LookBackPanel implements Panel {
  /// The most trials that get a column; more would be too narrow to read.
  private static final int COLUMNS = 8;

  private final PanelContext context;
  private final AttentionLoader follower;
  private final AttentionNotice notice;
  private final WrappedLabel wrappedLabel = WrappedLabel.of("look-back.sentence");
  private final LookBackStrip strip;
  private final LookBackMoments moments;
  private final LiveTree<Integer> table =
      new LiveTree<>("look-back.trials", wording("LookBackPanel.weight_by_trial"));
  private final NewestJob<Request, Shown> job;
  private final PanelBox node;
  private Moment moment;
  private Optional<Shown> shown = Optional.empty();

  private record Request(AttentionReading reading, int tick) {}

  private record Shown(AttentionReading reading, LookBack back) {}

  /// Opens it on the recording of a context.
  public LookBackPanel(PanelContext context) {
    this.context = context;
    moment = new Moment(context.rollout(), 0, Moment.NO_AGENT);
    notice =
        new AttentionNotice(
            "look-back",
            wording("LookBackPanel.select_an_agent_to_see_which"),
            context,
            () -> show(moment));
    strip = new LookBackStrip(context.palette(), this::lookedAt, context::seek);
    moments = new LookBackMoments(context);
    StaleMark results = new StaleMark(wrappedLabel, strip, moments, table);
    follower = new AttentionLoader(context, this::changed).marking(results);
    job =
        new NewestJob<>(context, wording("LookBackPanel.look_back"), this::read, this::arrived)
            .marking(results);
    table.column("Row", 172, row -> row(row).map(LookBack.WeightRow::name).orElse(""));
    int trials = Math.clamp(context.rollout().manifest().trials().count(), 1, COLUMNS);
    for (int trial = 0; trial < trials; trial++) {
      int number = trial;
      table.bars(
          wording("LookBackPanel.trial", trial + 1),
          86,
          row -> filled(mass(row, number)),
          row -> NumberWords.percent(mass(row, number)));
    }
    table.column("Entropy", 88, row -> row(row).map(r -> nats(r.entropy())).orElse(""));
    table
        .getSelectionModel()
        .selectedItemProperty()
        .addListener((_, _, _) -> shown.ifPresent(s -> show(s.back)));
    node = new PanelBox(notice, wrappedLabel, strip, moments, table);
    changed(follower.state());
  }

  @Override
  public Node node() {
    return node;
  }

  @Override
  public boolean empty() {
    return follower.state() instanceof AttentionState.Unavailable;
  }

  @Override
  public void show(Moment next) {
    moment = next;
    follower.follow(next);
    request();
  }

  @Override
  public void applyPalette(Palette palette) {
    strip.applyPalette(palette);
    moments.applyPalette(palette);
    shown.ifPresent(s -> show(s.back));
  }

  private void changed(AttentionState state) {
    notice.show(state, List.of(wrappedLabel, strip, moments, table));
    request();
  }

  private void request() {
    if (follower.state() instanceof AttentionState.Available(AttentionReading reading)
        && reading.tells(moment.agent(), moment.tick())) {
      boolean there =
          shown
              .map(s -> s.reading.equals(reading) && s.back.query() == moment.tick())
              .orElse(false);
      if (there) {
        job.withdraw();
      } else {
        job.request(new Request(reading, moment.tick()));
      }
    }
  }

  private Job<Shown> read(Request request) {
    TrialIndex trials = context.rollout().trials();
    return (_, _) ->
        new Shown(request.reading, LookBack.of(request.reading.trace(), trials, request.tick));
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
    table.refreshCells();
    LookBack.WeightRow weightRow = row(chosen(back)).orElseThrow();
    List<LookBack.WeightedTick> looks = weightRow.heaviest(LookBackMoments.COUNT);
    moments.show(looks, moment.agent());
    wrappedLabel.setText(words(back, weightRow, looks));
  }

  /// The selected row of the table, or the first layer's mean.
  private int chosen(LookBack back) {
    int mean = shown.map(s -> s.reading.trace().heads()).orElse(0);
    return table.chosen().filter(row -> row < back.rows().size()).orElse(mean);
  }

  private String words(
      LookBack back, LookBack.WeightRow weightRow, List<LookBack.WeightedTick> looks) {
    TrialIndex trials = context.rollout().trials();
    String at = wording("LookBackPanel.at", TickWords.of(trials, back.query()), weightRow.name());
    if (shown.filter(s -> !s.reading.passage().live(back.query())).isPresent()) {
      return wording("LookBackPanel.in_limbo", TickWords.of(trials, back.query()));
    }
    return looks.isEmpty()
        ? wording("LookBackPanel.attends_nowhere_its_weights_are", at)
        : String.format(
            Locale.ROOT,
            wording("LookBackPanel.attends_most_to"),
            at,
            looks.getFirst().tick() == back.query()
                ? wording("LookBackPanel.the_tick_itself")
                : TickWords.of(trials, looks.getFirst().tick()),
            NumberWords.percent(looks.getFirst().weight()));
  }

  private Optional<LookBack.WeightRow> row(int row) {
    return shown
        .map(s -> s.back.rows())
        .filter(rows -> row < rows.size())
        .map(rows -> rows.get(row));
  }

  private double mass(int row, int trial) {
    double mass = 0;
    for (LookBack.TrialSpan trialSpan : shown.map(s -> s.back.trials()).orElse(List.of())) {
      mass +=
          trialSpan.trial() == trial ? row(row).map(r -> r.mass(trialSpan.ticks())).orElse(0.0) : 0;
    }
    return mass;
  }

  /// The filled part of a bar; 0 if the weight is NaN.
  private static double filled(double part) {
    return Double.isNaN(part) ? 0 : Math.clamp(part, 0, 1);
  }

  private static String nats(double entropy) {
    return NumberWords.nats(entropy);
  }

  private void lookedAt(Optional<Integer> tick) {
    context.point(
        tick.map(t -> Set.of(MarkSubject.moment(t), MarkSubject.moment(moment.tick())))
            .orElse(Set.of()));
  }
}
