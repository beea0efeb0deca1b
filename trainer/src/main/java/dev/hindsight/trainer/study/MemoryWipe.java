package dev.hindsight.trainer.study;

import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.observation.ObservationLayout;

/// What a policy may know of earlier trials.
public enum MemoryWipe {
  /// Everything in its memory.
  NONE {
    @Override
    void apply(StepBuffer seen, EnvironmentShape shape, boolean[] own) {}
  },
  /// Nothing: at the start of a trial its memory is wiped, its position in the episode restarts
  /// from 0, and the parts of the observation that show the previous tick (last action, last
  /// reward, end of a trial) are hidden. Wiping only the memory would leave these leaks.
  TRIALS {
    @Override
    void apply(StepBuffer seen, EnvironmentShape shape, boolean[] own) {
      for (int agent = 0; agent < seen.trialEnded.length; agent++) {
        if (own[agent] && seen.trialEnded[agent] != 0) {
          // To a policy this looks like an episode's end: it wipes its memory before it observes.
          seen.terminal[agent] = 1;
          hidePrevious(seen, shape.observation(), agent);
        }
      }
    }
  };

  /// Changes the policy's observation of a tick.
  ///
  /// @param seen a copy that belongs to the caller
  /// @param own for each agent whether the policy drives it; partners keep their memory
  abstract void apply(StepBuffer seen, EnvironmentShape shape, boolean[] own);

  /// Hides the parts of an agent's observation that show the previous tick.
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
