package dev.hindsight.trainer.run.session;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.condition.Condition;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.run.UpdateProgress;
import dev.hindsight.trainer.run.UpdateReport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// The evaluations of a run and the conditions on them. One owner thread.
final class RunEvaluations {
  private final TrainingSpec spec;
  private final PolicyLibrary policies;
  private RunSettings.EvaluationRule rule;
  private final Optional<Condition> stopWhen;
  private final List<ArmedCondition> armed = new ArrayList<>();

  /// The evaluation of the last update; empty if it was not evaluated.
  private Optional<EvaluationSignals> latest = Optional.empty();

  private boolean toldOfReturn;

  /// Whether the user knows from the start what `stop_when` asks for in vain.
  private final boolean toldOfScores;

  /// A breakpoint's condition.
  private static final class ArmedCondition {
    private final Condition condition;
    private boolean held;

    ArmedCondition(Condition condition) {
      this.condition = condition;
    }

    /// Whether it begins to hold.
    boolean begins(EvaluationSignals signals) {
      boolean before = held;
      held = signals.meet(condition);
      return held && !before;
    }
  }

  RunEvaluations(TrainingSpec spec, PolicyLibrary policies) {
    this.spec = spec;
    this.policies = policies;
    this.rule = spec.run().evaluation();
    this.stopWhen =
        Optional.of(spec.run().stopWhen())
            .filter(text -> !text.isEmpty())
            .map(spec::evaluationCondition);
    this.toldOfScores = beforehand(spec).isPresent();
  }

  /// What the user should know before the first update: that `stop_when` asks for scores, which the
  /// environment is known not to have.
  static Optional<TrainingEvent.Warned> beforehand(TrainingSpec spec) {
    String text = spec.run().stopWhen();
    boolean unscored = spec.heldOut().factories().stream().anyMatch(EnvironmentFactory::unscored);
    return text.isEmpty() || !unscored ? Optional.empty() : inVain(spec.evaluationCondition(text));
  }

  /// Changes how often the policy is evaluated.
  void change(RunSettings.EvaluationRule other) {
    rule = other;
  }

  /// Adds an evaluation to the measurements of an update if it is time for one.
  ///
  /// @param policy the policy after the update
  /// @param progress hears that an evaluation begins
  UpdateReport measured(
      UpdateReport report,
      long updatesInAll,
      Supplier<Checkpoint> policy,
      UpdateProgress progress) {
    if (!rule.due(report.update(), updatesInAll)) {
      return report;
    }
    progress.reached(UpdateProgress.Phase.EVALUATE, 0, 0);
    long begin = System.nanoTime();
    PolicyScores scores = policies.evaluate(policy.get(), spec);
    Map<String, Double> metrics = new LinkedHashMap<>(scores.metrics());
    metrics.put(UpdateReport.EVALUATION_SECONDS, (System.nanoTime() - begin) * 1e-9);
    return report.with(metrics);
  }

  /// Continues after the last update of a resumed run.
  ///
  /// @param signals empty if it was not evaluated
  void restore(Optional<EvaluationSignals> signals) {
    latest = signals;
  }

  /// Notes the last update.
  ///
  /// @param signals empty if it was not evaluated
  /// @param byReturn whether the best update is the one with the highest return
  /// @param listener hears of it when it first is
  void updated(
      Optional<EvaluationSignals> signals, boolean byReturn, Consumer<TrainingEvent> listener) {
    latest = signals;
    if (byReturn && !toldOfReturn) {
      toldOfReturn = true;
      byReturn(stopWhen.filter(_ -> !toldOfScores)).forEach(listener);
    }
  }

  /// Arms conditions in place of those that were.
  void arm(List<Condition> conditions) {
    armed.clear();
    conditions.forEach(condition -> armed.add(new ArmedCondition(condition)));
  }

  /// The first armed condition that began to hold with the last update.
  Optional<String> reached() {
    Optional<String> first = Optional.empty();
    for (ArmedCondition one : armed) {
      if (latest.filter(one::begins).isPresent() && first.isEmpty()) {
        first = Optional.of(one.condition.text());
      }
    }
    return first;
  }

  /// What the user should know where only returns say which policy is the best: that they do, and
  /// that the condition `stop_when` asks for scores.
  static List<TrainingEvent.Warned> byReturn(Optional<Condition> stopWhen) {
    List<TrainingEvent.Warned> warnings = new ArrayList<>();
    warnings.add(
        new TrainingEvent.Warned(
            wording("RunEvaluations.best_by_return"), wording("RunEvaluations.compare_by_return")));
    stopWhen.flatMap(RunEvaluations::inVain).ifPresent(warnings::add);
    return warnings;
  }

  /// That a condition asks for scores where there are none; empty if it asks for none.
  private static Optional<TrainingEvent.Warned> inVain(Condition condition) {
    return Optional.of(EvaluationSignals.ofScores(condition))
        .filter(names -> !names.isEmpty())
        .map(names ->
            new TrainingEvent.Warned(
                wording("RunEvaluations.stop_when_asks_for_scores", String.join(", ", names)),
                wording("RunEvaluations.use_eval_return")));
  }

  /// Why the run ends after the last update: its condition `stop_when` holds.
  Optional<String> stopReason() {
    return stopWhen.flatMap(condition ->
        latest
            .filter(signals -> signals.meet(condition))
            .map(signals ->
                wording("RunEvaluations.stop_when_holds", condition.text(), signals.update())));
  }
}
