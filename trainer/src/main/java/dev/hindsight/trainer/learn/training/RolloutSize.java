package dev.hindsight.trainer.learn.training;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.observation.ObservationPacking;
import dev.hindsight.trainer.run.TrainingTask;

/// How many ticks an update collects, known before any part of a run exists: an update that is too
/// large would allocate for minutes and then never end its first check.
///
/// @param environments side by side
/// @param agents learning agents in all of them
/// @param ticks the most ticks of each agent
/// @param packing of observations
public record RolloutSize(int environments, long agents, int ticks, ObservationPacking packing) {
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
        new ObservationPacking(task.factories().getFirst().shape().observation()));
  }

  /// Checks that an update is not too large.
  ///
  /// @throws Problem naming the largest number of environments
  public void check() {
    check(1);
  }

  /// As [#check()], where observations are held several times.
  ///
  /// @param copies how often
  public void check(int copies) {
    long steps = agents * ticks;
    long most = Math.min(MOST_ROWS, mostObservations(Runtime.getRuntime().maxMemory() / copies));
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

  /// How many observations fit. Floats lie in one buffer, packed ones in a buffer for each row; an
  /// int counts the bytes of a buffer.
  ///
  /// @param memory of this process in bytes
  long mostObservations(long memory) {
    int bytes = Math.max(1, packing.bytes());
    long inMemory = memory / bytes;
    long inBuffers =
        packing.isFloats()
            ? Integer.MAX_VALUE / bytes
            : ticks <= Integer.MAX_VALUE / bytes ? Long.MAX_VALUE : 0;
    return Math.min(inMemory, inBuffers);
  }
}
