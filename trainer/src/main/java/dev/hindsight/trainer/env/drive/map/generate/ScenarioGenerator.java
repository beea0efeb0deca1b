package dev.hindsight.trainer.env.drive.map.generate;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.SplitMix64;
import dev.hindsight.trainer.env.drive.map.DriveMap;
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
}
