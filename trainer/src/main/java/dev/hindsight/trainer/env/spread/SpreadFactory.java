package dev.hindsight.trainer.env.spread;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.AgentGroup;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.NeutralAction;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.StateParts;
import dev.hindsight.trainer.env.StepFigure;
import dev.hindsight.trainer.env.randomise.EpisodeBucket;
import dev.hindsight.trainer.env.randomise.RandomisedWorlds;
import dev.hindsight.trainer.observation.Quantity;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Column;
import dev.hindsight.trainer.rollout.Dtype;
import java.util.List;
import java.util.stream.IntStream;

/// Creates the worlds of one configuration.
final class SpreadFactory implements RandomisedWorlds.Worlds {
  /// What a number of a continuous action means.
  static final Quantity ACCELERATION = Quantity.ranged("m/s²", SpreadPhysics.ACCELERATION, -1, 1);

  static final String LANDMARK = "landmark";
  static final String COVERED = "covered";
  static final String SEEN = "landmark_seen";

  /// In the order in which [SpreadWorld] writes them.
  static final List<StepFigure> FIGURES =
      List.of(
          StepFigure.rewardPart("reward_distance", wording("SpreadFactory.reward_for_distances")),
          StepFigure.rewardPart("reward_collision", wording("SpreadFactory.reward_for_contacts")),
          new StepFigure("covered", "1", wording("SpreadFactory.share_covered")));

  private final SettingValues effective;
  private final SpreadConfig config;
  private final EnvironmentShape shape;

  SpreadFactory(SettingValues effective) {
    this.effective = effective;
    this.config = SpreadConfig.of(effective);
    EnvironmentShape plain =
        new EnvironmentShape(
            config.agents(),
            SpreadObserver.layout(config),
            actions(config),
            SpreadPhysics.DT,
            config.trials(),
            config.trialTicks(),
            columns(config.agents()));
    EnvironmentShape reporting =
        plain
            .with(new NeutralAction(0))
            .with(FIGURES)
            .withGroups(List.of(team(config)))
            .withEvents(SpreadEnvironmentType.EVENTS);
    this.shape = config.trials() == 1 ? reporting.withTimeLimit() : reporting;
  }

  private static AgentGroup team(SpreadConfig config) {
    return new AgentGroup("team", IntStream.range(0, config.agents()).boxed().toList());
  }

  private static ActionSpace actions(SpreadConfig config) {
    return switch (config.form()) {
      case CONTINUOUS ->
          new ActionSpace.Continuous(List.of("x", "y"), List.of(ACCELERATION, ACCELERATION));
      case DISCRETE ->
          new ActionSpace.Discrete(
              List.of(
                  new ActionSpace.Factor(
                      "move",
                      "",
                      List.of(0f, 1f, 2f, 3f, 4f),
                      List.of("none", "left", "right", "down", "up"))));
    };
  }

  private static List<Column> columns(int n) {
    return List.of(
        column("pose", Dtype.F4, "", wording("SpreadFactory.x_y_heading"), n, "agent", 3),
        column("velocity", Dtype.F4, "m/s", wording("SpreadFactory.velocity_x_y"), n, "agent", 2),
        column(LANDMARK, Dtype.F4, "m", wording("SpreadFactory.x_y_of_landmarks"), n, LANDMARK, 2),
        new Column(
            ChannelSpec.perTick(
                COVERED, Dtype.U1, "1", wording("SpreadFactory.whether_covered"), LANDMARK),
            List.of(n)),
        column(SEEN, Dtype.U1, "1", wording("SpreadFactory.whether_seen"), n, "agent", n),
        new Column(
            ChannelSpec.perTick(
                "collision", Dtype.U1, "1", wording("SpreadFactory.whether_touching"), "agent"),
            List.of(n)),
        StateParts.column(SpreadState.PARTS));
  }

  private static Column column(
      String name, Dtype type, String unit, String doc, int rows, String axis, int each) {
    return new Column(ChannelSpec.perTick(name, type, unit, doc, axis, each), List.of(rows, each));
  }

  @Override
  public EnvironmentShape shape() {
    return shape;
  }

  @Override
  public SettingValues effective() {
    return effective;
  }

  @Override
  public Environment create(long seed, EpisodeBucket bucket) {
    return new SpreadWorld(config, shape, seed, bucket);
  }
}
