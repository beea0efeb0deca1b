package dev.hindsight.trainer.env.drive.map.generate;

/// A planned drive: where on its way a vehicle is, tick by tick.
///
/// @param vehicle whose
/// @param arc arc length per tick; the array ends when the way does
/// @param speed metres per second per tick
record Drive(Vehicle vehicle, double[] arc, double[] speed) {
  /// Ticks before the vehicle has left.
  int ticks() {
    return arc.length;
  }

  Pose pose(int tick) {
    return vehicle.way().at(arc[tick]);
  }

  Box box(int tick) {
    return vehicle.at(arc[tick]);
  }
}
