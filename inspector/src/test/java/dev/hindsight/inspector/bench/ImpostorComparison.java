package dev.hindsight.inspector.bench;

import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.rollout.Column;
import java.nio.ByteBuffer;
import java.util.List;

/// Lets an impostor act, and compares it with the correct policy: from which tick on, and for which
/// agent, they differ. One owner thread.
final class ImpostorComparison implements Policy {
  /// Smaller differences are rounding.
  private static final double SLIGHT = 1e-5;

  /// Larger differences must be detected.
  private static final double PLAIN = 3e-4;

  private final Policy impostor;
  private final Policy right;
  private final PolicyOutput said;
  private int tick;

  /// The first tick with any difference; -1 before.
  int slight = -1;

  /// The first tick with a clear difference; -1 before.
  int plain = -1;

  /// The agent of that difference.
  int agent = ExpectedFinding.ANY;

  ImpostorComparison(Policy impostor, Policy right, EnvironmentShape shape) {
    this.impostor = impostor;
    this.right = right;
    said = new PolicyOutput(shape);
  }

  @Override
  public void reset() {
    impostor.reset();
    right.reset();
    tick = 0;
  }

  @Override
  public void act(StepBuffer seen, PolicyOutput output) {
    right.act(seen, said);
    impostor.act(seen, output);
    for (int a = 0; a < seen.removed.length; a++) {
      if (seen.removed[a] == 0) {
        double off = far(output.value[a], said.value[a]);
        for (int i = 0; i < output.width; i++) {
          off =
              Math.max(
                  off, far(output.logits[a * output.width + i], said.logits[a * said.width + i]));
        }
        if (off > SLIGHT && slight < 0) {
          slight = tick;
        }
        if (off > PLAIN && plain < 0) {
          plain = tick;
          agent = a;
        }
      }
    }
    tick++;
  }

  @Override
  public List<Column> taps() {
    return impostor.taps();
  }

  @Override
  public void tap(int tap, ByteBuffer row) {
    impostor.tap(tap, row);
  }

  private static double far(double one, double other) {
    return Math.abs(one - other) / Math.max(1, Math.abs(other));
  }

  @Override
  public void close() {
    impostor.close();
    right.close();
  }
}
