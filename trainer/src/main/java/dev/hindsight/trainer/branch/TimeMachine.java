package dev.hindsight.trainer.branch;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyMemory;
import dev.hindsight.trainer.record.Continuation;
import dev.hindsight.trainer.record.MemoryRecomputation;
import dev.hindsight.trainer.record.ReplayedWorld;
import dev.hindsight.trainer.record.SimulationRecipe;
import dev.hindsight.trainer.scene.AgentNames;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;

/// A recording that can continue from any of its ticks at once. It keeps copies of the world at
/// regular intervals and copies of the policy's memory at as many ticks as the memory budget
/// allows.
///
/// Immutable, for any thread; made by [TimeMachineBuilder]. Holds no native memory.
public final class TimeMachine implements Continuation.StartingPoint {
  private final SimulationRecipe simulationRecipe;
  private final NavigableMap<Integer, Environment.Snapshot> worlds;
  private final NavigableMap<Integer, PolicyMemory> memories;
  private final ReplayAgreement replayAgreement;
  private final long bytes;

  TimeMachine(
      SimulationRecipe simulationRecipe,
      NavigableMap<Integer, Environment.Snapshot> worlds,
      NavigableMap<Integer, PolicyMemory> memories,
      ReplayAgreement replayAgreement,
      long bytes) {
    this.simulationRecipe = simulationRecipe;
    this.worlds = worlds;
    this.memories = memories;
    this.replayAgreement = replayAgreement;
    this.bytes = bytes;
  }

  /// The recipe of the recording.
  public SimulationRecipe recipe() {
    return simulationRecipe;
  }

  /// How exactly the recording repeated.
  public ReplayAgreement agreement() {
    return replayAgreement;
  }

  /// Bytes of its copies of the policy's memory.
  public long bytes() {
    return bytes;
  }

  /// The most ticks between two copies of the policy's memory; 0 if it keeps none.
  public int stride() {
    int widest = 0;
    int before = 0;
    for (int tick : memories.keySet()) {
      widest = Math.max(widest, tick - before);
      before = tick;
    }
    return widest;
  }

  /// @throws Problem if the state does not repeat up to that tick
  @Override
  public Environment environment(int tick, Progress progress, Cancellation cancellation) {
    if (replayAgreement.lost().isPresent() && replayAgreement.lost().getAsInt() <= tick) {
      throw new Problem(
          wording(
              "TimeMachine.cannot_go_back_to_tick",
              tick,
              replayAgreement.words(AgentNames.of(simulationRecipe.rollout()))),
          simulationRecipe.rollout().file().toString(),
          wording("TimeMachine.see_hindsight_replay_for_what_differs"));
    }
    ReplayedWorld world = new ReplayedWorld(simulationRecipe);
    go(world, tick, cancellation);
    return world.environment();
  }

  /// Moves a running world to a tick, before that tick's edits.
  public void go(ReplayedWorld world, int tick, Cancellation cancellation) {
    Map.Entry<Integer, Environment.Snapshot> near = worlds.floorEntry(tick);
    world.restore(near.getKey(), near.getValue());
    while (world.tick() < tick) {
      cancellation.throwIfCancelled();
      world.advance();
    }
  }

  @Override
  public void remember(int tick, Policy policy, Cancellation cancellation) {
    var shape = simulationRecipe.factory().shape();
    MemoryRecomputation memoryRecomputation =
        new MemoryRecomputation(simulationRecipe.rollout(), shape);
    int since = simulationRecipe.edits().actsSince(tick);
    Optional<Map.Entry<Integer, PolicyMemory>> near =
        Optional.ofNullable(memories.floorEntry(tick))
            // At the very tick of a policy change, the copy is the old policy's memory.
            .filter(entry -> since == 0 || entry.getKey() > since);
    if (near.isPresent()) {
      policy.remember(near.get().getValue());
      memoryRecomputation.replay(
          policy, near.get().getKey(), tick, simulationRecipe.edits(), cancellation);
    } else {
      memoryRecomputation.replay(policy, tick, simulationRecipe.edits().since(since), cancellation);
    }
  }
}
