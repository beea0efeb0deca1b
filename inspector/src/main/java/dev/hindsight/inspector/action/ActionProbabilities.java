package dev.hindsight.inspector.action;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.Categorical;
import dev.hindsight.trainer.action.ActionManifest;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.action.ActionWords;
import dev.hindsight.trainer.outcome.RecordedActionMask;
import dev.hindsight.trainer.rollout.Moment;
import java.util.Optional;

/// What the selected agent's policy output at one moment, and which action was chosen.
///
/// @param words the action in words; empty where none is recorded
/// @param logits `[n]` per joint action; empty where none are recorded, or actions are numbers
/// @param probability `[n]` softmax of the logits over the actions that may be chosen; NaN for all
///   of them if their logits have none
/// @param may `[n]` false for actions the mask forbids
/// @param legal `[n]` false for actions that the environment calls illegal, whether or not the
///   policy may choose them
/// @param chosen index of the action; negative if it is none of the n
/// @param entropy of the probabilities in nats; NaN without logits, and if these have no softmax
record ActionProbabilities(
    String words,
    float[] logits,
    double[] probability,
    boolean[] may,
    boolean[] legal,
    int chosen,
    double entropy) {

  /// Nothing but words.
  static ActionProbabilities without(String words) {
    return new ActionProbabilities(
        words, new float[0], new double[0], new boolean[0], new boolean[0], -1, Double.NaN);
  }

  /// Reads the policy's output and the action at a moment; for actions of numbers only the words.
  static ActionProbabilities at(Moment moment) {
    String words = ActionWords.of(moment).orElse("");
    if (ActionManifest.numbers(moment.rollout().manifest()).isPresent()) {
      return without(words);
    }
    float[] logits = moment.row("logits");
    float[] mask = moment.row(RecordedActionMask.COLUMN);
    boolean applied =
        RecordedActionMask.of(moment.rollout(), logits.length)
            .map(RecordedActionMask::applied)
            .orElse(true);
    boolean[] legal = new boolean[logits.length];
    boolean[] may = new boolean[logits.length];
    for (int i = 0; i < may.length; i++) {
      legal[i] = mask.length != logits.length || mask[i] != 0;
      may[i] = legal[i] || !applied;
    }
    float[] allowed = allowed(logits, may);
    float[] action = moment.row("action");
    boolean joint = action.length == 1 && action[0] == Math.rint(action[0]);
    return new ActionProbabilities(
        words,
        logits,
        softmax(allowed, may),
        may,
        legal,
        joint ? (int) action[0] : -1,
        logits.length == 0 ? Double.NaN : Categorical.entropy(allowed));
  }

  /// The name of one of n actions; its number if the recording has no names.
  static String name(Moment moment, int action, int count) {
    Optional<ActionSpace.Discrete> space =
        ActionManifest.joint(moment.rollout().manifest())
            .filter(discrete -> discrete.count() == count);
    return space
        .map(discrete -> discrete.describe(action))
        .orElse(wording("ActionProbabilities.action", action));
  }

  /// Whether the environment calls the chosen action illegal.
  boolean illegal() {
    return chosen >= 0 && chosen < legal.length && !legal[chosen];
  }

  /// The largest possible entropy: all allowed actions equally likely.
  double maxEntropy() {
    int count = 0;
    for (boolean one : may) {
      count += one ? 1 : 0;
    }
    return Math.log(Math.max(1, count));
  }

  /// The logits, those of forbidden actions at minus infinity.
  private static float[] allowed(float[] logits, boolean[] may) {
    float[] allowed = logits.clone();
    for (int i = 0; i < logits.length; i++) {
      allowed[i] = may[i] ? logits[i] : Float.NEGATIVE_INFINITY;
    }
    return allowed;
  }

  /// The softmax; forbidden actions get probability 0. A policy whose logits are NaN or infinite is
  /// not a certain one, so its probabilities are NaN.
  private static double[] softmax(float[] allowed, boolean[] may) {
    boolean exists = Double.isFinite(Categorical.logSum(allowed));
    double[] probability = exists ? Categorical.probabilities(allowed) : new double[allowed.length];
    for (int i = 0; i < allowed.length && !exists; i++) {
      probability[i] = may[i] ? Double.NaN : 0;
    }
    return probability;
  }
}
