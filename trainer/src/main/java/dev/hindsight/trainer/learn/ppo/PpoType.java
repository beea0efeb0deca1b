package dev.hindsight.trainer.learn.ppo;

import static dev.hindsight.trainer.text.TrainerText.wording;

import ai.djl.ndarray.NDManager;
import dev.hindsight.trainer.OpenedParts;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.Setting;
import dev.hindsight.trainer.env.Setting.Choice;
import dev.hindsight.trainer.env.Setting.Whole;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.Settings;
import dev.hindsight.trainer.fleet.FleetSettings;
import dev.hindsight.trainer.learn.net.WeightVector;
import dev.hindsight.trainer.learn.training.Architecture;
import dev.hindsight.trainer.learn.training.BreakpointWatch;
import dev.hindsight.trainer.learn.training.Collector.RowKind;
import dev.hindsight.trainer.learn.training.RolloutSize;
import dev.hindsight.trainer.learn.training.StepBudget;
import dev.hindsight.trainer.learn.training.TimeoutSetting;
import dev.hindsight.trainer.learn.training.VectorEnvironment;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.run.Algorithm;
import dev.hindsight.trainer.run.AlgorithmType;
import dev.hindsight.trainer.run.TrainingTask;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/// Proximal policy optimisation for a transformer, an LSTM or a network without memory.
public final class PpoType implements AlgorithmType {
  private static final List<Setting> ROWS =
      List.of(
          new Whole(
              "num_envs",
              256,
              1,
              100_000,
              "environments",
              wording("PpoType.environments_side_by_side")),
          VectorEnvironment.WORKERS,
          new Choice(
              "rows",
              "episodes",
              List.of("episodes", "segments"),
              wording("PpoType.what_an_update_learns_from_whole")),
          new Whole(
              "train_batch_size",
              0,
              0,
              100_000_000,
              "steps",
              wording("PpoType.steps_an_update_learns_from_at")),
          new Choice(
              "count_steps_by",
              "agent_steps",
              List.of("env_steps", "agent_steps"),
              wording("PpoType.what_a_step_of_train_batch")),
          StepBudget.TOTAL,
          new Whole("bptt_horizon", 32, 2, 100_000, "ticks", wording("PpoType.ticks_of_a_segment")),
          new Whole(
              "resample_frequency",
              910,
              1,
              10_000_000,
              "ticks",
              wording("PpoType.ticks_until_environments_are_replaced")));

  @Override
  public String id() {
    return "ppo";
  }

  @Override
  public Settings settings() {
    List<Setting> all = new ArrayList<>(Architecture.SETTINGS);
    all.addAll(ROWS);
    all.addAll(PpoConfig.SETTINGS);
    all.addAll(FleetSettings.SETTINGS);
    return new Settings(all);
  }

  @Override
  public Set<String> live() {
    return PpoConfig.LIVE;
  }

  @Override
  public long updates(SettingValues settings) {
    return settings.whole("updates");
  }

  @Override
  public OptionalLong stepsOfUpdate(TrainingTask task) {
    long agents = RolloutSize.agents(task);
    return OptionalLong.of(
        StepBudget.of(task.settings())
            .steps(ticks(task, agents), task.settings().whole("num_envs"), agents));
  }

  @Override
  public OptionalInt memoryTicks(TrainingTask task) {
    boolean segments = RowKind.named(task.settings().choice("rows")) == RowKind.SEGMENTS;
    return segments ? OptionalInt.of(ticks(task, RolloutSize.agents(task))) : OptionalInt.empty();
  }

  @Override
  public void check(TrainingTask task) {
    Architecture.check(task.settings());
    TimeoutSetting.check(task);
    FleetSettings fleet = FleetSettings.of(task.settings());
    fleet.check(task.settings().whole("num_envs"));
    // Workers hold what they collect, and the learner a copy of it.
    RolloutSize.of(task, ticks(task, RolloutSize.agents(task))).check(fleet.on() ? 2 : 1);
  }

  /// Environments are new in every update, so what a budget of steps cuts off is never seen.
  @Override
  public Optional<String> warning(TrainingTask task) {
    SettingValues values = task.settings();
    if (RowKind.named(values.choice("rows")) != RowKind.EPISODES) {
      return Optional.empty();
    }
    long agents = RolloutSize.agents(task);
    int ticks = ticks(task, agents);
    int whole = most(task);
    return ticks >= whole
        ? Optional.empty()
        : Optional.of(
            wording(
                "PpoType.episodes_are_cut",
                ticks,
                whole,
                StepBudget.of(values).smallest(whole, values.whole("num_envs"), agents)));
  }

  @Override
  public void checkParent(TrainingTask task, Checkpoint parent) {
    EnvironmentFactory first = task.factories().getFirst();
    int learning = task.coPlayer().isPresent() ? first.egos() : first.shape().agents();
    EnvironmentShape shape = first.shape().sideBySide(List.of(learning));
    int ticks = shape.observations(ticks(task, RolloutSize.agents(task)));
    WeightVector.requireFit(parent, Architecture.of(task.settings(), shape, ticks).parameters());
  }

  /// The most ticks of a row.
  ///
  /// @param agents learning agents in all environments
  static int ticks(TrainingTask task, long agents) {
    SettingValues values = task.settings();
    return StepBudget.of(values).ticks(values.whole("num_envs"), agents, most(task));
  }

  /// The most ticks of a row without a budget.
  private static int most(TrainingTask task) {
    EnvironmentShape shape = task.factories().getFirst().shape();
    return RowKind.named(task.settings().choice("rows")) == RowKind.EPISODES
        ? shape.trials() * shape.trialTimeoutTicks()
        : task.settings().whole("bptt_horizon");
  }

  /// Threads that act and learn: one for a GPU, which is fast with all rows together.
  static int threads(PpoConfig config, NDManager manager) {
    return manager.getDevice().isGpu() ? 1 : config.threads();
  }

  @Override
  public void checkConditions(TrainingTask task, List<String> conditions) {
    FleetSettings.of(task.settings()).refuse(conditions);
    BreakpointWatch.check(task, Architecture.attention(task.settings()), conditions);
  }

  @Override
  public Algorithm open(TrainingTask task) {
    try (OpenedParts parts = new OpenedParts()) {
      Algorithm training = new PpoTraining(task, parts);
      parts.handOver();
      return training;
    }
  }
}
