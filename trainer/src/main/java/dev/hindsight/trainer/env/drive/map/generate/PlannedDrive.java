package dev.hindsight.trainer.env.drive.map.generate;

/// A planned drive: where on its way a vehicle is, tick by tick.
///
/// @param vehicle whose
/// @param arc arc length per tick; the array ends when the way does
/// @param speed metres per second per tick
record PlannedDrive(VehicleSpec vehicle, double[] arc, double[] speed) {
  /// Ticks before the vehicle has left.
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
