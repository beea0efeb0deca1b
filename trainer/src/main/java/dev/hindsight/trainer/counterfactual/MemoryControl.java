package dev.hindsight.trainer.counterfactual;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.QueryAblation;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyMemory;
import java.util.Optional;

/// Ways in which something of earlier trials reaches a policy, each shut by itself, and all of them
/// together. All agents do without; nothing changes before the second trial of an episode.
public enum MemoryControl {
  /// Nothing is shut.
  RECORDED("as recorded") {
    @Override
    public Optional<String> missing(Policy policy, EnvironmentShape shape) {
      return Optional.empty();
    }
  },
  /// All of it: where a trial begins memory is wiped, positions start again from 0, and what the
  /// observation tells of the tick before is hidden. Wiping memory alone would leave these leaks.
  WIPED("memory wiped at trial starts") {
    @Override
    public Optional<String> missing(Policy policy, EnvironmentShape shape) {
      return policy.memory() instanceof PolicyMemory.Nothing
          ? Optional.of("the policy has no memory")
          : Optional.empty();
    }
  },
  /// No head looks at a tick of an earlier trial. Positions go on, and the first tick of a trial
  /// shows what the last one brought.
  EARLIER_TRIALS_CLOSED("earlier trials closed to attention") {
    @Override
    public Optional<String> missing(Policy policy, EnvironmentShape shape) {
      try {
        policy.setAblation(0, QueryAblation.NONE);
        policy.remembered(0);
        return Optional.empty();
      } catch (Problem _) {
        return Optional.of("the policy has no attention over time");
      }
    }
  },
  /// The position counter starts again from 0 where a trial begins; memory stays.
  POSITIONS_RESTARTED("positions start again") {
    @Override
    public Optional<String> missing(Policy policy, EnvironmentShape shape) {
      try {
        policy.restartPositions(0);
        policy.reset();
        return Optional.empty();
      } catch (Problem _) {
        return Optional.of("the policy counts no positions");
      }
    }
  },
  /// The first tick of a trial does not show the action, the reward and the end of the tick before;
  /// memory stays.
  PREVIOUS_HIDDEN("last action and reward hidden") {
    @Override
    public Optional<String> missing(Policy policy, EnvironmentShape shape) {
      return shape.observation().segments().stream()
              .anyMatch(segment -> segment.name().equals(ObservationLayout.PREVIOUS))
          ? Optional.empty()
          : Optional.of("the observation shows nothing of the tick before");
    }
  };

  private final String words;

  MemoryControl(String words) {
    this.words = words;
  }

  /// For people: `memory wiped at trial starts`.
  public String words() {
    return words;
  }

  /// Why it does not apply to a policy; empty where it does. Makes the policy forget.
  public abstract Optional<String> missing(Policy policy, EnvironmentShape shape);
}
