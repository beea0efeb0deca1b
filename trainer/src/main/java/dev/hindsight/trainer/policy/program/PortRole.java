package dev.hindsight.trainer.policy.program;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/// What an array means to a policy.
public enum PortRole {
  /// In: the observation, or one segment of it.
  OBSERVATION,
  /// In: which actions are legal, 1 for a legal one.
  MASK,
  /// In: 1 where the agent's episode begins with this observation.
  DONE,
  /// In and out: a memory between ticks.
  STATE,
  /// Out: a number per joint action, or per level of each factor one after the other; softmax makes
  /// them probabilities.
  LOGITS,
  /// Out: the probability of each joint action.
  PROBABILITIES,
  /// Out: means of continuous actions.
  MEAN,
  /// Out: standard deviations of continuous actions.
  DEVIATION,
  /// Out: natural logarithms of the standard deviations.
  LOG_DEVIATION,
  /// Out: the value estimate.
  VALUE,
  /// Out: nothing that matters here. In: zeros.
  IGNORED;

  /// The name in files: `log-deviation`.
  @JsonValue
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
