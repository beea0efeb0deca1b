package dev.hindsight.trainer.learn.sac;

import ai.djl.ndarray.NDManager;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.Settings;
import dev.hindsight.trainer.learn.TorchEngine;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.run.Algorithm;
import dev.hindsight.trainer.run.AlgorithmType;
import dev.hindsight.trainer.run.TrainingTask;

/// Soft actor-critic for a network without memory and a discrete action space.
public final class SacType implements AlgorithmType {
  /// Fraction of the available memory that the replay buffer may take.
  private static final double ROOM = 0.5;

  @Override
  public String id() {
    return "sac";
  }

  @Override
  public Settings settings() {
    return new Settings(SacConfig.SETTINGS);
  }

  @Override
  public long updates(SettingValues settings) {
    return settings.whole("updates");
  }

  @Override
  public void check(TrainingTask task) {
    EnvironmentShape shape = task.factories().getFirst().shape();
    if (shape.actions() instanceof ActionSpace.Continuous) {
      throw new Problem(
          "soft actor-critic needs discrete actions, and these are continuous",
          "the environment's actions",
          "choose discrete actions");
    }
    ObservationLayout seen = shape.observation();
    for (int d = 0; d < seen.size(); d++) {
      if (seen.nameOf(d).endsWith(".entropy_weight")) {
        throw new Problem(
            "agents observe an entropy weight of their own, and soft actor-critic learns one for"
                + " all",
            "the environment's conditioning",
            "train without it, or with ppo");
      }
    }
    SettingValues values = task.settings();
    int capacity = values.whole("capacity");
    if (values.whole("num_steps_sampled_before_learning_starts") > capacity) {
      throw new Problem(
          "learning would never start: at most " + capacity + " steps are remembered",
          "num_steps_sampled_before_learning_starts",
          "make it at most the capacity");
    }
    double bytes = (double) capacity * (seen.size() + 2) * Float.BYTES;
    double most = ROOM * Runtime.getRuntime().maxMemory();
    if (bytes > most) {
      throw new Problem(
          String.format(
              java.util.Locale.ROOT,
              "%,d steps of %d numbers take %s, and there is room for %s",
              capacity,
              seen.size(),
              NumberWords.bytes((long) bytes),
              NumberWords.bytes((long) most)),
          "capacity",
          "lower the capacity");
    }
  }

  @Override
  public Algorithm open(TrainingTask task) {
    check(task);
    NDManager manager = TorchEngine.scope(task.device());
    try {
      return new SacTraining(task, manager);
    } catch (RuntimeException e) {
      manager.close();
      throw e;
    }
  }
}
