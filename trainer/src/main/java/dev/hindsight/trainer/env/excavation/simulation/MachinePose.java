package dev.hindsight.trainer.env.excavation.simulation;

import dev.hindsight.trainer.env.StateStream;

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

  void transfer(StateStream stream, int size) {
    row = stream.within(row, 0, size - 1);
    column = stream.within(column, 0, size - 1);
    base = stream.within(base, 0, SiteGeometry.DIRECTIONS - 1);
    cabin = stream.within(cabin, 0, SiteGeometry.DIRECTIONS - 1);
    wheel = stream.within(wheel, -SiteGeometry.WHEEL_STOP, SiteGeometry.WHEEL_STOP);
  }

  /// Direction of the arm.
  int arm() {
    return (base + cabin) % SiteGeometry.DIRECTIONS;
  }
}
