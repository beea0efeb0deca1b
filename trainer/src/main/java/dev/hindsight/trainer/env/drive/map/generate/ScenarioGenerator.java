package dev.hindsight.trainer.env.drive.map.generate;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.SplitMix64;
import dev.hindsight.trainer.env.drive.map.DriveMap;
import dev.hindsight.trainer.env.drive.map.generate.RoadNetwork.DrivePath;
import dev.hindsight.trainer.env.drive.map.generate.RoadNetwork.EntryLane;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/// Generates driving scenarios: roads, and experts that follow their lanes, keep their distance,
/// yield, and touch neither each other nor the kerb.
public final class ScenarioGenerator {
  /// Ticks of 0.1 s in every log.
  public static final int TICKS = 201;

  /// How often vehicles are redrawn if one of them finds no path, or none in time.
  private static final int ATTEMPTS = 8;

  private ScenarioGenerator() {}

  /// Generates the scenario of a specification.
  ///
  /// @throws Problem if the map has no room for so many vehicles
  public static DriveMap generate(ScenarioSpec spec) {
    // java.util.Random gives similar first numbers for neighbouring seeds, so the seeds are spread.
    Random random = new Random(spec.seed() * SplitMix64.GAMMA);
    RoadNetwork network = RoadLayouts.network(spec, random);
    TrafficPlanner trafficPlanner = new TrafficPlanner(spec, network, random);
    Optional<List<PlannedDrive>> best = Optional.empty();
    for (int attempt = 0; attempt < ATTEMPTS && late(best) > 0; attempt++) {
      Optional<List<PlannedDrive>> drives = trafficPlanner.drives(TICKS);
      if (late(drives) < late(best)) {
        best = drives;
      }
    }
    return best.map(drives -> MapAssembly.map(network, drives, experts(spec)))
        .orElseThrow(() ->
            new Problem(
                wording("ScenarioGenerator.vehicles_found_no_way_past_each", spec.vehicles()),
                wording("ScenarioGenerator.with_seed", spec.kind().word(), spec.seed()),
                wording("ScenarioGenerator.use_fewer_vehicles_a_lower_speed")));
  }

  /// Number of drives that the end of the log cuts short.
  private static long late(Optional<List<PlannedDrive>> drives) {
    return drives
        .map(all -> all.stream().filter(plannedDrive -> plannedDrive.ticks() == TICKS).count())
        .orElse(Long.MAX_VALUE);
  }

  private static int experts(ScenarioSpec spec) {
    return (int) Math.floor(spec.vehicles() * spec.expertShare());
  }

  /// Places vehicles on a road network and plans their drives one by one, starting with the one
  /// nearest to where paths meet. Each drive keeps clear of those planned before it, so later
  /// arrivals yield and followers keep their distance.
  private static final class TrafficPlanner {
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
      return new ArrayList<>(
          starts.subList(0, spec.vehicles()).stream().map(this::vehicle).toList());
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

  /// Turns a network and its planned drives into a map.
  private static final class MapAssembly {
    private static final int VEHICLE = 1;
    private static final int LANE = 4;
    private static final int LINE = 5;
    private static final int EDGE = 6;

    /// Position of an object while its log has none, as in real logs.
    private static final float NOWHERE = -10000;

    private static final float HEIGHT = 1.6f;

    private MapAssembly() {}

    /// @param experts how many drives, counted from the last, are marked as experts
    static DriveMap map(RoadNetwork network, List<PlannedDrive> drives, int experts) {
      List<DriveMap.Track> tracks = new ArrayList<>();
      for (int i = 0; i < drives.size(); i++) {
        tracks.add(track(i, drives.get(i), i >= drives.size() - experts ? 1 : 0));
      }
      List<DriveMap.Road> roads = new ArrayList<>();
      for (RoadNetwork.Lane lane : network.lanes()) {
        roads.add(road(LANE, roads.size(), LineSimplification.of(lane.curve().poses())));
      }
      for (RoadCurve line : network.lines()) {
        roads.add(road(LINE, roads.size(), LineSimplification.of(line.poses())));
      }
      for (List<RoadPose> kerb : KerbOutline.of(network.lanes())) {
        roads.add(road(EDGE, roads.size(), kerb));
      }
      return new DriveMap(-1, new int[0], tracks, roads);
    }

    private static DriveMap.Track track(int id, PlannedDrive plannedDrive, int markAsExpert) {
      int n = ScenarioGenerator.TICKS;
      float[] x = new float[n];
      float[] y = new float[n];
      float[] vx = new float[n];
      float[] vy = new float[n];
      float[] heading = new float[n];
      int[] valid = new int[n];
      Arrays.fill(x, NOWHERE);
      Arrays.fill(y, NOWHERE);
      for (int tick = 0; tick < plannedDrive.ticks(); tick++) {
        RoadPose roadPose = plannedDrive.pose(tick);
        double speed = plannedDrive.speed()[tick];
        x[tick] = (float) roadPose.x();
        y[tick] = (float) roadPose.y();
        vx[tick] = (float) (speed * StrictMath.cos(roadPose.heading()));
        vy[tick] = (float) (speed * StrictMath.sin(roadPose.heading()));
        heading[tick] = (float) RoadPose.wrapped(roadPose.heading());
        valid[tick] = 1;
      }
      int last = plannedDrive.ticks() - 1;
      return new DriveMap.Track(
          0,
          VEHICLE,
          id,
          x,
          y,
          new float[n],
          vx,
          vy,
          new float[n],
          heading,
          valid,
          (float) plannedDrive.vehicle().width(),
          (float) plannedDrive.vehicle().length(),
          HEIGHT,
          x[last],
          y[last],
          0,
          markAsExpert);
    }

    private static DriveMap.Road road(int type, int id, List<RoadPose> points) {
      float[] x = new float[points.size()];
      float[] y = new float[points.size()];
      for (int i = 0; i < x.length; i++) {
        x[i] = (float) points.get(i).x();
        y[i] = (float) points.get(i).y();
      }
      return new DriveMap.Road(0, type, id, x, y, new float[x.length], 0, 0, 0, 0, 0, 0, 0);
    }
  }
}
