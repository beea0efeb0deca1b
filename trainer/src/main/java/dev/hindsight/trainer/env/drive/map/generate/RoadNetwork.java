package dev.hindsight.trainer.env.drive.map.generate;

import java.util.List;

/// A road layout without vehicles.
///
/// @param lanes drivable lanes, each in its direction of travel
/// @param lines painted lines between lanes
/// @param entries where vehicles start
record RoadNetwork(List<Lane> lanes, List<RoadCurve> lines, List<EntryLane> entries) {
  /// Copies the lists.
  RoadNetwork {
    lanes = List.copyOf(lanes);
    lines = List.copyOf(lines);
    entries = List.copyOf(entries);
  }

  /// @param curve its middle
  /// @param width metres, without the shoulder
  record Lane(RoadCurve curve, double width) {}

  /// A path from an entry to an open end of the map.
  ///
  /// @param curve the whole path
  /// @param settled arc length after which nothing of interest follows: drives end past it
  record DrivePath(RoadCurve curve, double settled) {}

  /// A lane on which vehicles start, one behind the other.
  ///
  /// @param ways paths that vehicles can take from here, all beginning with the entry's lane
  /// @param from arc length of the rearmost start
  /// @param to arc length of the foremost start
  /// @param handicap metres added to the distance of vehicles from here, so that they yield
  record EntryLane(List<DrivePath> ways, double from, double to, double handicap) {
    /// Least distance between starts, metres.
    static final double SLOT = 13;

    /// Copies the list.
    EntryLane {
      ways = List.copyOf(ways);
    }

    /// Number of vehicles that fit.
    int slots() {
      return 1 + (int) ((to - from) / SLOT);
    }
  }

  /// Metres of entry lane that the vehicles need when they spread over the entries; the fullest
  /// entry gets one more than its share.
  static double queue(int vehicles, int entries) {
    return EntryLane.SLOT * (vehicles / entries + 1);
  }
}
