package dev.hindsight.trainer.env.drive;

import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.drive.map.DriveMap;
import dev.hindsight.trainer.env.drive.observation.DriveLayout;
import dev.hindsight.trainer.env.drive.observation.ObservableRoads;
import dev.hindsight.trainer.env.drive.simulation.Bodies;
import dev.hindsight.trainer.env.drive.simulation.DriveConfig;
import dev.hindsight.trainer.env.drive.simulation.MapFrame;
import dev.hindsight.trainer.env.drive.simulation.Roads;
import dev.hindsight.trainer.env.drive.simulation.Roster;
import dev.hindsight.trainer.env.drive.simulation.StartState;
import dev.hindsight.trainer.env.drive.simulation.VehicleDynamics;
import dev.hindsight.trainer.rollout.FixedArray;
import java.util.List;

/// A map with its cast, prepared for one configuration. Immutable, shared by all environments made
/// from it, on any thread.
///
/// @param roads what can be driven on and into
/// @param surroundings what of the roads is observed from each cell
/// @param roster who takes part
/// @param start the state every trial begins with; never written
/// @param dynamics how actions move agents
/// @param columns what is recorded
/// @param shape what the environments look like
/// @param fixed what never changes
record DriveScenario(
    DriveConfig config,
    Roads roads,
    ObservableRoads surroundings,
    Roster roster,
    Bodies start,
    VehicleDynamics dynamics,
    DriveColumns columns,
    EnvironmentShape shape,
    List<FixedArray> fixed) {

  /// @param where the map, for messages
  /// @throws dev.hindsight.trainer.Problem if nobody on the map can be controlled
  static DriveScenario of(DriveMap map, DriveConfig config, String where) {
    MapFrame frame = MapFrame.of(map);
    Roads roads = Roads.of(map, frame, config);
    Roster roster = Roster.cast(map, frame, config, where);
    VehicleDynamics vehicleDynamics = VehicleDynamics.of(config, roster);
    DriveColumns columns = new DriveColumns(config, roster);
    EnvironmentShape shape =
        new EnvironmentShape(
            roster.agents().size(),
            DriveLayout.of(config),
            vehicleDynamics.space(),
            // 0.1f is 0.1 to a person, not 0.10000000149.
            Double.parseDouble(Float.toString(config.dt())),
            config.limits().trials(),
            config.limits().trialTicks(),
            columns.all());
    return new DriveScenario(
        config,
        roads,
        new ObservableRoads(roads.lines(), roads.grid(), config.sight().roads()),
        roster,
        StartState.of(roster, roads, config),
        vehicleDynamics,
        columns,
        shape,
        FixedArrays.of(map, frame, roster, config));
  }
}
