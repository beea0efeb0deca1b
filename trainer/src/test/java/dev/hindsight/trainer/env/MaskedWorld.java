package dev.hindsight.trainer.env;

import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.observation.ObservationLayout;
import java.util.List;
import java.util.Map;

/// Two agents with actions of two factors, of which some levels are illegal at every tick: all but
/// one speed, in turn, and for the second agent also one side.
public final class MaskedWorld extends TickWorld {
  /// Six joint actions: two sides and three speeds.
  public static final ActionSpace.Discrete ACTIONS =
      new ActionSpace.Discrete(
          List.of(
              new ActionSpace.Factor("side", "", List.of(-1f, 1f)),
              new ActionSpace.Factor("speed", "", List.of(0f, 1f, 2f))));

  private static final int AGENTS = 2;
  private final int stuckAt;
  private final byte[] levels = new byte[5];

  private MaskedWorld(EnvironmentShape shape, int stuckAt) {
    super(shape);
    this.stuckAt = stuckAt;
  }

  /// Makes such worlds.
  public static EnvironmentFactory factory(ActionMask actionMask) {
    return stuckAt(actionMask, -1);
  }

  /// Makes such worlds in which the second agent has no legal action at a tick.
  public static EnvironmentFactory stuckAt(ActionMask actionMask, int tick) {
    EnvironmentShape shape = shape(actionMask);
    Settings knobs = new Settings(List.of(ActionMask.SETTING));
    String applies = Boolean.toString(actionMask == ActionMask.APPLIES);
    return factory(
        shape,
        actionMask == ActionMask.NONE
            ? new Settings(List.of()).parse(Map.of(), "test")
            : knobs.parse(Map.of(ActionMask.SETTING.name(), applies), "test"),
        () -> new MaskedWorld(shape, tick));
  }

  /// Its shape.
  public static EnvironmentShape shape(ActionMask actionMask) {
    return new EnvironmentShape(
            AGENTS,
            new ObservationLayout(
                List.of(new ObservationLayout.Segment("clock", 0, List.of(1), List.of("age")))),
            ACTIONS,
            1,
            1,
            100,
            List.of())
        .with(actionMask);
  }

  /// Whether an action is legal at a tick.
  public static boolean legal(int tick, int agent, int action) {
    return action % 3 == tick % 3 && (agent == 0 || action / 3 == 1);
  }

  @Override
  protected void observe(int tick) {
    for (int agent = 0; agent < AGENTS; agent++) {
      buffer.observation[agent] = tick % 3;
      boolean stuck = agent == 1 && tick == stuckAt;
      levels[0] = (byte) (agent == 0 ? 1 : 0);
      levels[1] = (byte) (stuck ? 0 : 1);
      for (int speed = 0; speed < 3; speed++) {
        levels[2 + speed] = (byte) (speed == tick % 3 ? 1 : 0);
      }
      if (buffer.actionMask.length > 0) {
        ActionMask.ofFactors(ACTIONS, levels, agent, buffer.actionMask);
      }
    }
  }
}
