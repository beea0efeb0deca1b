package dev.hindsight.trainer.study;

import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.observation.ObservationLayout;

/// What a policy may know of the trials before the present one.
public enum MemoryWipe {
  /// All it remembers.
  NONE {
    @Override
    void apply(StepBuffer seen, EnvironmentShape shape) {}
  },
  /// Nothing: where a trial begins its memory is wiped, its position in the episode starts again
  /// from 0, and what the observation tells of the tick before (last action, last reward, that a
  /// trial ended) is hidden. Wiping the memory alone would leave these leaks.
  TRIALS {
    @Override
    void apply(StepBuffer seen, EnvironmentShape shape) {
      for (int agent = 0; agent < seen.trialEnded.length; agent++) {
        if (seen.trialEnded[agent] != 0) {
          // To a policy that is an episode's end: it forgets before it looks.
          seen.terminal[agent] = 1;
          hidePrevious(seen, shape.observation(), agent);
        }
      }
    }
  };

  /// Changes what the policy is shown at a tick.
  ///
  /// @param seen a copy that belongs to the caller
  abstract void apply(StepBuffer seen, EnvironmentShape shape);

  /// Hides from an agent what its observation tells of the tick before.
  ///
  /// @param seen written here
  public static void hidePrevious(StepBuffer seen, ObservationLayout layout, int agent) {
    int from = agent * layout.size();
    for (ObservationLayout.Segment segment : layout.segments()) {
      if (segment.name().equals(ObservationLayout.PREVIOUS)) {
        int begin = from + segment.offset();
        java.util.Arrays.fill(seen.observation, begin, begin + segment.length(), 0);
      }
    }
  }
}
