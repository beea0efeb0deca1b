package dev.hindsight.trainer.counterfactual;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.QueryAblation;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyMemory;
import java.util.Optional;

/// Ways in which information from earlier trials reaches a policy: one constant closes each of them
/// alone, one closes all. They apply to all agents; nothing changes before the second trial of an
/// episode.
public enum MemoryControl {
  /// Nothing is closed.
  RECORDED("as recorded") {
    @Override
    public Optional<String> missing(Policy policy, EnvironmentShape shape) {
      return Optional.empty();
    }
  },
  /// All ways are closed: at the start of a trial memory is wiped, positions restart from 0, and
  /// the observation hides the previous tick. Wiping memory alone would leave the other two leaks.
  WIPED("memory wiped at trial starts") {
    @Override
    public Optional<String> missing(Policy policy, EnvironmentShape shape) {
      return policy.memory() instanceof PolicyMemory.Nothing
          ? Optional.of("the policy has no memory")
          : Optional.empty();
    }
  },
  /// No head looks at a tick of an earlier trial. Positions go on, and the first tick of a trial
  /// shows the results of the previous one.
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
  /// The position counter restarts from 0 at the start of a trial; memory stays.
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
  /// The first tick of a trial hides the previous tick's action, reward and end; memory stays.
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

  /// Why it does not apply to a policy; empty if it does. Wipes the policy's memory.
  public abstract Optional<String> missing(Policy policy, EnvironmentShape shape);
}
