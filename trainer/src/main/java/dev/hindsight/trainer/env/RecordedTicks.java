package dev.hindsight.trainer.env;

import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.Optional;
import java.util.OptionalDouble;

/// A recording as a [RewardRule] reads it: columns by agent, results of actions, and knobs. Reading
/// a tick allocates nothing.
public interface RecordedTicks {
  /// The recording.
  Rollout rollout();

  /// Number of agents.
  int agents();

  /// A column with a given count of numbers per agent, including the world after the last action if
  /// the recording keeps it.
  Optional<AgentColumn> column(String name, int each);

  /// A knob with a numeric value.
  OptionalDouble number(String knob);

  /// A knob as a word; empty if there is none.
  String word(String knob);

  /// Index of the trial that a tick belongs to, from 0.
  int trial(int tick);

  /// Whether an agent is in limbo.
  boolean limbo(int tick, int agent);

  /// Events of an action, a sum of [dev.hindsight.trainer.outcome.EventKind#bit]s.
  int event(int tick, int agent);

  /// Whether the action reached a goal.
  boolean goal(int tick, int agent);

  /// Whether the action began a contact or left the sector.
  boolean contact(int tick, int agent);

  /// Whether the action of a tick ends a trial for any agent.
  boolean trialEnds(int tick);

  /// Whether an edit changed the world of a tick.
  boolean moved(int tick);
}
