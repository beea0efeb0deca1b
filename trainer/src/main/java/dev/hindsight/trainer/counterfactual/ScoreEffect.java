package dev.hindsight.trainer.counterfactual;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.branch.ControlResult;
import dev.hindsight.trainer.study.Interval;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// How the scores of an agent's trials change under an intervention. Every draw of random numbers
/// is simulated twice, with and without the intervention, so that the difference between the two is
/// its effect.
///
/// @param from the first simulated tick
/// @param change the intervention
/// @param trials those that ended in every run, in order
/// @param parts the first tick with another action, in the draw of the recording; -1 if there is
///   none
/// @param control whether the recording repeats without a change
/// @param departs the tick at which the unchanged run differs from the recording, if it does not
///   repeat
public record ScoreEffect(
    int from,
    Intervention change,
    List<TrialEffect> trials,
    int parts,
    ControlResult control,
    OptionalInt departs) {
  /// Copies the list.
  public ScoreEffect {
    trials = List.copyOf(trials);
  }

  /// Whether the difference is credited to the intervention: the recording repeats without it.
  public boolean credited() {
    return control.credits() && departs.isEmpty();
  }

  /// A warning to show before the scores; empty if the difference is credited to the intervention.
  public Optional<String> warning() {
    return control
        .warning()
        .or(() ->
            departs.isEmpty()
                ? Optional.empty()
                : Optional.of(
                    wording(
                        "ScoreEffect.without_the_change_it_diverges_from", departs.getAsInt())));
  }

  /// The effect on one trial.
  ///
  /// @param trial from 0
  /// @param with mean score without the intervention
  /// @param without mean score under the intervention
  /// @param difference `without` minus `with`, over the draws; valid for this one episode
  public record TrialEffect(int trial, double with, double without, Interval difference) {}

  /// Runs the simulations.
  ///
  /// @param draws how many, at least 1; the first is that of the recording
  public static ScoreEffect of(
      CounterfactualRunner run,
      Intervention intervention,
      int draws,
      Progress progress,
      Cancellation cancellation) {
    List<CounterfactualRun> with = new ArrayList<>();
    List<CounterfactualRun> without = new ArrayList<>();
    for (int draw = 0; draw < draws; draw++) {
      with.add(run.run(Intervention.NONE, draw, cancellation));
      without.add(run.run(intervention, draw, cancellation));
      progress.report(draw + 1L, draws, "runs");
    }
    List<TrialEffect> trials = new ArrayList<>();
    for (int k = 0; k < with.getFirst().scores().length; k++) {
      double[] before = scores(with, k);
      double[] after = scores(without, k);
      double[] differences = new double[draws];
      for (int i = 0; i < draws; i++) {
        differences[i] = after[i] - before[i];
      }
      if (Arrays.stream(differences).allMatch(Double::isFinite)) {
        trials.add(
            new TrialEffect(
                k,
                mean(before),
                mean(after),
                Interval.ofDifferences(differences, Interval.Range.UNIT)));
      }
    }
    return new ScoreEffect(
        run.from(),
        intervention,
        trials,
        with.getFirst().firstDifference(without.getFirst()),
        run.control(),
        run.departs(with.getFirst()));
  }

  private static double[] scores(List<CounterfactualRun> lives, int trial) {
    return lives.stream()
        .mapToDouble(counterfactualRun -> counterfactualRun.scores()[trial])
        .toArray();
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElse(Double.NaN);
  }
}
