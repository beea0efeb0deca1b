package dev.hindsight.trainer.env.drive.map.generate;

import java.util.BitSet;
import java.util.List;

/// Where along its way, and when, a vehicle would come too close to drives that are planned
/// already.
final class BlockedPlaces {
  /// Metres between the places looked at.
  static final double STEP = 0.5;

  /// Metres kept before and behind, half a [#STEP] of them for rounding.
  private static final double AHEAD = 2;

  private static final double ASIDE = 0.35;

  private final int places;
  private final BitSet taken = new BitSet();

  BlockedPlaces(VehicleSpec vehicleSpec, List<PlannedDrive> planned, int ticks) {
    places = 1 + (int) Math.ceil(vehicleSpec.way().length() / STEP);
    VehicleBox[] mine = new VehicleBox[places];
    for (int place = 0; place < places; place++) {
      mine[place] = vehicleSpec.at(place * STEP).grown(AHEAD, ASIDE);
    }
    for (PlannedDrive plannedDrive : planned) {
      for (int tick = 0; tick < Math.min(ticks, plannedDrive.ticks()); tick++) {
        VehicleBox other = plannedDrive.box(tick);
        for (int place = 0; place < places; place++) {
          if (mine[place].overlaps(other)) {
            taken.set(tick * places + place);
          }
        }
      }
    }
  }

  boolean isTaken(int tick, double arc) {
    int place = (int) Math.rint(arc / STEP);
    return place < places && taken.get(tick * places + place);
  }
}
