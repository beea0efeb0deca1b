package dev.hindsight.inspector.verdict;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.counterfactual.ControlledEpisodes;
import dev.hindsight.trainer.counterfactual.MemoryControl;
import dev.hindsight.trainer.outcome.Ending;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import dev.hindsight.trainer.text.Sentences;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Runs a recording's episodes again under every control, runs further episodes with other seeds,
/// and draws a conclusion.
///
/// @param rollout read, not closed
/// @param checkpoint a file the user named; otherwise the experiment looks for the one that
///   recorded
/// @param episodes number of episodes in all; at least those of the recording
public record MemoryExperiment(Rollout rollout, Optional<Path> checkpoint, int episodes)
    implements Job<MemoryVerdict> {
  /// What a recording lacks for this experiment, as a sentence; empty if nothing.
  public static Optional<String> missing(Manifest manifest) {
    if (manifest.trials().count() < 2) {
      return Optional.of(wording("MemoryExperiment.its_episodes_have_one_trial_there"));
    }
    String how = manifest.policy().actionSelection();
    return how.equals("sample") || how.equals("argmax")
        ? Optional.empty()
        : Optional.of(wording("MemoryExperiment.no_policy_chose_its_actions_nothing", how));
  }

  @Override
  public MemoryVerdict run(Progress progress, Cancellation cancellation) {
    missing(rollout.manifest())
        .ifPresent(why -> {
          throw new Problem(
              Sentences.clause(why),
              rollout.file().toString(),
              wording("MemoryExperiment.take_a_recording_of_a_policy"));
        });
    int draws = draws(rollout, episodes);
    int batches = Math.ceilDiv(draws, ControlScores.BATCH);
    MemoryControl[] controls = MemoryControl.values();
    List<ControlScores> all = new ArrayList<>();
    for (MemoryControl control : controls) {
      ControlScores scores = batch(control, 0, draws, cancellation);
      progress.report((long) all.size() * batches + 1, (long) controls.length * batches, "runs");
      for (int batch = 1; batch < batches && scores.missing().isEmpty(); batch++) {
        scores = scores.and(batch(control, batch, draws, cancellation));
        progress.report(
            (long) all.size() * batches + batch + 1, (long) controls.length * batches, "runs");
      }
      all.add(scores);
    }
    return conclude(rollout, all);
  }

  /// Concludes from the scores of a recording's episodes under all controls.
  static MemoryVerdict conclude(Rollout rollout, List<ControlScores> all) {
    MemoryVerdict verdict = MemoryVerdict.of(all, rollout.manifest().trials().count());
    return cutOff(rollout)
        ? verdict.because(wording("MemoryExperiment.the_last_episode_goes_on"))
        : verdict;
  }

  /// Whether the recording stops within an episode, which is simulated here to its end: its scores
  /// count here, and not in those of the recording.
  private static boolean cutOff(Rollout rollout) {
    TrialIndex trials = rollout.trials();
    int last = trials.count() - 1;
    return last >= 0
        && (trials.trial(last) + 1 < rollout.manifest().trials().count()
            || !Ending.of(rollout, last).ended());
  }

  private ControlScores batch(
      MemoryControl control, int batch, int draws, Cancellation cancellation) {
    int from = batch * ControlScores.BATCH;
    return ControlScores.run(
        rollout,
        checkpoint,
        control,
        from,
        Math.min(draws, from + ControlScores.BATCH),
        cancellation);
  }

  /// The number of draws that give this many episodes: the first covers the whole recording.
  static int draws(Rollout rollout, int episodes) {
    return 1 + Math.max(0, episodes - ControlledEpisodes.recorded(rollout));
  }
}
