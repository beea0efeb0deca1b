package dev.hindsight.app.replay;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.trainer.NumberWords;
import java.util.List;
import java.util.Optional;

/// Lists the steps of an episode in a replay buffer. FX thread.
final class StepTable extends ReplayTable<ReplayStep> {
  private Optional<ReplayRow> episode = Optional.empty();

  StepTable() {
    super("replay.steps", wording("StepTable.steps"), wording("StepTable.select_an_episode"));
    column(wording("StepTable.step"), 70, step -> "" + step.step(), ReplayStep::step);
    column(wording("StepTable.tick"), 80, step -> "" + step.tick(), ReplayStep::tick);
    column(
        wording("StepTable.reward"),
        90,
        step -> ReplayText.number(step.reward()),
        ReplayStep::reward);
    column(
        wording("StepTable.priority"),
        90,
        step -> ReplayText.number(step.priority()),
        ReplayStep::priority);
    column(
        wording("StepTable.probability"),
        110,
        step -> ReplayText.share(step.probability()),
        ReplayStep::probability);
    column(
        wording("StepTable.draws"), 80, step -> NumberWords.count(step.draws()), ReplayStep::draws);
    column(
        wording("StepTable.last_drawn"),
        170,
        step ->
            step.start()
                ? ReplayText.drawn(step.since())
                : wording("StepTable.too_late_in_the_episode"),
        step -> ReplayOrder.ofDraw(step.since()));
  }

  /// Shows the steps of an episode, and keeps the selected one of the same episode.
  void show(Optional<ReplayRow> row) {
    boolean same = row.isPresent() && episode.filter(row.get()::same).isPresent();
    Optional<ReplayStep> before = same ? selected() : Optional.empty();
    episode = row;
    show(
        row.map(ReplayStep::of).orElse(List.of()),
        step -> before.filter(old -> old.step() == step.step()).isPresent());
  }
}
