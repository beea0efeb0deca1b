package dev.hindsight.trainer.env.darkroom;

import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.observation.Quantity;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/// Writes the agent's observation: its cell, the trial, and the result of the last action, but not
/// the goal. Hot loop: allocates nothing.
///
/// `column (G) | row (G) | previous: action (4), reward, trial ended | trial (K)`, one-hot except
/// for the two flags. At the first tick of an episode `previous` is all zero; in limbo everything
/// is.
final class DarkRoomObserver {
  /// Name of the segment with the agent's column, one-hot from the left.
  static final String COLUMN = "column";

  /// Name of the segment with the agent's row, one-hot from the bottom.
  static final String ROW = "row";

  /// Name of the segment that shows the previous tick, even across the end of a trial.
  private static final String PREVIOUS = ObservationLayout.PREVIOUS;

  private static final int MOVES = 4;

  private final int size;

  DarkRoomObserver(DarkRoomConfig config) {
    this.size = config.size();
  }

  static ObservationLayout layout(DarkRoomConfig config) {
    int g = config.size();
    return new ObservationLayout(
        List.of(
            new Segment(COLUMN, 0, List.of(g), numbers(g), flags(g)),
            new Segment(ROW, g, List.of(g), numbers(g), flags(g)),
            new Segment(
                PREVIOUS,
                2 * g,
                List.of(MOVES + 2),
                List.of("right", "up", "left", "down", "reward", "trial_ended"),
                flags(MOVES + 2)),
            new Segment(
                "trial",
                2 * g + MOVES + 2,
                List.of(config.trials()),
                numbers(config.trials()),
                flags(config.trials()))));
  }

  private static List<Quantity> flags(int count) {
    return Collections.nCopies(count, Quantity.FLAG);
  }

  /// Writes an observation.
  ///
  /// @param move the last action, or -1 if there was none
  void write(
      float[] observation, int cell, int trial, int move, float rewardSeen, boolean trialEnded) {
    Arrays.fill(observation, 0);
    observation[cell % size] = 1;
    observation[size + cell / size] = 1;
    if (move >= 0) {
      observation[2 * size + move] = 1;
    }
    observation[2 * size + MOVES] = rewardSeen;
    observation[2 * size + MOVES + 1] = trialEnded ? 1 : 0;
    observation[2 * size + MOVES + 2 + trial] = 1;
  }

  private static List<String> numbers(int count) {
    return IntStream.rangeClosed(1, count).mapToObj(Integer::toString).toList();
  }
}
