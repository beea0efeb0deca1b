package dev.hindsight.trainer.env.airspace;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.airspace.flight.Envelope;
import dev.hindsight.trainer.env.airspace.flight.Envelopes;
import dev.hindsight.trainer.env.airspace.geo.Position;
import dev.hindsight.trainer.env.airspace.scenario.Command;
import dev.hindsight.trainer.env.airspace.scenario.ScenarioFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The aircraft of a scenario file, the same in every episode.
///
/// @param others how many of them, from the last, nobody controls
/// @param aircraft what the file begins with
/// @param envelopes what each of them can do
/// @param exits where they are to leave, as far as the file says
/// @param orders what they are told later
record FileGenerator(
    int others,
    List<Command.Create> aircraft,
    List<Envelope> envelopes,
    List<Optional<Position>> exits,
    List<ScenarioFile.Entry> orders,
    List<ScenarioFile.Unread> unread,
    Sector sector)
    implements Generator {
  /// Most aircraft that fit into an observation's numbering.
  private static final int MOST = 64;

  /// Copies the lists.
  FileGenerator {
    aircraft = List.copyOf(aircraft);
    envelopes = List.copyOf(envelopes);
    exits = List.copyOf(exits);
    orders = List.copyOf(orders);
    unread = List.copyOf(unread);
  }

  /// @param controlled how many from the first a policy controls; the file's all if it has fewer
  /// @throws Problem if the file has no aircraft, too many, or one that comes later
  static FileGenerator of(ScenarioFile file, int controlled, String where) {
    List<Command.Create> aircraft = new ArrayList<>();
    List<ScenarioFile.Entry> orders = new ArrayList<>();
    for (ScenarioFile.Entry entry : file.entries()) {
      if (entry.command() instanceof Command.Create create) {
        if (entry.seconds() > 0) {
          throw new Problem(
              create.callsign() + " comes into being at " + entry.seconds() + " s",
              where + " line " + entry.line(),
              "create every aircraft at time 0");
        }
        aircraft.add(create);
      } else {
        orders.add(entry);
      }
    }
    if (aircraft.isEmpty() || aircraft.size() > MOST) {
      throw new Problem(
          "it creates " + aircraft.size() + " aircraft", where, "create 1 to " + MOST);
    }
    List<String> names = aircraft.stream().map(Command.Create::callsign).toList();
    for (ScenarioFile.Entry entry : orders) {
      if (!names.contains(entry.command().callsign())) {
        throw new Problem(
            "there is no aircraft " + entry.command().callsign(),
            where + " line " + entry.line(),
            "create it first");
      }
    }
    Position middle = aircraft.getFirst().at();
    return new FileGenerator(
        Math.max(0, aircraft.size() - controlled),
        aircraft,
        aircraft.stream().map(one -> Envelopes.of(one.type())).toList(),
        names.stream().map(name -> exit(name, orders)).toList(),
        orders,
        file.unread(),
        new Sector(middle.latitude(), middle.longitude(), Double.POSITIVE_INFINITY));
  }

  /// The destination, or the last waypoint of who has none.
  private static Optional<Position> exit(String name, List<ScenarioFile.Entry> orders) {
    Optional<Position> exit = Optional.empty();
    boolean told = false;
    for (ScenarioFile.Entry entry : orders) {
      if (entry.command().callsign().equals(name)) {
        if (entry.command() instanceof Command.Destination destination) {
          exit = Optional.of(destination.at());
          told = true;
        } else if (entry.command() instanceof Command.Waypoint waypoint && !told) {
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
      Command.Create one = aircraft.get(i);
      state.traffic.put(
          i,
          envelopes.get(i),
          one.at().latitude(),
          one.at().longitude(),
          one.heading(),
          one.altitude(),
          one.speed());
      state.exitLatitude[i] = exits.get(i).map(Position::latitude).orElse(Double.NaN);
      state.exitLongitude[i] = exits.get(i).map(Position::longitude).orElse(Double.NaN);
    }
  }

  @Override
  public List<Waypoint> waypoints() {
    List<String> names = callsigns();
    List<Waypoint> places = new ArrayList<>();
    for (ScenarioFile.Entry entry : orders) {
      if (entry.command() instanceof Command.Waypoint by) {
        places.add(new Waypoint(names.indexOf(by.callsign()), by.at()));
      }
    }
    return places;
  }

  @Override
  public List<String> callsigns() {
    return aircraft.stream().map(Command.Create::callsign).toList();
  }
}
