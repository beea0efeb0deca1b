package dev.hindsight.trainer.record;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.record.ReplayReport.Difference;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.StateHashChain;
import java.util.Optional;

/// The world of a recording simulated again tick by tick, held against the stored hash chain as it
/// goes. One owner thread.
public final class Resimulation {
  private final SimulationRecipe simulationRecipe;
  private final Environment environment;
  private final RecordedActions stored;
  private final Actions actions;
  private final Optional<Channel> hashes;
  private final WorldCheck check;
  private StateHashChain chain = new StateHashChain();
  private int tick;

  /// Before tick 0.
  public Resimulation(SimulationRecipe simulationRecipe) {
    this.simulationRecipe = simulationRecipe;
    environment = simulationRecipe.create();
    stored = new RecordedActions(simulationRecipe.rollout());
    actions = new Actions(environment.shape());
    hashes = simulationRecipe.rollout().channel(WorldCheck.STATE_HASH);
    check = new WorldCheck(simulationRecipe.rollout(), environment);
  }

  /// As it is before the present tick, and before what is done by hand at it.
  public Environment environment() {
    return environment;
  }

  /// The tick that comes next.
  public int tick() {
    return tick;
  }

  /// Takes the next tick as it was recorded.
  ///
  /// @throws Problem if the world is not what was recorded
  public void advance() {
    simulationRecipe.edits().world(tick, environment);
    long hash = chain.next(environment.stateHash());
    if (hashes.isPresent() && hashes.get().integer(tick, 0) != hash) {
      throw new Problem(
          "it does not repeat here: its world is another one from tick "
              + tick
              + " on"
              + simulationRecipe.code().words().map(words -> " (" + words + ")").orElse(""),
          simulationRecipe.rollout().file().toString(),
          "see `hindsight replay` for what differs, or record it again with this version");
    }
    stored.read(tick, actions);
    environment.step(actions);
    tick++;
  }

  /// What of the arrays that never change is not what was recorded.
  public Optional<Difference> fixed() {
    return check.fixed();
  }

  /// As [#advance], holding every recorded number of the tick against what comes out here. Where
  /// the state is another one, it stays at the tick.
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

  /// What comparing a tick came to.
  ///
  /// @param difference the first number that is not what was recorded
  /// @param same whether the state is what was recorded
  public record TickComparison(Optional<Difference> difference, boolean same) {}

  /// The last rows, after all ticks.
  public Optional<Difference> last() {
    return check.last();
  }

  /// Goes on from a state that was copied before a tick.
  public void restore(int atTick, Environment.Snapshot snapshot) {
    environment.restore(snapshot);
    tick = atTick;
    chain =
        tick == 0 || hashes.isEmpty()
            ? new StateHashChain()
            : StateHashChain.after(hashes.get().integer(tick - 1, 0));
  }
}
