package dev.hindsight.trainer.env.airspace.radar;

import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Moment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Two bodies that are in conflict or have lost separation.
///
/// @param own index of a body, agents first
/// @param intruder the other
/// @param seconds until separation is lost; 0 if it is lost
/// @param closest metres between them at the closest approach
/// @param lost whether separation is lost
record ConflictPair(int own, int intruder, float seconds, float closest, boolean lost) {
  private static final int NUMBERS = 5;

  /// The pairs recorded at a tick, the most urgent first; empty if none are recorded.
  static List<ConflictPair> at(Moment moment, int bodies) {
    Optional<Channel> channel =
        moment.rollout().channel("conflict_pairs").filter(c -> c.rowLength() % NUMBERS == 0);
    if (channel.isEmpty()) {
      return List.of();
    }
    float[] row = new float[channel.get().rowLength()];
    channel.get().read(moment.tick(), 0, row, row.length);
    List<ConflictPair> pairs = new ArrayList<>();
    for (int k = 0; k < row.length; k += NUMBERS) {
      ConflictPair conflictPair =
          new ConflictPair((int) row[k], (int) row[k + 1], row[k + 2], row[k + 3], row[k + 4] != 0);
      boolean there = conflictPair.own >= 0 && conflictPair.intruder >= 0;
      if (there && conflictPair.own < bodies && conflictPair.intruder < bodies) {
        pairs.add(conflictPair);
      }
    }
    return pairs;
  }

  boolean has(int body) {
    return own == body || intruder == body;
  }

  int partner(int body) {
    return own == body ? intruder : own;
  }
}
