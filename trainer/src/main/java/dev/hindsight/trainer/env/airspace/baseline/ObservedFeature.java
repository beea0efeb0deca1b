package dev.hindsight.trainer.env.airspace.baseline;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;

/// One number of a segment that an aircraft is told, found by name: where it stands and what it
/// measures, as the layout says. Reading allocates nothing.
///
/// @param at index within the vector, or within a row of the table
/// @param factor what a raw number is multiplied by, in SI units but for feet
record ObservedFeature(int at, double factor) {
  private static final double NAUTICAL_MILE = 1852;

  /// @throws Problem if the segment has no such number
  static ObservedFeature of(Segment segment, String name) {
    int at = segment.names().indexOf(name);
    if (at < 0) {
      throw absent(segment.name() + "." + name);
    }
    boolean miles = segment.quantities().get(at).unit().equals("NM");
    return new ObservedFeature(
        at, segment.quantities().get(at).factor() * (miles ? NAUTICAL_MILE : 1));
  }

  /// @throws Problem if nothing of that name is told
  static Segment segment(ObservationLayout layout, String name) {
    return layout.segments().stream()
        .filter(segment -> segment.name().equals(name))
        .findFirst()
        .orElseThrow(() -> absent(name));
  }

  /// @param from where the vector or the row begins
  double in(float[] observation, int from) {
    return observation[from + at] * factor;
  }

  private static Problem absent(String what) {
    return new Problem(
        "it looks for '" + what + "' in the observation", "mvp", "use --env airspace");
  }
}
