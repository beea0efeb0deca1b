package dev.hindsight.trainer.env;

import dev.hindsight.trainer.rollout.FixedArray;
import dev.hindsight.trainer.scene.AgentNames;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A running world: a deterministic function of (configuration, seed, actions), bit for bit, on any
/// number of threads.
///
/// One owner thread at a time. [#step] and [#reset] allocate nothing.
public interface Environment {
  /// Sizes and meanings; never changes.
  EnvironmentShape shape();

  /// The state after the last reset or step; always the same object.
  StepBuffer buffer();

  /// Returns to the first tick of the first trial, as if just created.
  void reset();

  /// Runs one tick. Reads the actions of all agents, then overwrites [#buffer()].
  ///
  /// Rejects actions outside the space (a NaN, an index out of range) before anything changes.
  ///
  /// @throws dev.hindsight.trainer.Problem naming the agent and the value
  void step(Actions actions);

  /// A 64-bit digest of the full state, random numbers included; equal states have equal digests.
  long stateHash();

  /// A copy of the full state.
  Snapshot snapshot();

  /// Restores a copied state, from this environment or any other of the same factory.
  void restore(Snapshot snapshot);

  /// The full state for writing to disk; empty if the environment cannot. A resumed run then
  /// simulates its environments again.
  default Optional<StorableState> storable() {
    return Optional.empty();
  }

  /// Whether what simulates the world has failed for good: nothing can be done with it any more,
  /// and what was recorded is all there will be.
  default boolean stopped() {
    return false;
  }

  /// Makes manual changes to the world; empty if the environment allows none.
  default Optional<WorldEditor> editable() {
    return Optional.empty();
  }

  /// Writes the current row of one of the environment's own columns.
  ///
  /// @param column index into [EnvironmentShape#stateColumns()]
  /// @param row little-endian, with exactly the row's bytes remaining; all are written
  void writeState(int column, ByteBuffer row);

  /// Arrays that never change, such as `size` and `road/points`, with name and content.
  List<FixedArray> fixedArrays();

  /// The names of its agents, as a recording would have them.
  default AgentNames agentNames() {
    return AgentNames.of(fixedArrays(), shape().agents());
  }

  /// Counts since the reset, by name: `goals`, `collisions`, `offroad`, ... Allocates; not for hot
  /// loops.
  Map<String, Double> totals();

  /// The scores of each trial that has finished since the reset, summed. Allocates; not for hot
  /// loops.
  List<TrialTotals> trialTotals();

  /// Mean score of each trial that has finished since the reset, over agents and episodes.
  default List<Double> trialScores() {
    return trialTotals().stream().map(TrialTotals::mean).toList();
  }

  /// An opaque copied state.
  interface Snapshot {}
}
