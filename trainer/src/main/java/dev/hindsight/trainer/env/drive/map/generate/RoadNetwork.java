package dev.hindsight.trainer.env.drive.map.generate;

import java.util.List;

/// A road layout before any vehicle is on it.
///
/// @param lanes what is drivable, each in its direction of travel
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

  /// Something to drive, from an entry to an open end of the map.
  ///
  /// @param curve the whole of it
  /// @param settled arc length from which all that is of interest lies behind: drives end past it
  record DrivePath(RoadCurve curve, double settled) {}

  /// A lane that vehicles start on, one behind the other.
  ///
  /// @param ways what a vehicle from here may drive, all beginning with the entry's lane
  /// @param from arc length of the rearmost start
  /// @param to arc length of the foremost start
  /// @param handicap metres by which vehicles from here count as later than they are: they yield
  record EntryLane(List<DrivePath> ways, double from, double to, double handicap) {
    /// Metres from one start to the next, at least.
    static final double SLOT = 13;

    /// Copies the list.
    EntryLane {
      ways = List.copyOf(ways);
    }

    /// Vehicles that find room.
    int slots() {
      return 1 + (int) ((to - from) / SLOT);
    }
  }

  /// Metres of entry lane that so many vehicles need when they spread over so many entries, the
  /// fullest of which gets one more than its share.
  static double queue(int vehicles, int entries) {
    return EntryLane.SLOT * (vehicles / entries + 1);
  }
}
