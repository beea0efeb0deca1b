package dev.hindsight.trainer.env.drive.map.generate;

import dev.hindsight.trainer.env.drive.map.generate.RoadNetwork.DrivePath;
import dev.hindsight.trainer.env.drive.map.generate.RoadNetwork.EntryLane;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/// Places vehicles on a road network and plans their drives one by one, starting with the one
/// nearest to where paths meet. Each drive keeps clear of those planned before it, so later
/// arrivals yield and followers keep their distance.
final class TrafficPlanner {
  /// Random offset of a start from its slot, metres.
  private static final double JITTER = 2;

  /// Metres that a drive continues after everything of interest lies behind it.
  private static final double SHORTEST_END = 8;

  private static final double LONGEST_END = 45;

  private final ScenarioSpec spec;
  private final RoadNetwork network;
  private final Random random;

  TrafficPlanner(ScenarioSpec spec, RoadNetwork network, Random random) {
    this.spec = spec;
    this.network = network;
    this.random = random;
  }

  /// Makes one attempt.
  ///
  /// @return the drives in random order; empty if one vehicle found no way
  Optional<List<PlannedDrive>> drives(int ticks) {
    List<VehicleSpec> vehicles = vehicles();
    vehicles.sort(Comparator.comparingDouble(VehicleSpec::lateness));
    List<PlannedDrive> planned = new ArrayList<>();
    for (VehicleSpec vehicleSpec : vehicles) {
      Optional<PlannedDrive> drive =
          SpeedPlanner.plan(vehicleSpec, planned, ticks, spec.speedLimit());
      if (drive.isEmpty()) {
        return Optional.empty();
      }
      planned.add(drive.get());
    }
    Collections.shuffle(planned, random);
    return Optional.of(planned);
  }

  private List<VehicleSpec> vehicles() {
    List<StartSlot> starts = new ArrayList<>();
    for (EntryLane entryLane : network.entries()) {
      for (int slot = 0; slot < entryLane.slots(); slot++) {
        starts.add(new StartSlot(entryLane, entryLane.to() - slot * EntryLane.SLOT));
      }
    }
    Collections.shuffle(starts, random);
    // Slots near the front are more likely, so that even a few vehicles meet.
    starts.sort(
        Comparator.comparingDouble(startSlot -> startSlot.behind() + 25 * random.nextDouble()));
    return new ArrayList<>(starts.subList(0, spec.vehicles()).stream().map(this::vehicle).toList());
  }

  private VehicleSpec vehicle(StartSlot startSlot) {
    List<DrivePath> ways = startSlot.entry.ways();
    DrivePath drivePath = ways.get(random.nextInt(ways.size()));
    double end = drivePath.settled() + RoadLayouts.between(random, SHORTEST_END, LONGEST_END);
    double arc = startSlot.arc + RoadLayouts.between(random, -JITTER, JITTER);
    return new VehicleSpec(
        drivePath.curve().part(end),
        Math.max(0, arc),
        (int) RoadLayouts.between(random, 0.5 * spec.speedLimit(), 0.9 * spec.speedLimit()),
        RoadLayouts.between(random, 4.2, 5),
        RoadLayouts.between(random, 1.8, 2.1),
        startSlot.entry.to() - arc + startSlot.entry.handicap());
  }

  private record StartSlot(EntryLane entry, double arc) {
    double behind() {
      return entry.to() - arc;
    }
  }
}
