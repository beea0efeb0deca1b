package dev.hindsight.trainer.env.airspace.baseline;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.policy.PolicyOutput;
import java.util.List;

/// Converts a script's commands to policy outputs, for grids and for numbers. Writing allocates
/// nothing.
final class ScriptedActionWriter {
  /// Standard deviation of numbers around the wanted ones.
  private static final float LOOSE = 0.05f;

  /// Loss in logits per step away from the wanted action.
  private static final float COST = 4;

  private final float[][] levels;
  private final double[] whole;

  private ScriptedActionWriter(float[][] levels, double[] whole) {
    this.levels = levels;
    this.whole = whole;
  }

  /// @throws Problem if actions are not turn, speed and level
  static ScriptedActionWriter of(EnvironmentShape shape, String policy) {
    return switch (shape.actions()) {
      case ActionSpace.Discrete space when space.factors().size() == 3 -> {
        float[][] levels = new float[3][];
        for (int f = 0; f < 3; f++) {
          List<Float> values = space.factors().get(f).levels();
          levels[f] = new float[values.size()];
          for (int i = 0; i < values.size(); i++) {
            levels[f][i] = values.get(i);
          }
        }
        yield new ScriptedActionWriter(levels, new double[0]);
      }
      case ActionSpace.Continuous space when space.quantities().size() == 3 ->
          new ScriptedActionWriter(
              new float[0][], space.quantities().stream().mapToDouble(q -> q.factor()).toArray());
      case ActionSpace.Discrete _, ActionSpace.Continuous _ ->
          throw new Problem(
              wording("ScriptedActionWriter.it_turns_changes_speed_and_level"),
              policy,
              wording("ScriptedActionWriter.use_env_airspace_with_generator"));
    };
  }

  /// Writes the output of an agent that gives no command.
  void idle(PolicyOutput output, int agent) {
    write(output, agent, 0, 0, 0);
  }

  /// Writes the wanted command of an agent.
  ///
  /// @param turn degrees to the right
  /// @param faster m/s
  /// @param higher feet
  void write(PolicyOutput output, int agent, double turn, double faster, double higher) {
    int at = agent * output.width;
    if (whole.length > 0) {
      output.squashed[agent] = 0;
      number(output, at, 0, turn);
      number(output, at, 1, faster);
      number(output, at, 2, higher);
      return;
    }
    int joint =
        (nearest(levels[0], turn) * levels[1].length + nearest(levels[1], faster))
                * levels[2].length
            + nearest(levels[2], higher);
    for (int i = 0; i < output.width; i++) {
      output.logits[at + i] = i == joint ? 0 : -COST;
    }
  }

  private void number(PolicyOutput output, int at, int which, double value) {
    output.logits[at + which] = (float) Math.clamp(value / whole[which], -1.0, 1.0);
    output.logits[at + whole.length + which] = LOOSE;
  }

  private static int nearest(float[] values, double wanted) {
    int nearest = 0;
    for (int i = 1; i < values.length; i++) {
      if (Math.abs(values[i] - wanted) < Math.abs(values[nearest] - wanted)) {
        nearest = i;
      }
    }
    return nearest;
  }
}
