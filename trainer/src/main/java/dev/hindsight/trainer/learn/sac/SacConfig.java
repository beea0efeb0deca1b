package dev.hindsight.trainer.learn.sac;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.advantage.Discounting.EndRule;
import dev.hindsight.trainer.advantage.Discounting.TimeoutRule;
import dev.hindsight.trainer.env.Setting;
import dev.hindsight.trainer.env.Setting.Choice;
import dev.hindsight.trainer.env.Setting.Flag;
import dev.hindsight.trainer.env.Setting.Real;
import dev.hindsight.trainer.env.Setting.Whole;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.learn.net.GroupActors;
import dev.hindsight.trainer.learn.replay.ReplayBuffer;
import dev.hindsight.trainer.learn.replay.ReplayBufferKind;
import dev.hindsight.trainer.learn.replay.SequenceSizes;
import dev.hindsight.trainer.learn.replay.SequenceSizes.Attention.From;
import dev.hindsight.trainer.learn.training.Adam;
import dev.hindsight.trainer.learn.training.Architecture;
import dev.hindsight.trainer.learn.training.Collector;
import dev.hindsight.trainer.learn.training.TimeoutSetting;
import dev.hindsight.trainer.learn.training.VectorEnvironment;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// The settings of learning.
///
/// @param updates U, updates of a run
/// @param rates learning rates
/// @param gamma discount factor, for agents without one of their own
/// @param tau fraction by which target critics follow per step
/// @param critics 2, or 1 to do without the second
/// @param initialAlpha initial temperature
/// @param entropyTarget the target entropy H* of one member, nats
/// @param group how groups learn and act
/// @param actors which networks the members of a group act with
/// @param perMember whether each member of a group has a temperature of its own
/// @param batch N, sequences per batch
/// @param sequences which are drawn
/// @param learningStarts steps to collect before learning begins
/// @param intensity learned steps per simulated step
/// @param replayBuffer kind of the replay buffer
/// @param replaySizes of the replay buffer
/// @param gradientNorm longest gradient that is not clipped; infinite for no limit
/// @param rewardScale c, by which critics multiply rewards
/// @param rewardClip rewards are clamped to this and its negative
/// @param trialEnds effect of the end of a trial on the value that follows
/// @param timeouts what a time limit does
record SacConfig(
    long updates,
    Rates rates,
    double gamma,
    double tau,
    int critics,
    double initialAlpha,
    double entropyTarget,
    GroupMode group,
    GroupActors.Form actors,
    boolean perMember,
    int batch,
    Sequences sequences,
    int learningStarts,
    double intensity,
    String replayBuffer,
    ReplayBufferKind.Sizes replaySizes,
    double gradientNorm,
    double rewardScale,
    double rewardClip,
    EndRule trialEnds,
    TimeoutRule timeouts,
    Adam.Betas adam) {
  /// Name of the setting for how groups learn.
  static final String GROUP_MODE = "group_mode";

  /// Name of the setting for the networks that the members of a group act with.
  static final String ACTORS = "group_actors";

  /// Name of the setting for the network.
  static final String POLICY = "policy";

  /// The network without memory.
  static final String MLP = "mlp";

  /// The network with a recurrent state.
  static final String LSTM = "lstm";

  /// The network with attention over its episode.
  static final String TRANSFORMER = "transformer";

  /// Name of the setting for T.
  static final String LENGTH = "replay_sequence_length";

  /// Name of the setting for B.
  static final String BURN_IN = "replay_burn_in";

  /// Name of the setting for the memory with which sequences begin.
  static final String ZERO_INIT = "replay_zero_init_states";

  private static final String BATCH = "train_batch_size_per_learner";
  private static final String TRIAL_ENDS = "trial_ends";
  private static final String ACROSS = "across";

  /// The most steps of a batch.
  private static final int MOST_STEPS = 1_000_000;

  private static final String AUTO = "auto";
  private static final String SHARE = "share";
  private static final String NATS = "nats";
  private static final String OWN = "own";

  /// The knobs, with RLlib's names and defaults.
  static final List<Setting> SETTINGS =
      List.of(
          new Choice(
              POLICY,
              MLP,
              List.of(MLP, LSTM, TRANSFORMER),
              wording("SacConfig.no_memory_or_a_recurrent_state")),
          new Whole(
              "input_size",
              64,
              4,
              4096,
              "numbers",
              wording("SacConfig.width_of_each_of_drives_encoders")),
          new Whole(
              "hidden_size", 256, 4, 4096, "numbers", wording("SacConfig.width_of_every_layer")),
          Architecture.NUM_LAYERS,
          Architecture.NUM_HEADS,
          Architecture.FEED_FORWARD,
          Architecture.ENCODER,
          Architecture.CHANNELS,
          Architecture.NETWORK_SIZE,
          new Whole(
              "num_envs",
              8,
              1,
              100_000,
              "environments",
              wording("SacConfig.environments_side_by_side")),
          VectorEnvironment.WORKERS,
          new Whole(
              "rollout_fragment_length",
              64,
              1,
              100_000,
              "ticks",
              wording("SacConfig.ticks_an_update_simulates_in_each")),
          new Whole(
              "resample_frequency",
              960,
              1,
              10_000_000,
              "ticks",
              wording("SacConfig.ticks_until_environments_are_replaced")),
          new Whole(
              "updates", 100, 1, 10_000_000, "updates", wording("SacConfig.updates_a_run_has")),
          real("actor_lr", 3e-5, 0, 1, wording("SacConfig.step_size_of_the_policy")),
          real("critic_lr", 3e-4, 0, 1, wording("SacConfig.step_size_of_the_critics")),
          real("alpha_lr", 3e-4, 0, 1, wording("SacConfig.step_size_of_the_temperature")),
          real("gamma", 0.99, 0, 1, wording("SacConfig.discount_factor_per_tick")),
          real("tau", 5e-3, 0, 1, wording("SacConfig.share_by_which_the_target_critics")),
          new Flag("twin_q", true, wording("SacConfig.two_critics_the_lower_estimate_counts")),
          real("initial_alpha", 1, 1e-9, 1e6, wording("SacConfig.temperature_to_begin_with")),
          new Choice(
              "target_entropy",
              AUTO,
              List.of(AUTO, SHARE, NATS),
              wording("SacConfig.entropy_the_temperature_aims_at")),
          real("target_entropy_share", 0.98, 0, 1, wording("SacConfig.that_share")),
          new Real("target_entropy_nats", -1, -1e4, 1e4, "nats", wording("SacConfig.that_entropy")),
          new Choice(
              GROUP_MODE,
              GroupMode.CTDE.id(),
              GroupMode.ids(),
              wording("SacConfig.how_agents_of_a_group_learn")),
          new Choice(
              ACTORS,
              "shared",
              List.of("shared", OWN),
              wording("SacConfig.whether_members_share_a_network")),
          new Choice(
              "group_temperature",
              "one",
              List.of("one", "each"),
              wording("SacConfig.temperatures_of_a_group")),
          new Whole(
              "n_step",
              1,
              1,
              1000,
              "ticks",
              wording("SacConfig.rewards_summed_before_a_critic_is")),
          new Choice(
              TRIAL_ENDS,
              ACROSS,
              List.of(ACROSS, "boot", "cut"),
              wording("SacConfig.what_the_end_of_a_trial")),
          TimeoutSetting.TIMEOUTS,
          new Whole(
              BATCH,
              256,
              1,
              MOST_STEPS,
              "sequences",
              wording("SacConfig.remembered_steps_that_a_step_of")),
          real(
              "training_intensity",
              256,
              0,
              1e6,
              wording("SacConfig.remembered_steps_used_for_each_new")),
          new Whole(
              "num_steps_sampled_before_learning_starts",
              1500,
              1,
              100_000_000,
              "steps",
              wording("SacConfig.steps_that_are_remembered_before")),
          new Whole(
              "capacity",
              100_000,
              1,
              100_000_000,
              "steps",
              wording("SacConfig.maximum_number_of_remembered_steps")),
          new Choice(
              "replay_buffer",
              ReplayBufferKind.ids().getFirst(),
              ReplayBufferKind.ids(),
              wording("SacConfig.how_steps_are_drawn")),
          new Whole(LENGTH, 1, 1, 10_000, "steps", wording("SacConfig.steps_drawn_together")),
          new Whole(
              BURN_IN, 0, 0, 10_000, "ticks", wording("SacConfig.ticks_that_warm_the_memory")),
          new Flag(ZERO_INIT, true, wording("SacConfig.sequences_begin_with_an_empty_memory")),
          real("replay_alpha", 0.6, 0, 1, wording("SacConfig.how_much_errors_count")),
          real("replay_beta", 0.4, 0, 1, wording("SacConfig.how_far_weights_make_up")),
          real("grad_clip", 0, 0, 1e6, wording("SacConfig.largest_gradient_norm_kept_unscaled")),
          real("reward_scale", 1, 1e-9, 1e9, wording("SacConfig.critics_multiply_rewards_by")),
          real("reward_clip", 1e6, 0, 1e9, wording("SacConfig.rewards_are_clamped_to_this_and")));

  /// The knobs that [Sac#change] takes over: every use reads them anew.
  static final Set<String> LIVE =
      Set.of("actor_lr", "critic_lr", "alpha_lr", "tau", "training_intensity", "grad_clip");

  /// Adam's standard values.
  private static final Adam.Betas BETAS = new Adam.Betas(0.9, 0.999, 1e-8);

  /// Reads the knobs.
  ///
  /// @param space of one agent's actions
  static SacConfig of(SettingValues values, ActionSpace space) {
    double clip = values.real("grad_clip");
    GroupMode mode = GroupMode.named(values.choice(GROUP_MODE));
    return new SacConfig(
        values.whole("updates"),
        new SacConfig.Rates(
            values.real("actor_lr"), values.real("critic_lr"), values.real("alpha_lr")),
        values.real("gamma"),
        values.real("tau"),
        values.flag("twin_q") ? 2 : 1,
        values.real("initial_alpha"),
        entropyTarget(values, space),
        mode,
        mode == GroupMode.CTCE
            ? GroupActors.Form.JOINT
            : values.choice(ACTORS).equals(OWN) ? GroupActors.Form.OWN : GroupActors.Form.SHARED,
        values.choice("group_temperature").equals("each"),
        values.whole(BATCH),
        new Sequences(values.whole(LENGTH), values.whole(BURN_IN), values.flag(ZERO_INIT)),
        values.whole("num_steps_sampled_before_learning_starts"),
        values.real("training_intensity"),
        values.choice("replay_buffer"),
        new ReplayBufferKind.Sizes(
            values.whole("capacity"),
            values.whole("n_step"),
            values.real("replay_alpha"),
            values.real("replay_beta")),
        clip > 0 ? clip : Double.POSITIVE_INFINITY,
        values.real("reward_scale"),
        values.real("reward_clip"),
        EndRule.valueOf(values.choice(TRIAL_ENDS).toUpperCase(Locale.ROOT)),
        TimeoutSetting.of(values),
        BETAS);
  }

  /// The target entropy of one member, nats. Automatic is what RLlib takes: minus the numbers of an
  /// action, or -1 for a discrete one. A share is one of the largest entropy: that of the uniform
  /// distribution.
  private static double entropyTarget(SettingValues values, ActionSpace space) {
    double share = values.real("target_entropy_share");
    return switch (values.choice("target_entropy")) {
      case SHARE ->
          switch (space) {
            case ActionSpace.Discrete discrete -> share * Math.log(discrete.count());
            case ActionSpace.Continuous continuous ->
                share * Math.log(2) * continuous.names().size();
          };
      case NATS -> values.real("target_entropy_nats");
      default ->
          switch (space) {
            case ActionSpace.Discrete _ -> -1;
            case ActionSpace.Continuous continuous -> -continuous.names().size();
          };
    };
  }

  /// Number of temperatures of a decision maker.
  ///
  /// @param members M
  int temperatures(int members) {
    return perMember ? members : 1;
  }

  /// H* of each temperature: that of one member, or the sum over all members.
  ///
  /// @param members M
  double targetEntropy(int members) {
    return entropyTarget * members / temperatures(members);
  }

  private static Setting real(String name, double fallback, double min, double max, String doc) {
    return new Real(name, fallback, min, max, "1", doc);
  }

  /// Which sequences of steps are drawn.
  ///
  /// @param length T, steps
  /// @param burnIn B, ticks before them
  /// @param emptyMemory whether they begin with an empty memory, or with the one of the policy that
  ///   acted
  record Sequences(int length, int burnIn, boolean emptyMemory) {
    /// Those of a network without memory.
    SequenceSizes withoutMemory() {
      return SequenceSizes.without(length);
    }

    /// Those of a network with attention, whose memory is not stored but read again: an empty one
    /// begins with the burn-in, another one where the policy's began.
    ///
    /// @param horizon S
    SequenceSizes withAttention(int horizon) {
      From from = emptyMemory ? From.BURN_IN : From.EPISODE;
      return new SequenceSizes(
          length, burnIn, SequenceSizes.Ticks.ALL, 0, new SequenceSizes.Attention(horizon, from));
    }

    /// Those of a network with a recurrent state.
    ///
    /// @param state numbers of its recurrent state
    SequenceSizes withMemory(int state) {
      return new SequenceSizes(length, burnIn, SequenceSizes.Ticks.ALL, emptyMemory ? 0 : state);
    }
  }

  /// Checks that the sequences suit the network.
  ///
  /// @throws Problem naming a setting that does not
  static void checkSequences(SettingValues values) {
    int length = values.whole(LENGTH);
    int burnIn = values.whole(BURN_IN);
    boolean empty = values.flag(ZERO_INIT);
    long steps = (long) values.whole(BATCH) * length;
    if (steps > MOST_STEPS) {
      throw new Problem(
          wording("SacConfig.a_batch_would_have_steps", steps, MOST_STEPS),
          BATCH + ", " + LENGTH,
          wording("SacConfig.make_one_of_them_smaller"));
    }
    if (values.choice(POLICY).equals(TRANSFORMER)) {
      Architecture.checkHeads(values);
    }
    if (values.choice(POLICY).equals(MLP)) {
      if (burnIn > 0 || !empty) {
        throw new Problem(
            wording("SacConfig.a_network_without_memory_has_none_to_begin_with"),
            burnIn > 0 ? BURN_IN : ZERO_INIT,
            wording("SacConfig.leave_it_out_or_choose_lstm"));
      }
      return;
    }
    if (length == 1 && burnIn == 0 && empty) {
      throw new Problem(
          wording("SacConfig.a_single_step_with_an_empty_memory"),
          LENGTH,
          wording("SacConfig.draw_longer_sequences_or_a_burn_in"));
    }
    if (!values.choice(TRIAL_ENDS).equals(ACROSS)) {
      throw new Problem(
          wording("SacConfig.memory_lives_through_all_trials"),
          TRIAL_ENDS,
          wording("SacConfig.choose_across_or_mlp"));
    }
  }

  /// The learning rates of Adam.
  record Rates(double actor, double critic, double alpha) {
    /// All rates scaled by a factor.
    Rates times(double factor) {
      return new Rates(actor * factor, critic * factor, alpha * factor);
    }
  }

  /// An empty replay buffer.
  ReplayBuffer buffer() {
    return ReplayBufferKind.open(replayBuffer, replaySizes);
  }

  /// The settings for the collector.
  Collector.Rules collecting() {
    return new Collector.Rules(rewardClip, gamma, 1);
  }

  /// Number of optimiser steps for a number of simulated steps.
  int learningSteps(long newSteps) {
    return (int)
        Math.max(1, Math.round(newSteps * intensity / ((long) batch * sequences.length())));
  }
}
