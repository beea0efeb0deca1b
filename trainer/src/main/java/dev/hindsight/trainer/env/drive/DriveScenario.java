package dev.hindsight.trainer.env.drive;

import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.drive.map.DriveMap;
import dev.hindsight.trainer.env.drive.observation.DriveLayout;
import dev.hindsight.trainer.env.drive.observation.ObservableRoads;
import dev.hindsight.trainer.env.drive.simulation.Bodies;
import dev.hindsight.trainer.env.drive.simulation.DriveConfig;
import dev.hindsight.trainer.env.drive.simulation.MapFrame;
import dev.hindsight.trainer.env.drive.simulation.ReachableExits;
import dev.hindsight.trainer.env.drive.simulation.Roads;
import dev.hindsight.trainer.env.drive.simulation.Roster;
import dev.hindsight.trainer.env.drive.simulation.StartState;
import dev.hindsight.trainer.env.drive.simulation.VehicleDynamics;
import dev.hindsight.trainer.rollout.FixedArray;
import java.util.List;

/// A map with its traffic participants, prepared for one configuration. Immutable, shared by all
/// environments made from it, on any thread.
///
/// @param roads what vehicles can drive on and collide with
/// @param surroundings the part of the roads observed from each cell
/// @param roster all participants
/// @param start state at the start of every trial, but for hidden goals; never written
/// @param exits where hidden goals lie
/// @param dynamics how actions move agents
/// @param columns what is recorded
/// @param shape of the environments
/// @param fixed arrays that never change
record DriveScenario(
    DriveConfig config,
    Roads roads,
    ObservableRoads surroundings,
    Roster roster,
    Bodies start,
    ReachableExits exits,
    VehicleDynamics dynamics,
    DriveColumns columns,
    EnvironmentShape shape,
    List<FixedArray> fixed) {

  /// @param where the map, for messages
  /// @throws dev.hindsight.trainer.Problem if the map has no controllable body
  static DriveScenario of(DriveMap map, DriveConfig config, String where) {
    MapFrame frame = MapFrame.of(map);
    Roads roads = Roads.of(map, frame, config);
    Roster roster = Roster.cast(map, frame, config, where);
    VehicleDynamics vehicleDynamics = VehicleDynamics.of(config, roster);
    Bodies start = StartState.of(roster, roads, config);
    ReachableExits exits = ReachableExits.of(start, roads.lines(), config);
    DriveColumns columns = new DriveColumns(config, roster, exits);
    EnvironmentShape shape =
        new EnvironmentShape(
            roster.agents().size(),
            DriveLayout.of(config),
            vehicleDynamics.space(),
            // Users expect 0.1f to be 0.1, not 0.10000000149.
            Double.parseDouble(Float.toString(config.dt())),
            config.limits().trials(),
            config.limits().trialTicks(),
            columns.all());
    return new DriveScenario(
        config,
        roads,
        new ObservableRoads(roads.lines(), roads.grid(), config.sight().roads()),
        roster,
        start,
        exits,
        vehicleDynamics,
        columns,
        EpisodeClock.cutsEpisodes(config) ? shape.withTimeLimit() : shape,
        FixedArrays.of(map, frame, roster, exits, config));
  }
}
