package dev.hindsight.trainer.env.airspace;

import dev.hindsight.trainer.env.airspace.geo.GeoPosition;
import dev.hindsight.trainer.env.airspace.scenario.ScenarioFile;
import java.util.List;
import java.util.stream.IntStream;

/// Where aircraft come from. Immutable; any thread.
interface TrafficGenerator {
  /// Aircraft that a policy controls.
  int agents();

  /// Aircraft that nobody does.
  default int others() {
    return 0;
  }

  /// The piece of sky.
  Sector sector();

  /// Puts everybody where an episode begins, and says where they are to leave.
  ///
  /// @param state its random numbers are drawn from; traffic and exits are overwritten
  void place(AirspaceState state);

  /// What everybody is told later, whatever a policy does.
  default List<ScenarioFile.TimedCommand> orders() {
    return List.of();
  }

  /// `[N]` callsigns.
  default List<String> callsigns() {
    return IntStream.range(0, agents() + others()).mapToObj("AC%03d"::formatted).toList();
  }

  /// Places that aircraft are to go by, in order. Nobody steers for them: they are drawn.
  default List<Waypoint> waypoints() {
    return List.of();
  }

  /// A place to go by.
  ///
  /// @param body number of the aircraft
  record Waypoint(int body, GeoPosition at) {}

  /// Lines of a scenario file that hold commands which are not known here.
  default List<ScenarioFile.UnknownCommand> unread() {
    return List.of();
  }
}
