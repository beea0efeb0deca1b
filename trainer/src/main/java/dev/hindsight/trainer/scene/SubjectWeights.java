package dev.hindsight.trainer.scene;

import dev.hindsight.trainer.rollout.Moment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// How much what an agent observes of things matters at one moment, for pictures of that moment.
///
/// @param tick of the moment
/// @param agent that observes
/// @param shares of the largest, `[-1, 1]`: above 0 if it raises an output, below if it lowers it
public record SubjectWeights(int tick, int agent, Map<MarkSubject, Float> shares) {
  /// No weights.
  public static final SubjectWeights NONE = new SubjectWeights(0, Moment.NO_AGENT, Map.of());

  /// Things below this share of the largest are left out.
  static final float LEAST = 0.1f;

  /// More would hide each other.
  static final int MOST = 24;

  /// Copies the map.
  public SubjectWeights {
    shares = Map.copyOf(shares);
    for (float share : shares.values()) {
      if (!(Math.abs(share) <= 1)) {
        throw new IllegalArgumentException("the share " + share + " is outside [-1, 1]");
      }
    }
  }

  /// Gives every thing the number of largest size that it fills, as a share of the largest of all;
  /// only the things that matter most.
  ///
  /// @param numbers one for each number of the observation, `[D]`; those that are not finite count
  ///   as 0
  public static SubjectWeights of(
      int tick, int agent, ObservationSources sources, float[] numbers) {
    float largest = 0;
    for (float number : numbers) {
      largest = Float.isFinite(number) ? Math.max(largest, Math.abs(number)) : largest;
    }
    Map<MarkSubject, Float> found = new HashMap<>();
    for (ObservationSources.ObservationSource source : sources.all()) {
      int end = Math.min(numbers.length, source.from() + source.length());
      for (int d = source.from(); d < end && largest > 0; d++) {
        if (Float.isFinite(numbers[d]) && Math.abs(numbers[d]) >= LEAST * largest) {
          found.merge(
              source.subject(),
              numbers[d] / largest,
              (one, two) -> Math.abs(two) > Math.abs(one) ? two : one);
        }
      }
    }
    List<Map.Entry<MarkSubject, Float>> all = new ArrayList<>(found.entrySet());
    all.sort((one, two) -> Float.compare(Math.abs(two.getValue()), Math.abs(one.getValue())));
    Map<MarkSubject, Float> kept = new HashMap<>();
    all.stream().limit(MOST).forEach(each -> kept.put(each.getKey(), each.getValue()));
    return new SubjectWeights(tick, agent, kept);
  }

  /// Whether they belong to a moment.
  public boolean belongTo(Moment moment) {
    return !shares.isEmpty() && moment.tick() == tick && moment.agent() == agent;
  }
}
