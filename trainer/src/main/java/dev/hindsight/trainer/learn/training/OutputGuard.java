package dev.hindsight.trainer.learn.training;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.action.IllegalLogit;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.NeutralAction;
import dev.hindsight.trainer.policy.PolicyOutput;
import java.util.Arrays;
import java.util.function.IntFunction;

/// Protects environments from a network's non-finite outputs: such an agent takes the neutral
/// action for that tick, and training does not learn from it. Hot loop: [#apply] allocates nothing.
/// One owner thread.
///
/// [dev.hindsight.trainer.policy.ActionGuard], which checks chosen actions, is not enough: learning
/// also needs the value, and a distribution in which the neutral action has a finite probability.
/// So this class replaces the output before an action is drawn from it; the other guard then finds
/// nothing.
public final class OutputGuard {
  /// Logit of every action but the neutral one, so low that none is ever drawn; above the logit of
  /// illegal actions, so that a legal one is drawn where the neutral one is illegal.
  private static final float NEVER = IllegalLogit.FILL / 1000;

  /// Deviation of numbers, so small that what is drawn is next to 0; the density stays finite.
  private static final float NO_DEVIATION = Float.MIN_NORMAL;

  private static final int NUMBERS = -1;

  /// The neutral joint action; [#NUMBERS] where actions are numbers, all of which are then 0.
  private final int neutral;

  /// `[A]`, whether an output was replaced at this tick.
  private final boolean[] replaced;

  private long count;
  private int firstAgent;
  private String first = "";

  public OutputGuard(EnvironmentShape shape) {
    neutral =
        switch (shape.actions()) {
          case ActionSpace.Discrete space ->
              shape.neutral().map(NeutralAction::joint).orElseGet(space::neutral);
          case ActionSpace.Continuous _ -> NUMBERS;
        };
    replaced = new boolean[shape.agents()];
  }

  /// Resets the counts.
  public void clear() {
    count = 0;
    first = "";
  }

  /// Replaces non-finite outputs by the neutral action. Those of agents in limbo, who may remember
  /// what is not a number, are replaced but not counted.
  public void apply(PolicyOutput output, byte[] removed, int tick) {
    for (int agent = 0; agent < replaced.length; agent++) {
      replaced[agent] = !isFinite(output, agent);
      if (replaced[agent]) {
        if (removed[agent] == 0) {
          note(output, agent, tick);
        }
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
          wording("OutputGuard.at_tick_value_logits")
              .formatted(
                  tick,
                  output.value[agent],
                  Arrays.toString(Arrays.copyOfRange(output.logits, at, at + output.width)));
    }
  }

  /// Counts the value of a final observation that is not finite: it was no output to act on, so
  /// nothing is replaced.
  void noteFinal(float value, int agent, int tick) {
    count++;
    if (first.isEmpty()) {
      firstAgent = agent;
      first = wording("OutputGuard.at_tick_value_of_the_final", tick, value);
    }
  }

  private void replace(PolicyOutput output, int agent) {
    int from = agent * output.width;
    int k = output.width / 2;
    for (int i = 0; i < output.width; i++) {
      output.logits[from + i] =
          neutral == NUMBERS ? (i < k ? 0 : NO_DEVIATION) : i == neutral ? 0 : NEVER;
    }
    output.value[agent] = 0;
  }

  /// Whether an agent's output was replaced at the last tick.
  public boolean replaced(int agent) {
    return replaced[agent];
  }

  /// Outputs of agents outside limbo replaced since [#clear()].
  public long count() {
    return count;
  }

  /// The first of them, with its original numbers.
  ///
  /// @param titles the name of each agent
  public String first(IntFunction<String> titles) {
    return first.isEmpty() ? "" : titles.apply(firstAgent) + first;
  }
}
