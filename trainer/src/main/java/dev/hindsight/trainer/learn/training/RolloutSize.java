package dev.hindsight.trainer.learn.training;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.run.TrainingTask;

/// How many ticks an update collects, known before any part of a run exists: an update that is too
/// large would allocate for minutes and then never end its first check.
///
/// @param environments side by side
/// @param agents learning agents in all of them
/// @param ticks the most ticks of each agent
/// @param numbers D, size of an observation
public record RolloutSize(int environments, long agents, int ticks, int numbers) {
  /// The most ticks of all agents together: at the 20,000 to 50,000 agent steps a second that two
  /// cores learn from, an update of this size takes about a minute.
  static final long MOST_ROWS = 2_000_000;

  /// Counts the learning agents of a task.
  ///
  /// @param task with the setting `num_envs`
  public static long agents(TrainingTask task) {
    int environments = task.settings().whole("num_envs");
    long agents = 0;
    for (int e = 0; e < environments; e++) {
      EnvironmentFactory factory = task.factories().get(e % task.factories().size());
      agents += task.coPlayer().isPresent() ? factory.egos() : factory.shape().agents();
    }
    return agents;
  }

  /// @param ticks the most ticks of each agent
  public static RolloutSize of(TrainingTask task, int ticks) {
    return new RolloutSize(
        task.settings().whole("num_envs"),
        agents(task),
        ticks,
        task.factories().getFirst().shape().observation().size());
  }

  /// Checks that an update is not too large.
  ///
  /// @throws Problem naming the largest number of environments
  public void check() {
    long steps = agents * ticks;
    // The observations of an update lie in one buffer, which an int counts.
    long most = Math.min(MOST_ROWS, Integer.MAX_VALUE / Math.max(1, numbers));
    if (steps > most) {
      long fits = Math.max(1, environments * most / steps);
      throw new Problem(
          wording(
              "RolloutSize.an_update_would_collect",
              NumberWords.count(steps),
              NumberWords.count(environments),
              NumberWords.count(most)),
          "num_envs",
          wording("RolloutSize.take_at_most_environments", NumberWords.count(fits)));
    }
  }
}
