package dev.hindsight.inspector.critic;

import dev.hindsight.trainer.Categorical;
import dev.hindsight.trainer.critic.FixedNoise;
import dev.hindsight.trainer.learn.sac.CheckpointCritics;
import dev.hindsight.trainer.learn.sac.CheckpointLearner;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// What a member's action was worth against its alternatives: the value of what the group did,
/// minus the mean value if this member had acted by its policy and all others had done the same
/// (Foerster et al., "Counterfactual Multi-Agent Policy Gradients", 2018). In units of reward.
///
/// The mean over discrete actions is exact; over numbers it is that of [#SAMPLES] drawn actions,
/// with the same noise every time.
///
/// @param agent the member
/// @param value Q of what the group did
/// @param expected mean of Q over the member's policy
/// @param error standard error of that mean; 0 if it is exact
public record MemberAdvantage(int agent, double value, double expected, double error) {
  /// Drawn actions of a member.
  public static final int SAMPLES = 1024;

  /// How much better the action was than the member's policy on average.
  public double advantage() {
    return value - expected;
  }

  /// Those of all members, in the order of the group.
  ///
  /// @param choice whose estimates count
  public static List<MemberAdvantage> of(
      CheckpointLearner learner, GroupMoment moment, CriticChoice choice) {
    return of(learner, moment, choice, IntStream.range(0, moment.members().size()));
  }

  /// That of one member; the same number as [#of(CheckpointLearner, GroupMoment, CriticChoice)].
  public static MemberAdvantage ofMember(
      CheckpointLearner learner, GroupMoment moment, CriticChoice choice, int agent) {
    return of(learner, moment, choice, IntStream.of(moment.place(agent))).getFirst();
  }

  private static List<MemberAdvantage> of(
      CheckpointLearner learner, GroupMoment moment, CriticChoice choice, IntStream places) {
    float[] policy = learner.policy(moment.decider(), moment.seen());
    return moment.actions().length > 0
        ? discrete(learner.critics(), moment, choice, policy, places.toArray())
        : continuous(learner.critics(), moment, choice, policy, places.toArray());
  }

  private static List<MemberAdvantage> discrete(
      CheckpointCritics critics,
      GroupMoment moment,
      CriticChoice choice,
      float[] policy,
      int[] places) {
    double[] values = choice.of(moment.values(critics, new float[0]));
    int n = critics.actions();
    List<MemberAdvantage> all = new ArrayList<>();
    for (int m : places) {
      double[] likely = Categorical.probabilities(Arrays.copyOfRange(policy, m * n, (m + 1) * n));
      double expected = 0;
      for (int action = 0; action < n; action++) {
        expected += likely[action] * values[moment.joint(n, m, action)];
      }
      double value = values[moment.joint(n, m, moment.actions()[m])];
      all.add(new MemberAdvantage(moment.members().get(m), value, expected, 0));
    }
    return all;
  }

  private static List<MemberAdvantage> continuous(
      CheckpointCritics critics,
      GroupMoment moment,
      CriticChoice choice,
      float[] policy,
      int[] places) {
    int k = critics.sizes().numbers();
    int width = moment.numbers().length;
    double value = choice.of(moment.values(critics, moment.numbers()))[0];
    List<MemberAdvantage> all = new ArrayList<>();
    for (int m : places) {
      float[] noise = FixedNoise.of(moment.members().get(m), moment.tick(), SAMPLES * k);
      float[] rows = new float[SAMPLES * width];
      for (int s = 0; s < SAMPLES; s++) {
        System.arraycopy(moment.numbers(), 0, rows, s * width, width);
        for (int i = 0; i < k; i++) {
          float mean = policy[m * 2 * k + i];
          float deviation = policy[m * 2 * k + k + i];
          rows[s * width + m * k + i] = (float) Math.tanh(mean + deviation * noise[s * k + i]);
        }
      }
      double[] values = choice.of(moment.values(critics, rows));
      double mean = Arrays.stream(values).average().orElse(Double.NaN);
      double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
      double error = Math.sqrt(squares / (SAMPLES - 1) / SAMPLES);
      all.add(new MemberAdvantage(moment.members().get(m), value, mean, error));
    }
    return all;
  }
}
