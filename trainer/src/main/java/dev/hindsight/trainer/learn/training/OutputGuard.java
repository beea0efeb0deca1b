package dev.hindsight.trainer.learn.training;

import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.policy.PolicyOutput;
import java.util.Arrays;
import java.util.function.IntFunction;

/// Stands between a network and its environments: an agent whose output is not finite does nothing
/// for that tick, instead of anything, and is not learned from. Hot loop: [#apply] allocates
/// nothing. One owner thread.
///
/// [dev.hindsight.trainer.policy.ActionGuard], which stands where an action is chosen, cannot do
/// this: learning needs the value too, and a distribution under which the neutral action has a
/// finite probability, so the output itself is replaced before anything is drawn from it. While it
/// is at work the other one finds nothing.
public final class OutputGuard {
  private static final float NEVER = -1e9f;

  private final int neutral;

  /// `[A]`, whose output was replaced at this tick.
  private final boolean[] replaced;

  private long count;
  private int firstAgent;
  private String first = "";

  public OutputGuard(EnvironmentShape shape) {
    neutral =
        switch (shape.actions()) {
          case ActionSpace.Discrete space -> space.neutral();
          case ActionSpace.Continuous _ -> -1;
        };
    replaced = new boolean[shape.agents()];
  }

  /// Nothing was replaced yet.
  public void clear() {
    count = 0;
    first = "";
  }

  /// Puts the neutral action in the place of what is not finite, for those who act.
  public void apply(PolicyOutput output, byte[] removed, int tick) {
    for (int agent = 0; agent < replaced.length; agent++) {
      replaced[agent] = removed[agent] == 0 && !isFinite(output, agent);
      if (replaced[agent]) {
        note(output, agent, tick);
        replace(output, agent);
      }
    }
  }

  private static boolean isFinite(PolicyOutput output, int agent) {
    boolean finite = Float.isFinite(output.value[agent]);
    for (int i = agent * output.width; i < (agent + 1) * output.width; i++) {
      finite &= Float.isFinite(output.logits[i]);
    }
    return finite;
  }

  private void note(PolicyOutput output, int agent, int tick) {
    count++;
    if (first.isEmpty()) {
      int at = agent * output.width;
      firstAgent = agent;
      first =
          " at tick %d: value %s, logits %s"
              .formatted(
                  tick,
                  output.value[agent],
                  Arrays.toString(Arrays.copyOfRange(output.logits, at, at + output.width)));
    }
  }

  private void replace(PolicyOutput output, int agent) {
    int from = agent * output.width;
    int k = output.width / 2;
    for (int i = 0; i < output.width; i++) {
      output.logits[from + i] = neutral < 0 ? (i < k ? 0 : 1) : i == neutral ? 0 : NEVER;
    }
    output.value[agent] = 0;
  }

  /// Whether an agent's output was replaced at the last tick.
  public boolean replaced(int agent) {
    return replaced[agent];
  }

  /// Outputs replaced since [#clear()].
  public long count() {
    return count;
  }

  /// The first of them, with the numbers that were put out.
  ///
  /// @param titles what agents are called
  public String first(IntFunction<String> titles) {
    return first.isEmpty() ? "" : titles.apply(firstAgent) + first;
  }
}
