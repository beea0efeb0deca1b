package dev.hindsight.trainer.env;

import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.Optional;
import java.util.OptionalDouble;

/// A recording as a [RewardRule] reads it: columns by agent, what came of actions, and the knobs.
/// Reading a tick allocates nothing.
public interface RecordedTicks {
  /// The recording.
  Rollout rollout();

  /// How many agents it has.
  int agents();

  /// A column with so many numbers for each agent, and the world after the last action where that
  /// is kept.
  Optional<AgentColumn> column(String name, int each);

  /// A knob that is a number.
  OptionalDouble number(String knob);

  /// A knob as a word; empty where there is none.
  String word(String knob);

  /// The number of the trial a tick lies in, from 0.
  int trial(int tick);

  /// Whether an agent is in limbo.
  boolean limbo(int tick, int agent);

  /// Bits of [dev.hindsight.trainer.outcome.EventBits] of what came of an action.
  int event(int tick, int agent);

  /// Whether the action reached a goal.
  boolean goal(int tick, int agent);

  /// Whether the action began to touch something, or left the sector.
  boolean contact(int tick, int agent);

  /// Whether a trial ends for some agent with the action of a tick.
  boolean trialEnds(int tick);

  /// Whether the world of a tick was changed by hand.
  boolean moved(int tick);
}
