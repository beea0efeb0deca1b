package dev.hindsight.trainer.env.drive.map.generate;

/// A planned drive: the vehicle's position on its path, tick by tick.
///
/// @param vehicle the vehicle
/// @param arc arc length per tick; the array ends with the path
/// @param speed m/s per tick
record PlannedDrive(VehicleSpec vehicle, double[] arc, double[] speed) {
  /// Ticks until the vehicle leaves.
  int ticks() {
    return arc.length;
  }

  RoadPose pose(int tick) {
    return vehicle.way().at(arc[tick]);
  }

  VehicleBox box(int tick) {
    return vehicle.at(arc[tick]);
  }
}
