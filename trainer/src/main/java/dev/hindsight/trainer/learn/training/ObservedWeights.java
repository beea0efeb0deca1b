package dev.hindsight.trainer.learn.training;

import dev.hindsight.trainer.observation.ObservationLayout;
import java.util.List;

/// Which observed numbers are the discount and the weight of entropy that an agent is trained with.
/// They belong to its episode, so the next one has others.
///
/// @param discount index of the number, or -1: agents have no discount of their own
/// @param entropy index of the number, or -1: agents have no weight of entropy of their own
public record ObservedWeights(int discount, int entropy) {
  /// Those of a layout.
  public static ObservedWeights of(ObservationLayout layout) {
    return new ObservedWeights(find(layout, "discount_weight"), find(layout, "entropy_weight"));
  }

  private static int find(ObservationLayout layout, String feature) {
    // The names of all numbers of an observation, such as pixels, take long to make.
    if (layout.segments().stream().noneMatch(segment -> ends(segment.names(), feature))) {
      return -1;
    }
    for (int d = 0; d < layout.size(); d++) {
      if (layout.nameOf(d).endsWith("." + feature)) {
        return d;
      }
    }
    return -1;
  }

  private static boolean ends(List<String> names, String feature) {
    return names.stream().anyMatch(name -> name.endsWith(feature));
  }

  /// Whether agents have discounts of their own.
  public boolean ownDiscount() {
    return discount >= 0;
  }

  /// Whether agents have weights of entropy of their own.
  public boolean ownEntropy() {
    return entropy >= 0;
  }

  /// Trains a tick with the weights that are observed at it. Allocates nothing.
  ///
  /// @param observation with those of an agent from index `from` on
  /// @param at index of the tick
  public void write(float[] observation, int from, Trajectories into, int at) {
    if (ownDiscount()) {
      into.discount[at] = observation[from + discount];
    }
    if (ownEntropy()) {
      into.entropyWeight[at] = observation[from + entropy];
    }
  }
}
