package dev.hindsight.trainer.learn.sac;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.OpenedParts;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.ActionMask;
import dev.hindsight.trainer.env.AgentGroup;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.Settings;
import dev.hindsight.trainer.learn.net.GroupActors;
import dev.hindsight.trainer.learn.net.GroupRows;
import dev.hindsight.trainer.learn.net.WeightVector;
import dev.hindsight.trainer.learn.replay.SequenceSizes;
import dev.hindsight.trainer.learn.replay.StepSizes;
import dev.hindsight.trainer.learn.training.BreakpointWatch;
import dev.hindsight.trainer.learn.training.ObservedWeights;
import dev.hindsight.trainer.learn.training.RolloutSize;
import dev.hindsight.trainer.learn.training.TimeoutSetting;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationPacking;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.run.Algorithm;
import dev.hindsight.trainer.run.AlgorithmType;
import dev.hindsight.trainer.run.TrainingTask;
import java.util.List;
import java.util.Set;

/// Soft actor-critic for networks with and without memory, of agents that decide alone or in
/// groups.
public final class SacType implements AlgorithmType {
  /// Its id in settings, checkpoints and ledgers.
  public static final String ID = "sac";

  /// Fraction of the available memory that the replay buffer may take.
  private static final double ROOM = 0.5;

  /// Numbers in the ticks of a batch, or in the states of a checkpoint: with limbo there may be
  /// several times as many ticks as steps, and an array has at most 2^31 - 1.
  private static final long MOST_NUMBERS = 250_000_000;

  /// Numbers of the actions of one generation of environments. A checkpoint may have 512 MB.
  private static final long MOST_ACTIONS = 100_000_000;

  @Override
  public String id() {
    return ID;
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
    ObservationLayout seen = shape.observation();
    if (ObservedWeights.of(seen).ownEntropy()) {
      throw new Problem(
          wording("SacType.agents_observe_an_entropy_weight"),
          wording("SacType.the_environments_conditioning"),
          wording("SacType.train_without_it_or_with_ppo"));
    }
    if (task.factories().getFirst().shape().actionMask() == ActionMask.APPLIES) {
      throw new Problem(
          wording("SacType.soft_actor_critic_does_not_mask"),
          ActionMask.SETTING.name(),
          wording("SacType.turn_it_off_or_learn_with"));
    }
    TimeoutSetting.check(task);
    SettingValues values = task.settings();
    SacConfig.checkSequences(values);
    SacNetworks networks = networks(task, values);
    RolloutSize.of(task, values.whole("rollout_fragment_length")).check();
    checkHistory(task, values);
    int capacity = values.whole("capacity");
    checkSequences(networks.sequences(), networks.sizes(), values, seen);
    if (values.whole("num_steps_sampled_before_learning_starts") > capacity) {
      throw new Problem(
          wording("SacType.steps_would_be_removed_before_learning", capacity),
          "num_steps_sampled_before_learning_starts",
          wording("SacType.make_it_at_most_the_capacity"));
    }
    double step =
        (double) networks.sizes().members() * new ObservationPacking(seen).bytes()
            + networks.sizes().actionBytes()
            + networks.sequences().tickBytes();
    double bytes = capacity * step * networks.learners();
    double most = ROOM * Runtime.getRuntime().maxMemory();
    if (bytes > most) {
      throw new Problem(
          wording(
              "SacType.steps_of_numbers_take_and_there",
              NumberWords.count(capacity),
              seen.size(),
              NumberWords.bytes((long) bytes),
              NumberWords.bytes((long) most)),
          "capacity",
          wording("SacType.lower_the_capacity"));
    }
  }

  /// Checks that the actions of a generation of environments fit into a checkpoint: they are kept
  /// from its first tick on, to simulate the buffer again.
  private static void checkHistory(TrainingTask task, SettingValues values) {
    long ticks =
        Math.min(
            values.whole("resample_frequency"),
            (long) values.whole("updates") * values.whole("rollout_fragment_length"));
    double numbers = 0;
    for (int e = 0; e < values.whole("num_envs"); e++) {
      EnvironmentShape one = task.factories().get(e % task.factories().size()).shape();
      numbers += one.agents() * (double) Math.max(1, StepSizes.of(one.actions(), 1).numbers());
    }
    if (ticks * numbers > MOST_ACTIONS) {
      throw new Problem(
          wording("SacType.actions_would_hold_numbers", ticks, (long) (ticks * numbers)),
          "resample_frequency",
          wording("SacType.replace_environments_more_often", (long) (MOST_ACTIONS / numbers)));
    }
  }

