package dev.hindsight.trainer.learn.sac;

import static dev.hindsight.trainer.text.TrainerText.wording;

import ai.djl.ndarray.NDManager;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.ActionMask;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.Settings;
import dev.hindsight.trainer.learn.TorchEngine;
import dev.hindsight.trainer.learn.training.BreakpointWatch;
import dev.hindsight.trainer.learn.training.RolloutSize;
import dev.hindsight.trainer.learn.training.TimeoutSetting;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationPacking;
import dev.hindsight.trainer.run.Algorithm;
import dev.hindsight.trainer.run.AlgorithmType;
import dev.hindsight.trainer.run.TrainingTask;
import java.util.List;
import java.util.Set;

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
  public Set<String> live() {
    return SacConfig.LIVE;
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
          wording("SacType.soft_actor_critic_needs_discrete"),
          wording("SacType.the_environments_actions"),
          wording("SacType.choose_discrete_actions"));
    }
    ObservationLayout seen = shape.observation();
    for (int d = 0; d < seen.size(); d++) {
      if (seen.nameOf(d).endsWith(".entropy_weight")) {
        throw new Problem(
            wording("SacType.agents_observe_an_entropy_weight"),
            wording("SacType.the_environments_conditioning"),
            wording("SacType.train_without_it_or_with_ppo"));
      }
    }
    if (task.factories().getFirst().shape().actionMask() == ActionMask.APPLIES) {
      throw new Problem(
          wording("SacType.soft_actor_critic_does_not_mask"),
          ActionMask.SETTING.name(),
          wording("SacType.turn_it_off_or_learn_with"));
    }
    TimeoutSetting.check(task);
    SettingValues values = task.settings();
    RolloutSize.of(task, values.whole("rollout_fragment_length")).check();
    int capacity = values.whole("capacity");
    if (values.whole("num_steps_sampled_before_learning_starts") > capacity) {
      throw new Problem(
          wording("SacType.learning_would_never_start_at_most", capacity),
          "num_steps_sampled_before_learning_starts",
          wording("SacType.make_it_at_most_the_capacity"));
    }
    double bytes = (double) capacity * (new ObservationPacking(seen).bytes() + 2 * Float.BYTES);
    double most = ROOM * Runtime.getRuntime().maxMemory();
    if (bytes > most) {
      throw new Problem(
          String.format(
              java.util.Locale.ROOT,
              wording("SacType.steps_of_numbers_take_and_there"),
              capacity,
              seen.size(),
              NumberWords.bytes((long) bytes),
              NumberWords.bytes((long) most)),
          "capacity",
          wording("SacType.lower_the_capacity"));
    }
  }

  @Override
  public void checkConditions(TrainingTask task, List<String> conditions) {
    BreakpointWatch.check(task, BreakpointWatch.Attention.NONE, conditions);
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
