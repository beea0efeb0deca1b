package dev.hindsight.trainer.env.drive.map.generate;

/// A vehicle before its drive is planned.
///
/// @param way where it goes; its log ends at the way's end
/// @param start arc length it starts at
/// @param startSpeed metres per second, whole
/// @param length metres
/// @param width metres
/// @param lateness metres to the end of its entry, plus what it must yield: smaller goes first
record VehicleSpec(
    RoadCurve way, double start, int startSpeed, double length, double width, double lateness) {
  VehicleBox at(double arc) {
    return VehicleBox.of(way.at(arc), length, width);
  }
}
