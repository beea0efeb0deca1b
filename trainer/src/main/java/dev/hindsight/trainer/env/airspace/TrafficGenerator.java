package dev.hindsight.trainer.env.airspace;

import dev.hindsight.trainer.env.airspace.geo.GeoPosition;
import dev.hindsight.trainer.env.airspace.scenario.ScenarioFile;
import java.util.List;
import java.util.stream.IntStream;

/// Places the aircraft of an episode. Immutable; any thread.
interface TrafficGenerator {
  /// Number of aircraft that a policy controls.
  int agents();

  /// Number of other aircraft.
  default int others() {
    return 0;
  }

  /// The sector.
  Sector sector();

  /// Places all aircraft at the start of an episode and sets their exits.
  ///
  /// @param state source of random numbers; its traffic and exits are overwritten
  void place(AirspaceState state);

  /// Scheduled commands, independent of any policy.
  default List<ScenarioFile.TimedCommand> orders() {
    return List.of();
  }

  /// `[N]` callsigns.
  default List<String> callsigns() {
    return IntStream.range(0, agents() + others()).mapToObj("AC%03d"::formatted).toList();
  }

  /// Waypoints of aircraft, in order. They are only drawn; no aircraft steers towards them.
  default List<Waypoint> waypoints() {
    return List.of();
  }

  /// A waypoint.
  ///
  /// @param body number of the aircraft
  record Waypoint(int body, GeoPosition at) {}

  /// Lines of a scenario file with unknown commands.
  default List<ScenarioFile.UnknownCommand> unread() {
    return List.of();
  }
}
