package dev.hindsight.trainer.env.drive.map.generate;

/// A vehicle before its drive is planned.
///
/// @param way its path; its log ends at the end of the path
/// @param start arc length of its start
/// @param startSpeed whole metres per second
/// @param length metres
/// @param width metres
/// @param lateness metres to the end of its entry plus its handicap; smaller goes first
record VehicleSpec(
    RoadCurve way, double start, int startSpeed, double length, double width, double lateness) {
  VehicleBox at(double arc) {
    return VehicleBox.of(way.at(arc), length, width);
  }
}
