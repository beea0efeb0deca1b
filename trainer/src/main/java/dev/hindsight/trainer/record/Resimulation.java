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
  private final Recipe recipe;
  private final Environment environment;
  private final StoredActions stored;
  private final Actions actions;
  private final Optional<Channel> hashes;
  private final WorldCheck check;
  private StateHashChain chain = new StateHashChain();
  private int tick;

  /// Before tick 0.
  public Resimulation(Recipe recipe) {
    this.recipe = recipe;
    environment = recipe.create();
    stored = new StoredActions(recipe.rollout());
    actions = new Actions(environment.shape());
    hashes = recipe.rollout().channel(WorldCheck.STATE_HASH);
    check = new WorldCheck(recipe.rollout(), environment);
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
    recipe.edits().world(tick, environment);
    long hash = chain.next(environment.stateHash());
    if (hashes.isPresent() && hashes.get().integer(tick, 0) != hash) {
      throw new Problem(
          "it does not repeat here: its world is another one from tick "
              + tick
              + " on"
              + recipe.code().words().map(words -> " (" + words + ")").orElse(""),
          recipe.rollout().file().toString(),
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
  public Compared compare() {
    recipe.edits().world(tick, environment);
    int size = environment.shape().observation().size();
    recipe.edits().seen(tick, environment.buffer().observation, size);
    Optional<Difference> hash = check.hash(tick, chain.next(environment.stateHash()));
    Optional<Difference> state = check.state(tick);
    if (hash.isPresent()) {
      return new Compared(state.or(() -> hash), false);
    }
    stored.read(tick, actions);
    environment.step(actions);
    Optional<Difference> results = check.results(tick);
    tick++;
    return new Compared(state.or(() -> results), true);
  }

  /// What comparing a tick came to.
  ///
  /// @param difference the first number that is not what was recorded
  /// @param same whether the state is what was recorded
  public record Compared(Optional<Difference> difference, boolean same) {}

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