  /// Checks that a batch's ticks fit into one array, and so do a checkpoint's recurrent states.
  private static void checkSequences(
      SequenceSizes sequences, StepSizes sizes, SettingValues values, ObservationLayout seen) {
    int before =
        sequences.attention().from() == SequenceSizes.Attention.From.EPISODE
            ? Math.max(sequences.burnIn(), sequences.attention().horizon())
            : sequences.burnIn();
    long ticks = (long) sequences.length() + before + values.whole("n_step");
    long numbers =
        values.whole("train_batch_size_per_learner") * ticks * sizes.members() * seen.size();
    if (sequences.ticks() == SequenceSizes.Ticks.ALL && numbers > MOST_NUMBERS) {
      throw new Problem(
          wording("SacType.a_batch_would_hold_numbers", numbers, MOST_NUMBERS),
          SacConfig.LENGTH
              + ", "
              + SacConfig.BURN_IN
              + (before > sequences.burnIn() ? ", " + SacConfig.ZERO_INIT : ""),
          wording("SacType.make_them_or_the_batch_smaller"));
    }
    long states = (long) values.whole("capacity") * sequences.state();
    if (states > MOST_NUMBERS) {
      throw new Problem(
          wording("SacType.stored_states_would_hold_numbers", states, MOST_NUMBERS),
          SacConfig.ZERO_INIT,
          wording("SacType.lower_the_capacity_or_begin_empty"));
    }
  }

  @Override
  public void checkParent(TrainingTask task, Checkpoint parent) {
    GroupActors actors = networks(task, task.settings()).actors();
    for (int which = 0; which < actors.networks(); which++) {
      WeightVector.requireFit(
          GroupActors.part(parent.weights(), actors.form(), which), actors.network().parameters());
    }
  }

  /// The networks to train: the groups of every world must be whole and of one size.
  private static SacNetworks networks(TrainingTask task, SettingValues values) {
    EnvironmentFactory first = task.factories().getFirst();
    EnvironmentShape one = first.shape();
    int learning = task.coPlayer().isPresent() ? first.egos() : one.agents();
    for (AgentGroup group : one.groups()) {
      boolean some = group.members().stream().anyMatch(member -> member < learning);
      boolean all = group.members().stream().allMatch(member -> member < learning);
      if (some && !all) {
        throw new Problem(
            wording("SacType.a_group_is_not_whole", group.name(), learning),
            wording("SacType.the_groups_of_the_environment"),
            wording("SacType.let_all_its_members_learn"));
      }
    }
    if (task.factories().stream().anyMatch(other -> !other.shape().groups().equals(one.groups()))) {
      throw new Problem(
          wording("SacType.maps_have_different_groups"),
          wording("SacType.the_groups_of_the_environment"),
          wording("SacType.choose_maps_with_the_same_groups"));
    }
    int members = GroupRows.of(one.sideBySide(List.of(learning))).members();
    SacNetworks networks =
        SacNetworks.of(values, SacConfig.of(values, one.actions()), one, members);
    if (networks.sizes().members() > 1 && ObservedWeights.of(one.observation()).ownDiscount()) {
      throw new Problem(
          wording("SacType.members_have_discounts_of_their_own"),
          wording("SacType.the_environments_conditioning"),
          wording("SacType.let_each_decide_for_itself"));
    }
    return networks;
  }

  @Override
  public void checkConditions(TrainingTask task, List<String> conditions) {
    BreakpointWatch.check(task, BreakpointWatch.Attention.NONE, conditions);
  }

  @Override
  public Algorithm open(TrainingTask task) {
    check(task);
    try (OpenedParts parts = new OpenedParts()) {
      Algorithm training = new SacTraining(task, parts);
      parts.handOver();
      return training;
    }
  }
}
