package dev.hindsight.trainer.learn.gate;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.advantage.Advantage;
import dev.hindsight.trainer.advantage.AdvantageInputs;
import dev.hindsight.trainer.advantage.Discounting;
import dev.hindsight.trainer.advantage.Discounting.EndRule;
import dev.hindsight.trainer.advantage.Discounting.LimboEndRule;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.learn.training.Trajectories;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/// Whether a time limit is bootstrapped, from the right observation, and a true end is not.
final class BootstrapGates {
  private static final int LIMIT = 3;

  private BootstrapGates() {}

  /// As [Advantage#fill].
  @FunctionalInterface
  interface AdvantageRule {
    /// Fills the advantages of one row.
    void fill(
        AdvantageInputs all, int from, int ticks, float tail, double discount, float[] advantage);
  }

  /// The rule as training has it, without discount and with the longest traces, so that targets can
  /// be added up by hand.
  static AdvantageRule advantage() {
    return new Advantage(new Discounting(1, EndRule.CUT, EndRule.ACROSS, LimboEndRule.SKIP, 1, 1))
        ::fill;
  }

  /// Two environments side by side, of which the first ends at its time limit at the third tick.
  static String timeoutValue(UnaryOperator<EnvironmentFactory> worlds) {
    GateExpectation expectation = new GateExpectation("Collector.timeoutValue");
    EnvironmentFactory limited = worlds.apply(world(LIMIT));
    EnvironmentFactory longer = worlds.apply(world(100));
    try (GateCollection collection = GateCollection.of(List.of(limited, longer), LIMIT)) {
      var _ = collection.collect();
      Trajectories all = collection.trajectories();
      List<Float> values = new ArrayList<>();
      for (int row = 0; row < all.rows; row++) {
        for (int t = 0; t < LIMIT - 1; t++) {
          expectation.same("timeout_value", Float.NaN, all.timeoutValue[all.at(row, t)]);
        }
        float value = all.timeoutValue[all.at(row, LIMIT - 1)];
        values.add(Float.isNaN(value) ? 0 : value);
      }
      expectation.same("timeout_value", List.of(5f, 0f), values);
      return wording("BootstrapGates.values", values);
    }
  }

  private static EnvironmentFactory world(int steps) {
    return GateWorlds.made(GateWorlds.MadeSite.FULL, Map.of("max_steps", Integer.toString(steps)));
  }

  /// An episode that a time limit cuts before one that finishes its task; and one whose next
  /// episode is paid 100, of which nothing may come back.
  static String advantages(AdvantageRule rule) {
    GateExpectation expectation = new GateExpectation("Advantage");
    AdvantageInputs limitThenTask = plain(1, 1);
    limit(limitThenTask, 0, 5);
    limitThenTask.terminal[1] = 1;
    limitThenTask.ended[1] = 1;
    // The final observation of a true end has a value too, which nothing may use.
    limitThenTask.timeoutValue[1] = 9;
    List<Float> first = targets(rule, limitThenTask, 100);
    expectation.same("targets", List.of(6f, 1f), first);
    AdvantageInputs beforeReset = plain(1, 1, 100);
    limit(beforeReset, 1, 5);
    List<Float> second = targets(rule, beforeReset, 0);
    expectation.same("targets", List.of(7f, 6f, 100f), second);
    return wording("BootstrapGates.targets", first, second);
  }

  private static AdvantageInputs plain(float... rewards) {
    AdvantageInputs all = new AdvantageInputs(rewards.length);
    System.arraycopy(rewards, 0, all.reward, 0, rewards.length);
    Arrays.fill(all.removed, (byte) 0);
    return all;
  }

  private static void limit(AdvantageInputs all, int at, float value) {
    all.truncation[at] = 1;
    all.ended[at] = 1;
    all.timeoutValue[at] = value;
  }

  private static List<Float> targets(AdvantageRule rule, AdvantageInputs all, float tail) {
    float[] advantage = new float[all.reward.length];
    rule.fill(all, 0, advantage.length, tail, 1, advantage);
    List<Float> targets = new ArrayList<>();
    for (int t = 0; t < advantage.length; t++) {
      targets.add(advantage[t] + all.value[t]);
    }
    return targets;
  }
}
