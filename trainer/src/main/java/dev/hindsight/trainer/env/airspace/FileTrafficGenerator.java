package dev.hindsight.trainer.env.airspace;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.airspace.flight.FlightEnvelope;
import dev.hindsight.trainer.env.airspace.flight.FlightEnvelopes;
import dev.hindsight.trainer.env.airspace.geo.GeoPosition;
import dev.hindsight.trainer.env.airspace.scenario.AircraftCommand;
import dev.hindsight.trainer.env.airspace.scenario.ScenarioFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The aircraft of a scenario file, the same in every episode.
///
/// @param others how many of them, counted from the last, no policy controls
/// @param aircraft at the start of the file
/// @param envelopes what each of them can do
/// @param exits where they should leave, as far as the file says
/// @param orders commands they get later
record FileTrafficGenerator(
    int others,
    List<AircraftCommand.Create> aircraft,
    List<FlightEnvelope> envelopes,
    List<Optional<GeoPosition>> exits,
    List<ScenarioFile.TimedCommand> orders,
    List<ScenarioFile.UnknownCommand> unread,
    Sector sector)
    implements TrafficGenerator {
  /// Copies the lists.
  FileTrafficGenerator {
    aircraft = List.copyOf(aircraft);
    envelopes = List.copyOf(envelopes);
    exits = List.copyOf(exits);
    orders = List.copyOf(orders);
    unread = List.copyOf(unread);
  }

  /// @param controlled how many, counted from the first, a policy controls; at most the number in
  ///   the file
  /// @throws Problem if the file has no aircraft, too many, or one that appears later
  static FileTrafficGenerator of(ScenarioFile file, int controlled, String where) {
    List<AircraftCommand.Create> aircraft = new ArrayList<>();
    List<ScenarioFile.TimedCommand> orders = new ArrayList<>();
    for (ScenarioFile.TimedCommand timedCommand : file.entries()) {
      if (timedCommand.command() instanceof AircraftCommand.Create create) {
        if (timedCommand.seconds() > 0) {
          throw new Problem(
              wording(
                  "FileTrafficGenerator.is_created_at_s",
                  create.callsign(),
                  timedCommand.seconds()),
              wording("FileTrafficGenerator.line", where, timedCommand.line()),
              wording("FileTrafficGenerator.create_every_aircraft_at_time_0"));
        }
        aircraft.add(create);
      } else {
        orders.add(timedCommand);
      }
    }
    if (aircraft.isEmpty() || aircraft.size() > AirspaceSettings.MOST_AIRCRAFT) {
      throw new Problem(
          wording("FileTrafficGenerator.it_creates_aircraft", aircraft.size()),
          where,
          wording("FileTrafficGenerator.create_1_to", AirspaceSettings.MOST_AIRCRAFT));
    }
    List<String> names = aircraft.stream().map(AircraftCommand.Create::callsign).toList();
    for (ScenarioFile.TimedCommand timedCommand : orders) {
      if (!names.contains(timedCommand.command().callsign())) {
        throw new Problem(
            wording("FileTrafficGenerator.there_is_no_aircraft", timedCommand.command().callsign()),
            wording("FileTrafficGenerator.line", where, timedCommand.line()),
            wording("FileTrafficGenerator.create_it_first"));
      }
    }
    GeoPosition middle = aircraft.getFirst().at();
    return new FileTrafficGenerator(
        Math.max(0, aircraft.size() - controlled),
        aircraft,
        aircraft.stream().map(one -> FlightEnvelopes.of(one.type())).toList(),
        names.stream().map(name -> exit(name, orders)).toList(),
        orders,
        file.unread(),
        new Sector(middle.latitude(), middle.longitude(), Double.POSITIVE_INFINITY));
  }

  /// The destination, or the last waypoint if there is none.
  private static Optional<GeoPosition> exit(String name, List<ScenarioFile.TimedCommand> orders) {
    Optional<GeoPosition> exit = Optional.empty();
    boolean named = false;
    for (ScenarioFile.TimedCommand timedCommand : orders) {
      if (timedCommand.command().callsign().equals(name)) {
        if (timedCommand.command() instanceof AircraftCommand.Destination destination) {
          exit = Optional.of(destination.at());
          named = true;
        } else if (timedCommand.command() instanceof AircraftCommand.Waypoint waypoint && !named) {
          exit = Optional.of(waypoint.at());
        }
      }
    }
    return exit;
  }

  @Override
  public int agents() {
    return aircraft.size() - others;
  }

  @Override
  public void place(AirspaceState state) {
    for (int i = 0; i < aircraft.size(); i++) {
      AircraftCommand.Create one = aircraft.get(i);
      state.traffic.put(
          i,
          envelopes.get(i),
          one.at().latitude(),
          one.at().longitude(),
          one.heading(),
          one.altitude(),
          one.speed());
      state.exitLatitude[i] = exits.get(i).map(GeoPosition::latitude).orElse(Double.NaN);
      state.exitLongitude[i] = exits.get(i).map(GeoPosition::longitude).orElse(Double.NaN);
    }
  }

  @Override
  public List<Waypoint> waypoints() {
    List<String> names = callsigns();
    List<Waypoint> places = new ArrayList<>();
    for (ScenarioFile.TimedCommand timedCommand : orders) {
      if (timedCommand.command() instanceof AircraftCommand.Waypoint by) {
        places.add(new Waypoint(names.indexOf(by.callsign()), by.at()));
      }
    }
    return places;
  }

  @Override
  public List<String> callsigns() {
    return aircraft.stream().map(AircraftCommand.Create::callsign).toList();
  }
}
