package dev.hindsight.trainer.env.excavation.simulation;

/// Where the machine stands and looks. Mutable; one owner thread.
final class MachinePose {
  int row;
  int column;
  int base;
  int cabin;
  int wheel;

  void set(StartPose start) {
    row = start.row();
    column = start.column();
    base = start.base();
    cabin = start.cabin();
    wheel = start.wheel();
  }

  void set(MachinePose other) {
    row = other.row;
    column = other.column;
    base = other.base;
    cabin = other.cabin;
    wheel = other.wheel;
  }

  /// Direction of the arm.
  int arm() {
    return (base + cabin) % SiteGeometry.DIRECTIONS;
  }
}
