package dev.hindsight.trainer.counterfactual;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.QueryAblation;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.policy.Policy;
import java.util.Optional;

/// Ways in which information from earlier trials reaches a policy: one constant closes each of them
/// alone, one closes all. They apply to all agents; nothing changes before the second trial of an
/// episode.
public enum MemoryControl {
  /// Nothing is closed.
  RECORDED(wording("MemoryControl.as_recorded")) {
    @Override
    public Optional<String> missing(Policy policy, EnvironmentShape shape) {
      return Optional.empty();
    }
  },
  /// All ways are closed: at the start of a trial memory is wiped, positions restart from 0, and
  /// the observation hides the previous tick. Wiping memory alone would leave the other two leaks.
  WIPED(wording("MemoryControl.memory_wiped_at_trial_starts")) {
    @Override
    public Optional<String> missing(Policy policy, EnvironmentShape shape) {
      try {
        policy.forget(0);
        policy.reset();
        return Optional.empty();
      } catch (Problem _) {
        return Optional.of(wording("MemoryControl.the_policy_has_no_memory"));
      }
    }
  },
  /// No head looks at a tick of an earlier trial. Positions go on, and the first tick of a trial
  /// shows the results of the previous one.
  EARLIER_TRIALS_CLOSED(wording("MemoryControl.earlier_trials_closed_to_attention")) {
    @Override
    public Optional<String> missing(Policy policy, EnvironmentShape shape) {
      try {
        policy.setAblation(0, QueryAblation.NONE);
        policy.remembered(0);
        return Optional.empty();
      } catch (Problem _) {
        return Optional.of(wording("MemoryControl.the_policy_has_no_attention_over"));
      }
    }
  },
  /// The position counter restarts from 0 at the start of a trial; memory stays.
  POSITIONS_RESTARTED(wording("MemoryControl.positions_start_again")) {
    @Override
    public Optional<String> missing(Policy policy, EnvironmentShape shape) {
      try {
        policy.restartPositions(0);
        policy.reset();
        return Optional.empty();
      } catch (Problem _) {
        return Optional.of(wording("MemoryControl.the_policy_counts_no_positions"));
      }
    }
  },
  /// The first tick of a trial hides the previous tick's action, reward and end; memory stays.
  PREVIOUS_HIDDEN(wording("MemoryControl.last_action_and_reward_hidden")) {
    @Override
    public Optional<String> missing(Policy policy, EnvironmentShape shape) {
      return shape.observation().segments().stream()
              .anyMatch(segment -> segment.name().equals(ObservationLayout.PREVIOUS))
          ? Optional.empty()
          : Optional.of(wording("MemoryControl.the_observation_shows_nothing_of"));
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
