package dev.hindsight.trainer.env.airspace;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.airspace.flight.AirTraffic;
import dev.hindsight.trainer.env.airspace.geo.Bearings;
import dev.hindsight.trainer.observation.Quantity;
import java.util.List;

/// Decodes actions and gives them to aircraft as commands. Hot: allocates nothing; one owner
/// thread.
///
/// A heading command is relative to the current heading, a speed command to the current calibrated
/// airspeed, a level command to the commanded altitude. The neutral action gives no command:
/// earlier commands stay in force.
final class AircraftActions {
  /// Degrees of turn for a full heading action.
  static final float TURN = 22.5f;

  /// m/s of calibrated airspeed for a full speed action.
  static final float FASTER = 20 / 3f;

  /// Degrees of turn for a full action of `horizontal`.
  static final double HORIZONTAL_TURN = 45;

  /// The joint action that gives no command: straight on, at the same speed and level.
  static final int NEUTRAL = 2 * 9 + 3 + 1;

  private static final float[] HEADINGS = {-TURN, -7.5f, 0, 7.5f, TURN};

  private final AirspaceConfig config;
  private final double lowest;
  private final double highest;

  /// @param bounded whether altitudes stay within the configured levels; otherwise any below the
  ///   ceiling
  AircraftActions(AirspaceConfig config, boolean bounded) {
    this.config = config;
    this.lowest = bounded ? config.lowest() : 0;
    this.highest = bounded ? config.highest() : config.envelope().ceiling();
  }

  static ActionSpace space(AirspaceConfig config) {
    return switch (config.form()) {
      case GRID ->
          new ActionSpace.Discrete(
              List.of(
                  new ActionSpace.Factor(
                      "turn",
                      "°",
                      List.of(-TURN, -7.5f, 0f, 7.5f, TURN),
                      List.of("left 22.5°", "left 7.5°", "ahead", "right 7.5°", "right 22.5°")),
                  new ActionSpace.Factor(
                      "speed",
                      "m/s",
                      List.of(-FASTER, 0f, FASTER),
                      List.of("slower", wording("AircraftActions.same_speed"), "faster")),
                  new ActionSpace.Factor(
                      "level",
                      "ft",
                      List.of(-1000f, 0f, 1000f),
                      List.of(
                          "down 1000 ft", wording("AircraftActions.same_level"), "up 1000 ft"))));
      case NUMBERS ->
          new ActionSpace.Continuous(
              List.of("turn", "speed", "level"),
              List.of(
                  Quantity.measured("°", TURN),
                  Quantity.measured("m/s", FASTER),
                  Quantity.measured("ft", 1000)));
      case HORIZONTAL ->
          new ActionSpace.Continuous(
              List.of("turn"), List.of(Quantity.measured("°", HORIZONTAL_TURN)));
    };
  }

  /// Rejects invalid actions before anything changes.
  void check(Actions actions) {
    for (int a = 0; a < config.agents(); a++) {
      switch (config.form()) {
        case GRID -> {
          if (actions.joint[a] < 0 || actions.joint[a] >= HEADINGS.length * 9) {
            throw refused(a, actions.joint[a]);
          }
        }
        case NUMBERS -> {
          number(actions, a, 3 * a);
          number(actions, a, 3 * a + 1);
          number(actions, a, 3 * a + 2);
        }
        case HORIZONTAL -> number(actions, a, a);
      }
    }
  }

  private static void number(Actions actions, int agent, int at) {
    float number = actions.continuous[at];
    if (!(number >= -1 && number <= 1)) {
      throw refused(agent, number);
    }
  }

  private static Problem refused(int agent, double action) {
    return Problem.of(
        agent,
        wording("AircraftActions.there_is_no_action", action),
        wording("AircraftActions.give_one_of_the_action_space"));
  }

  /// Decodes the actions into numbers in `[-1, 1]`: heading, speed, level.
  ///
  /// @param last `[A * 3]`
  void decode(Actions actions, int agent, float[] last) {
    int at = 3 * agent;
    switch (config.form()) {
      case GRID -> {
        int joint = actions.joint[agent];
        last[at] = HEADINGS[joint / 9] / TURN;
        int speed = joint / 3 % 3;
        int level = joint % 3;
        last[at + 1] = speed - 1f;
        last[at + 2] = level - 1f;
      }
      case NUMBERS -> {
        last[at] = actions.continuous[at];
        last[at + 1] = actions.continuous[at + 1];
        last[at + 2] = actions.continuous[at + 2];
      }
      case HORIZONTAL -> last[at] = actions.continuous[agent];
    }
  }

  /// Gives an aircraft its commands.
  void apply(AirTraffic t, int i, float[] last) {
    if (config.form() == AirspaceConfig.Form.HORIZONTAL) {
      t.commandedHeading[i] = Bearings.full(t.heading[i] + HORIZONTAL_TURN * last[3 * i]);
      return;
    }
    if (last[3 * i] != 0) {
      t.commandedHeading[i] = Bearings.full(t.heading[i] + TURN * last[3 * i]);
    }
    if (last[3 * i + 1] != 0) {
      t.commandedSpeed[i] = t.envelope(i).calibrated(t.calibrated[i] + FASTER * last[3 * i + 1]);
    }
    // From 0.5 on, the number means a whole level.
    if (Math.abs(last[3 * i + 2]) >= 0.5f) {
      double level = t.commandedAltitude[i] + Math.signum(last[3 * i + 2]) * AirspaceConfig.LEVEL;
      t.tellAltitude(i, Math.clamp(level, lowest, Math.max(lowest, highest)));
    }
  }
}
