package dev.hindsight.trainer.env.drive;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.drive.simulation.DriveConfig;
import dev.hindsight.trainer.env.drive.simulation.DriveConfig.AgentSelection;
import dev.hindsight.trainer.env.drive.simulation.DriveConfig.Fidelity;
import dev.hindsight.trainer.env.drive.simulation.DriveConfig.GoalBehavior;
import dev.hindsight.trainer.env.drive.simulation.DriveConfig.Goals;
import dev.hindsight.trainer.env.drive.simulation.DriveConfig.Limits;
import dev.hindsight.trainer.env.drive.simulation.DriveConfig.ReferenceVariant;
import dev.hindsight.trainer.env.drive.simulation.DriveConfig.Rewards;
import dev.hindsight.trainer.env.drive.simulation.RewardConditioning;
import dev.hindsight.trainer.env.drive.simulation.RewardConditioning.Range;
import java.util.Locale;

/// Turns knobs into a checked configuration.
final class DriveConfigReader {
  private final SettingValues values;

  private DriveConfigReader(SettingValues values) {
    this.values = values;
  }

  /// @param values with presets expanded
  /// @throws Problem if values are incompatible
  static DriveConfig read(SettingValues values) {
    return new DriveConfigReader(values).config();
  }

  private DriveConfig config() {
    ReferenceVariant referenceVariant = code("preset", ReferenceVariant.class);
    Rewards rewards = rewards(referenceVariant);
    return new DriveConfig(
        referenceVariant,
        sight(referenceVariant),
        code("dynamics_model", DriveConfig.DynamicsModel.class),
        code("action_type", DriveConfig.ActionKind.class),
        casting(referenceVariant),
        goals(),
        limits(),
        rewards,
        code("collision_behavior", DriveConfig.Reaction.class),
        code("offroad_behavior", DriveConfig.Reaction.class),
        conditioning(rewards),
        number("dt"),
        values.flag("reference_quirks") ? Fidelity.REFERENCE : Fidelity.MENDED);
  }

  private DriveConfig.ObservedRows sight(ReferenceVariant referenceVariant) {
    int partners = values.whole("partners_observed");
    int roads = values.whole("roads_observed");
    return new DriveConfig.ObservedRows(
        partners == 0 ? referenceVariant.maxActors() - 1 : partners,
        roads == 0 ? referenceVariant.roadsObserved() : roads);
  }

  private AgentSelection casting(ReferenceVariant referenceVariant) {
    int agents = values.whole("num_agents");
    if (agents > referenceVariant.maxActors()) {
      throw new Problem(
          wording(
              "DriveConfigReader.agents_do_not_fit_the_preset",
              agents,
              referenceVariant.maxActors()),
          "num_agents",
          wording(
              "DriveConfigReader.use_fewer_or_use_preset_adaptive",
              ReferenceVariant.ADAPTIVE.maxActors()));
    }
    return new AgentSelection(
        code("control_mode", DriveConfig.ControlledBodies.class),
        code("init_mode", DriveConfig.CreatedBodies.class),
        values.whole("init_steps"),
        agents == 0 ? referenceVariant.maxActors() : agents,
        values.whole("max_controlled_agents"),
        values.whole("num_ego_agents"));
  }

  private Goals goals() {
    GoalBehavior behavior = code("goal_behavior", GoalBehavior.class);
    if (values.flag("goal_hidden") && behavior != GoalBehavior.TRIAL) {
      throw new Problem(
          wording("DriveConfigReader.a_hidden_goal_stays_through_all"),
          "goal_hidden",
          wording("DriveConfigReader.set_goal_behavior_trial"));
    }
    return new Goals(
        behavior,
        number("goal_radius"),
        number("goal_speed"),
        number("goal_target_distance"),
        number("goal_within"),
        values.flag("goal_hidden"),
        number("goal_seen_within"));
  }

  private Limits limits() {
    boolean trials = code("goal_behavior", GoalBehavior.class) == GoalBehavior.TRIAL;
    int episode = values.whole("episode_length");
    if (!trials && values.whole("init_steps") >= episode) {
      throw new Problem(
          wording(
              "DriveConfigReader.an_episode_that_ends_at_tick",
              episode,
              values.whole("init_steps")),
          "init_steps",
          wording("DriveConfigReader.choose_an_init_steps_below_episode"));
    }
    return new Limits(
        episode,
        code("termination_mode", DriveConfig.Termination.class),
        trials ? values.whole("k_scenarios") : 1,
        trials ? values.whole("scenario_length") : episode - values.whole("init_steps"));
  }

  private Rewards rewards(ReferenceVariant referenceVariant) {
    if (referenceVariant == ReferenceVariant.CLASSIC && number("reward_lane_align") != 0) {
      throw new Problem(
          wording("DriveConfigReader.the_classic_preset_does_not_know"),
          "reward_lane_align",
          wording("DriveConfigReader.set_it_to_0_or_use"));
    }
    return new Rewards(
        number("reward_vehicle_collision"),
        number("reward_offroad_collision"),
        number("reward_goal"),
        number("reward_goal_post_respawn"),
        number("reward_lane_align"),
        number("reward_vel_align"));
  }

  private RewardConditioning conditioning(Rewards rewards) {
    RewardConditioning.Kind kind = code("conditioning", RewardConditioning.Kind.class);
    RewardConditioning all =
        new RewardConditioning(
            kind,
            range("collision_weight"),
            range("offroad_weight"),
            range("goal_weight"),
            range("entropy_weight"),
            range("discount_weight"));
    return new RewardConditioning(
        kind,
        all.onRewards() ? all.collision() : Range.only(rewards.collision()),
        all.onRewards() ? all.offroad() : Range.only(rewards.offroad()),
        all.onRewards() ? all.goal() : Range.only(rewards.goal()),
        all.onEntropy() ? all.entropy() : Range.only(0),
        all.onDiscount() ? all.discount() : Range.only(0));
  }

  private Range range(String name) {
    Range range = new Range(number(name + "_lb"), number(name + "_ub"));
    if (range.low() > range.high()) {
      throw new Problem(
          wording("DriveConfigReader.the_lower_bound_is_above_the", range.low(), range.high()),
          name + "_lb",
          wording("DriveConfigReader.choose_a_lower_one_or_a", name));
    }
    return range;
  }

  private float number(String name) {
    return (float) values.real(name);
  }

  /// The constant of a choice, with or without the reference's prefix: `control_wosac` is WOSAC.
  private <E extends Enum<E>> E code(String name, Class<E> type) {
    String word = values.choice(name).toUpperCase(Locale.ROOT);
    for (E constant : type.getEnumConstants()) {
      if (word.equals(constant.name()) || word.endsWith("_" + constant.name())) {
        return constant;
      }
    }
    throw new IllegalStateException(name + " has no constant for " + word);
  }
}
