package dev.hindsight.trainer.branch;

import dev.hindsight.trainer.scene.AgentNames;
import java.util.Locale;
import java.util.Optional;

/// How what the policy thought came out again when a recording was gone through.
///
/// @param ticks gone through
/// @param thoughts whether there was a policy to ask
/// @param first where it first thought otherwise; nothing where every bit repeated
/// @param furthest largest difference of any logit or value
public record Repetition(int ticks, Thoughts thoughts, Optional<Place> first, double furthest) {
  /// Whether a policy was asked again.
  public enum Thoughts {
    /// It was.
    COMPARED,
    /// Nobody acted by a policy, or what it thought was not recorded.
    NONE
  }

  /// A tick and an agent.
  public record Place(int tick, int agent) {}

  /// In one sentence, without a full stop.
  public String words(AgentNames names) {
    return switch (thoughts) {
      case NONE -> "the world repeats bit for bit over " + ticks + " ticks; no policy acted";
      case COMPARED ->
          first
              .map(place ->
                  String.format(
                      Locale.ROOT,
                      "the world repeats bit for bit, the policy does not: from tick %d, %s"
                          + " on it is off by up to %.2g (another processor, or another number of"
                          + " threads)",
                      place.tick(),
                      names.titled(place.agent()),
                      furthest))
              .orElse("world and policy repeat bit for bit over " + ticks + " ticks");
    };
  }
}
