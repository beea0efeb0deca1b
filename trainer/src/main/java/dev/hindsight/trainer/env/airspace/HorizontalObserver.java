package dev.hindsight.trainer.env.airspace;

import dev.hindsight.trainer.env.airspace.flight.AirTraffic;
import dev.hindsight.trainer.env.airspace.geo.Bearings;
import dev.hindsight.trainer.env.airspace.geo.FlatEarth;
import dev.hindsight.trainer.env.airspace.geo.GeoPosition;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// Writes the observation of the one aircraft of `horizontal`, number by number as the reference
/// environment does, including its mix-up of sine and cosine in relative speeds.
///
/// `intruder_distance (n) | cos_difference_pos (n) | sin_difference_pos (n) | x_difference_speed
/// (n) | y_difference_speed (n) | waypoint_distance, cos_drift, sin_drift`.
final class HorizontalObserver {
  static final double KILOMETRES = 150;
  static final double SPEED = 150;
  private static final double NM_TO_KM = 1.852;

  private HorizontalObserver() {}

  static ObservationLayout layout(int intruders) {
    List<Segment> segments = new ArrayList<>();
    List<String> numbers = IntStream.range(0, intruders).mapToObj(Integer::toString).toList();
    int at = 0;
    for (String name :
        List.of(
            "intruder_distance",
            "cos_difference_pos",
            "sin_difference_pos",
            "x_difference_speed",
            "y_difference_speed")) {
      segments.add(new Segment(name, at, List.of(intruders), numbers));
      at += intruders;
    }
    for (String name : List.of("waypoint_distance", "cos_drift", "sin_drift")) {
      segments.add(new Segment(name, at++, List.of(1), List.of("value")));
    }
    return new ObservationLayout(segments);
  }

  /// Writes the observation of aircraft 0; all others are intruders.
  ///
  /// @param exitLatitude degrees
  /// @param exitLongitude degrees
  static void write(AirTraffic t, double exitLatitude, double exitLongitude, float[] observation) {
    int n = t.count - 1;
    double heading = t.heading[0];
    GeoPosition own = new GeoPosition(t.latitude[0], t.longitude[0]);
    for (int i = 0; i < n; i++) {
      int j = i + 1;
      var seen = FlatEarth.between(own, new GeoPosition(t.latitude[j], t.longitude[j]));
      double off = Math.toRadians(heading - seen.bearing());
      double tracks = Math.toRadians(heading - t.heading[j]);
      observation[i] = (float) (seen.miles() * NM_TO_KM / KILOMETRES);
      observation[n + i] = (float) Math.cos(off);
      observation[2 * n + i] = (float) Math.sin(off);
      observation[3 * n + i] = (float) (-Math.cos(tracks) * t.trueSpeed[j] / SPEED);
      observation[4 * n + i] =
          (float) ((t.trueSpeed[0] - Math.sin(tracks) * t.trueSpeed[j]) / SPEED);
    }
    var exit = FlatEarth.between(own, new GeoPosition(exitLatitude, exitLongitude));
    double drift = Math.toRadians(Bearings.bound(heading - exit.bearing()));
    observation[5 * n] = (float) (exit.miles() * NM_TO_KM / KILOMETRES);
    observation[5 * n + 1] = (float) Math.cos(drift);
    observation[5 * n + 2] = (float) Math.sin(drift);
  }
}
