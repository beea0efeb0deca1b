package dev.hindsight.trainer.env.drive.map.generate;

import dev.hindsight.trainer.env.drive.map.generate.RoadNetwork.Entry;
import dev.hindsight.trainer.env.drive.map.generate.RoadNetwork.Way;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/// Puts vehicles on a road network and plans their drives one after the other, the one nearest to
/// where ways meet first: whoever is planned later keeps clear of those before it, so who arrives
/// later yields and who follows keeps distance.
final class Traffic {
  /// Metres around a start that its slot may be left by.
  private static final double JITTER = 2;

  /// Metres that a drive goes on once all of interest lies behind it.
  private static final double SHORTEST_END = 8;

  private static final double LONGEST_END = 45;

  private final ScenarioSpec spec;
  private final RoadNetwork network;
  private final Random random;

  Traffic(ScenarioSpec spec, RoadNetwork network, Random random) {
    this.spec = spec;
    this.network = network;
    this.random = random;
  }

  /// One attempt.
  ///
  /// @return the drives in an order that says nothing about them; empty if one found no way through
  Optional<List<Drive>> drives(int ticks) {
    List<Vehicle> vehicles = vehicles();
    vehicles.sort(Comparator.comparingDouble(Vehicle::lateness));
    List<Drive> planned = new ArrayList<>();
    for (Vehicle vehicle : vehicles) {
      Optional<Drive> drive = SpeedPlanner.plan(vehicle, planned, ticks, spec.speedLimit());
      if (drive.isEmpty()) {
        return Optional.empty();
      }
      planned.add(drive.get());
    }
    Collections.shuffle(planned, random);
    return Optional.of(planned);
  }

  private List<Vehicle> vehicles() {
    List<Start> starts = new ArrayList<>();
    for (Entry entry : network.entries()) {
      for (int slot = 0; slot < entry.slots(); slot++) {
        starts.add(new Start(entry, entry.to() - slot * Entry.SLOT));
      }
    }
    Collections.shuffle(starts, random);
    // A slot near the front is likelier, so that small numbers of vehicles still meet.
    starts.sort(Comparator.comparingDouble(start -> start.behind() + 25 * random.nextDouble()));
    return new ArrayList<>(starts.subList(0, spec.vehicles()).stream().map(this::vehicle).toList());
  }

  private Vehicle vehicle(Start start) {
    List<Way> ways = start.entry.ways();
    Way way = ways.get(random.nextInt(ways.size()));
    double end = way.settled() + Layouts.between(random, SHORTEST_END, LONGEST_END);
    double arc = start.arc + Layouts.between(random, -JITTER, JITTER);
    return new Vehicle(
        way.curve().part(end),
        Math.max(0, arc),
        (int) Layouts.between(random, 0.5 * spec.speedLimit(), 0.9 * spec.speedLimit()),
        Layouts.between(random, 4.2, 5),
        Layouts.between(random, 1.8, 2.1),
        start.entry.to() - arc + start.entry.handicap());
  }

  private record Start(Entry entry, double arc) {
    double behind() {
      return entry.to() - arc;
    }
  }
}
