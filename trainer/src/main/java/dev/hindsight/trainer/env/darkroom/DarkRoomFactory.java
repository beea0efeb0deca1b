package dev.hindsight.trainer.env.darkroom;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.StateParts;
import dev.hindsight.trainer.env.randomise.EpisodeBucket;
import dev.hindsight.trainer.env.randomise.RandomisedWorlds;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Column;
import dev.hindsight.trainer.rollout.Dtype;
import java.util.List;

/// Creates dark rooms of one configuration.
final class DarkRoomFactory implements RandomisedWorlds.Worlds {
  /// A move is a heading in degrees counter-clockwise from +x: right, up, left, down.
  private static final ActionSpace MOVES =
      new ActionSpace.Discrete(
          List.of(
              new ActionSpace.Factor(
                  "heading",
                  "°",
                  List.of(0f, 90f, 180f, 270f),
                  List.of("east", "north", "west", "south"))));

  static final Column POSE =
      new Column(
          ChannelSpec.perTick(
              "pose", Dtype.F4, "", wording("DarkRoomFactory.x_in_m_y_in_m"), "agent", 3),
          List.of(1, 3));

  static final Column GOAL =
      new Column(
          ChannelSpec.perTick(
              "goal",
              Dtype.F4,
              "m",
              wording("DarkRoomFactory.middle_of_the_goals_cell_x"),
              "agent",
              2),
          List.of(1, 2));

  static final Column PARTS = StateParts.column(DarkRoomState.PARTS);

  private final SettingValues effective;
  private final DarkRoomConfig config;
  private final EnvironmentShape shape;

  DarkRoomFactory(SettingValues effective) {
    this.effective = effective;
    this.config = DarkRoomConfig.of(effective);
    this.shape =
        new EnvironmentShape(
                1,
                DarkRoomObserver.layout(config),
                MOVES,
                1,
                config.trials(),
                config.timeoutTicks(),
                List.of(POSE, GOAL, PARTS))
            .withEvents(DarkRoomEnvironmentType.EVENTS);
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
    return new DarkRoom(config, shape, seed, bucket);
  }
}
