package dev.hindsight.trainer.env.rps;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.AgentGroup;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.StateParts;
import dev.hindsight.trainer.env.StepFigure;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.Quantity;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Column;
import dev.hindsight.trainer.rollout.Dtype;
import java.util.List;

/// Creates the games of one configuration.
final class RpsFactory implements EnvironmentFactory {
  /// The moves by number.
  static final List<String> MOVES = List.of("rock", "paper", "scissors");

  static final int PLAYERS = 2;

  /// The group of both players.
  static final String PACK = "pack";

  static final String MOVE = "move";
  static final String WINS = "wins";

  private static final ObservationLayout OBSERVATION =
      new ObservationLayout(
          List.of(
              new ObservationLayout.Segment(
                  "opponent",
                  0,
                  List.of(1),
                  List.of(MOVE),
                  List.of(Quantity.oneOf(MOVES.toArray(String[]::new))))));

  private final SettingValues effective;
  private final RpsConfig config;
  private final EnvironmentShape shape;

  RpsFactory(SettingValues effective) {
    this.effective = effective;
    this.config = RpsConfig.of(effective);
    this.shape =
        new EnvironmentShape(
                PLAYERS, OBSERVATION, actions(config), 1, config.games(), config.turns(), columns())
            .with(
                MOVES.stream()
                    .map(move ->
                        new StepFigure(move, "1", wording("RpsFactory.whether_it_is", move)))
                    .toList())
            .withGroups(List.of(new AgentGroup(PACK, List.of(0, 1))))
            .withEvents(RpsEnvironmentType.EVENTS);
  }

  private static ActionSpace actions(RpsConfig config) {
    return switch (config.form()) {
      case CONTINUOUS ->
          new ActionSpace.Continuous(
              List.of("move_minus_1"), List.of(Quantity.ranged("", 1, -1, 1)));
      case DISCRETE ->
          new ActionSpace.Discrete(
              List.of(new ActionSpace.Factor(MOVE, "", List.of(0f, 1f, 2f), MOVES)));
    };
  }

  private static List<Column> columns() {
    return List.of(
        new Column(
            ChannelSpec.perTick(
                "pose", Dtype.F4, "", wording("RpsFactory.where_a_player_sits"), "agent", 3),
            List.of(PLAYERS, 3)),
        new Column(
            ChannelSpec.perTick(MOVE, Dtype.I1, "1", wording("RpsFactory.last_move"), "agent"),
            List.of(PLAYERS)),
        new Column(
            ChannelSpec.perTick(WINS, Dtype.I4, "1", wording("RpsFactory.turns_won"), "agent"),
            List.of(PLAYERS)),
        StateParts.column(RpsGame.PARTS));
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
  public Environment create(long seed) {
    return new RpsGame(config, shape);
  }
}
