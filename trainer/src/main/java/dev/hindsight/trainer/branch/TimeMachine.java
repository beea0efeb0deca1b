package dev.hindsight.trainer.branch;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyMemory;
import dev.hindsight.trainer.record.Continuation;
import dev.hindsight.trainer.record.MemoryReplay;
import dev.hindsight.trainer.record.Resimulation;
import dev.hindsight.trainer.record.SimulationRecipe;
import dev.hindsight.trainer.scene.AgentNames;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;

/// A recording of which any tick can be gone back to at once: copies of the world every so many
/// ticks, copies of what the policy remembered at every tick as far as memory allows.
///
/// Immutable, for any thread; made by [TimeMachineBuilder]. Holds no native memory.
public final class TimeMachine implements Continuation.StartingPoint {
  private final SimulationRecipe simulationRecipe;
  private final NavigableMap<Integer, Environment.Snapshot> worlds;
  private final NavigableMap<Integer, PolicyMemory> memories;
  private final RepetitionReport repetitionReport;
  private final long bytes;

  TimeMachine(
      SimulationRecipe simulationRecipe,
      NavigableMap<Integer, Environment.Snapshot> worlds,
      NavigableMap<Integer, PolicyMemory> memories,
      RepetitionReport repetitionReport,
      long bytes) {
    this.simulationRecipe = simulationRecipe;
    this.worlds = worlds;
    this.memories = memories;
    this.repetitionReport = repetitionReport;
    this.bytes = bytes;
  }

  /// What it goes back in.
  public SimulationRecipe recipe() {
    return simulationRecipe;
  }

  /// How far the recording repeated when it was gone through.
  public RepetitionReport repetition() {
    return repetitionReport;
  }

  /// Bytes of what the policy remembered that it keeps.
  public long bytes() {
    return bytes;
  }

  /// Ticks between two copies of what the policy remembered, at the most; 0 where none is kept.
  public int stride() {
    int widest = 0;
    int before = 0;
    for (int tick : memories.keySet()) {
      widest = Math.max(widest, tick - before);
      before = tick;
    }
    return widest;
  }

  /// @throws Problem if the state is not what was recorded as far as there
  @Override
  public Environment environment(int tick, Progress progress, Cancellation cancellation) {
    if (repetitionReport.lost().isPresent() && repetitionReport.lost().getAsInt() <= tick) {
      throw new Problem(
          "cannot go back to tick "
              + tick
              + ": "
              + repetitionReport.words(AgentNames.of(simulationRecipe.rollout())),
          simulationRecipe.rollout().file().toString(),
          "see `hindsight replay` for what differs, go back to a tick before, or record it again");
    }
    Resimulation again = new Resimulation(simulationRecipe);
    go(again, tick, cancellation);
    return again.environment();
  }

  /// Puts a world that runs already to a tick, before what is done by hand at it.
  public void go(Resimulation again, int tick, Cancellation cancellation) {
    Map.Entry<Integer, Environment.Snapshot> near = worlds.floorEntry(tick);
    again.restore(near.getKey(), near.getValue());
    while (again.tick() < tick) {
      cancellation.throwIfCancelled();
      again.advance();
    }
  }

  @Override
  public void remember(int tick, Policy policy, Cancellation cancellation) {
    var shape = simulationRecipe.factory().shape();
    MemoryReplay memoryReplay = new MemoryReplay(simulationRecipe.rollout(), shape);
    int since = simulationRecipe.edits().actsSince(tick);
    Optional<Map.Entry<Integer, PolicyMemory>> near =
        Optional.ofNullable(memories.floorEntry(tick))
            // What is remembered at the very tick of a change of policies is the old one's.
            .filter(entry -> since == 0 || entry.getKey() > since);
    if (near.isPresent()) {
      policy.remember(near.get().getValue());
      memoryReplay.replay(
          policy, near.get().getKey(), tick, simulationRecipe.edits(), cancellation);
    } else {
      memoryReplay.replay(policy, tick, simulationRecipe.edits().since(since), cancellation);
    }
  }
}
