package dev.hindsight.trainer.learn.net;

import ai.djl.ndarray.NDArray;
import java.util.ArrayList;
import java.util.List;

/// A network's outputs: the policy and the value estimate.
///
/// @param logits `[N, n]`, a logit per action
/// @param values `[N]`, the value estimates
public record LogitsAndValues(NDArray logits, NDArray values) {
  private static final String ACTOR = "policy.actor";

  /// Name of the actor's bias, in every network.
  public static final String ACTOR_BIAS = ACTOR + ".bias";

  private static final String CRITIC = "policy.value_fn";

  /// Small initial gain, so that the first policy has no preference.
  private static final double ACTOR_GAIN = 0.01;

  /// The parameters of both heads.
  public static List<Parameter> parameters(int width, int actions) {
    List<Parameter> all = new ArrayList<>(Parameter.linear(ACTOR, width, actions, ACTOR_GAIN));
    all.addAll(Parameter.linear(CRITIC, width, 1, 1));
    return all;
  }

  /// Computes both from the last hidden vector.
  ///
  /// @param hidden `[N, d]`
  public static LogitsAndValues of(NDArray hidden, NamedWeights namedWeights) {
    return of(hidden, hidden, namedWeights);
  }

  /// Computes each from a vector of its own.
  ///
  /// @param acting `[N, d]`
  /// @param valuing `[N, d]`
  static LogitsAndValues of(NDArray acting, NDArray valuing, NamedWeights namedWeights) {
    return new LogitsAndValues(
        Layers.linear(acting, namedWeights, ACTOR),
        Layers.linear(valuing, namedWeights, CRITIC).squeeze(-1));
  }
}
