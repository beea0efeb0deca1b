package dev.hindsight.app.replay;

import dev.hindsight.trainer.learn.replay.StoredEpisode;
import java.util.ArrayList;
import java.util.List;

/// A step of an episode in a replay buffer as a row of a table.
///
/// @param step from 0
/// @param tick since its environment was created
/// @param reward as learning reads it: clipped, the sum over the members of a group
/// @param start whether it can be drawn: as many steps follow as one draw needs. The numbers below
///   mean nothing otherwise
/// @param priority NaN without priorities
/// @param probability of one draw
/// @param draws how often it was drawn
/// @param since batches since it was drawn last, or [StoredEpisode#NEVER]
public record ReplayStep(
    int step,
    int tick,
    float reward,
    boolean start,
    double priority,
    double probability,
    int draws,
    int since) {
  /// The steps of an episode.
  public static List<ReplayStep> of(ReplayRow row) {
    StoredEpisode stored = row.stored();
    List<ReplayStep> steps = new ArrayList<>();
    for (int t = 0; t < stored.length(); t++) {
      boolean start = t < stored.starts();
      steps.add(
          new ReplayStep(
              t,
              stored.tick(t),
              stored.reward(t),
              start,
              start ? stored.priority(t) : Double.NaN,
              start ? row.contents().probability(stored, t) : 0,
              start ? stored.draws(t) : 0,
              start ? stored.since(t) : StoredEpisode.NEVER));
    }
    return steps;
  }
}
