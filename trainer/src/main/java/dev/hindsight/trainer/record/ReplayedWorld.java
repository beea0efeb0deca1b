package dev.hindsight.trainer.record;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.record.ReplayReport.Difference;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.StateHashChain;
import java.util.Optional;

/// Simulates the world of a recording again tick by tick and compares it with the stored hash
/// chain. One owner thread.
public final class ReplayedWorld {
  private final SimulationRecipe simulationRecipe;
  private final Environment environment;
  private final RecordedActions stored;
  private final Actions actions;
  private final Optional<Channel> hashes;
  private final WorldCheck check;
  private StateHashChain chain = new StateHashChain();
  private int tick;

  /// Starts before tick 0.
  public ReplayedWorld(SimulationRecipe simulationRecipe) {
    this.simulationRecipe = simulationRecipe;
    environment = simulationRecipe.create();
    stored = new RecordedActions(simulationRecipe.rollout());
    actions = new Actions(environment.shape());
    hashes = simulationRecipe.rollout().channel(WorldCheck.STATE_HASH);
    check = new WorldCheck(simulationRecipe.rollout(), environment);
  }

  /// The world before the present tick and its edits.
  public Environment environment() {
    return environment;
  }

  /// The next tick.
  public int tick() {
    return tick;
  }

  /// Runs the next tick as recorded.
  ///
  /// @throws Problem if the world differs from the recording
  public void advance() {
    simulationRecipe.edits().world(tick, environment);
    long hash = chain.next(environment.stateHash());
    if (hashes.isPresent() && hashes.get().integer(tick, 0) != hash) {
      throw new Problem(
          wording(
              "ReplayedWorld.it_does_not_repeat_here_its",
              tick,
              simulationRecipe.code().words().map(words -> " (" + words + ")").orElse("")),
          simulationRecipe.rollout().file().toString(),
          wording("ReplayedWorld.see_hindsight_replay_for_what_differs"));
    }
    stored.read(tick, actions);
    environment.step(actions);
    tick++;
  }

  /// The first fixed array that differs from the recording.
  public Optional<Difference> fixed() {
    return check.fixed();
  }

  /// As [#advance], but compares every recorded number of the tick with the new one. If the state
  /// differs, it stays at the tick.
  public TickComparison compare() {
    simulationRecipe.edits().world(tick, environment);
    int size = environment.shape().observation().size();
    simulationRecipe.edits().seen(tick, environment.buffer().observation, size);
    Optional<Difference> hash = check.hash(tick, chain.next(environment.stateHash()));
    Optional<Difference> state = check.state(tick);
    if (hash.isPresent()) {
      return new TickComparison(state.or(() -> hash), false);
    }
    stored.read(tick, actions);
    environment.step(actions);
    Optional<Difference> results = check.results(tick);
    tick++;
    return new TickComparison(state.or(() -> results), true);
  }

  /// The result of comparing a tick.
  ///
  /// @param difference the first number that differs
  /// @param same whether the state agrees
  public record TickComparison(Optional<Difference> difference, boolean same) {}

  /// Compares the last rows, after all ticks.
  public Optional<Difference> last() {
    return check.last();
  }

  /// Continues from a state that was copied before a tick.
  public void restore(int atTick, Environment.Snapshot snapshot) {
    environment.restore(snapshot);
    tick = atTick;
    chain =
        tick == 0 || hashes.isEmpty()
            ? new StateHashChain()
            : StateHashChain.after(hashes.get().integer(tick - 1, 0));
  }
}
