package dev.hindsight.trainer.record;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.BuiltInEnvironments;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.record.ReplayReport.Difference;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Column;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.StateHashChain;
import dev.hindsight.trainer.scene.AgentNames;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;

/// Simulates a recording again from what it holds (configuration, scenario, seed, actions) and
/// compares every bit of what the environment makes: observations, flags, rewards, its own columns,
/// the hash chain.
///
/// Channels the recording does not have are not compared, so older and foreign recordings replay as
/// far as they go.
public final class Replay implements Job<ReplayReport> {
  private final Rollout rollout;
  private final List<EnvironmentType> types;

  /// Replays a recording of one of the built-in environments.
  public Replay(Rollout rollout) {
    this(rollout, BuiltInEnvironments.all());
  }

  Replay(Rollout rollout, List<EnvironmentType> types) {
    this.rollout = rollout;
    this.types = types;
  }

  /// Runs to the end, or to the first tick that differs. What was done by hand in a branch is done
  /// again.
  ///
  /// @throws dev.hindsight.trainer.Problem if the recording does not hold what a replay needs
  @Override
  public ReplayReport run(Progress progress, Cancellation cancellation) {
    Recipe recipe = Recipe.of(rollout, types);
    try {
      return compare(recipe, recipe.create(), progress, cancellation);
    } catch (Problem problem) {
      throw problem.named(AgentNames.of(rollout)::titled);
    }
  }

  private ReplayReport compare(
      Recipe recipe, Environment environment, Progress progress, Cancellation cancellation) {
    int size = environment.shape().observation().size();
    StoredActions stored = new StoredActions(rollout);
    Actions actions = new Actions(environment.shape());
    StateHashChain chain = new StateHashChain();
    for (int tick = 0; tick < rollout.ticks(); tick++) {
      cancellation.throwIfCancelled();
      recipe.edits().world(tick, environment);
      recipe.edits().seen(tick, environment.buffer().observation, size);
      long hash = chain.next(environment.stateHash());
      Optional<Difference> difference = world(environment, tick);
      stored.read(tick, actions);
      if (difference.isEmpty()) {
        difference = hash(tick, hash);
      }
      if (difference.isEmpty()) {
        environment.step(actions);
        difference = results(environment.buffer(), tick);
      }
      if (difference.isPresent()) {
        return new ReplayReport(tick + 1, difference, recipe.code());
      }
      progress.report(tick + 1L, rollout.ticks(), "ticks");
    }
    return new ReplayReport(rollout.ticks(), lastRows(environment), recipe.code());
  }

  private Optional<Difference> world(Environment environment, int tick) {
    StepBuffer buffer = environment.buffer();
    List<Column> own = environment.shape().stateColumns();
    for (int c = 0; c < own.size(); c++) {
      Optional<Channel> channel = channel(own.get(c));
      if (channel.isPresent()) {
        ByteBuffer row = row(environment, c, own.get(c));
        Optional<Difference> difference = RowComparison.row(channel.get(), tick, row);
        if (difference.isPresent()) {
          return difference;
        }
      }
    }
    return compared("observation", tick, bytes(buffer.observation))
        .map(difference -> difference.in(environment.shape().observation()))
        .or(() -> compared("removed", tick, ByteBuffer.wrap(buffer.removed)))
        .or(() -> compared("trial", tick, number(buffer.trial)))
        .or(() -> compared("trial_tick", tick, number(buffer.trialTick)));
  }

  /// That an action was refused is known to who chose it, not to the environment.
  private void refused(StepBuffer buffer, int tick) {
    Optional<Channel> refused = rollout.channel(RecordedColumns.REFUSED);
    for (int agent = 0; refused.isPresent() && agent < buffer.event.length; agent++) {
      buffer.event[agent] |= (byte) (refused.get().integer(tick, agent) * StepBuffer.REFUSED);
    }
  }

  private Optional<Difference> results(StepBuffer buffer, int tick) {
    refused(buffer, tick);
    return compared("reward", tick, bytes(buffer.reward))
        .or(() -> compared("terminal", tick, ByteBuffer.wrap(buffer.terminal)))
        .or(() -> compared("truncation", tick, ByteBuffer.wrap(buffer.truncation)))
        .or(() -> compared("trial_ended", tick, ByteBuffer.wrap(buffer.trialEnded)))
        .or(() -> compared("event", tick, ByteBuffer.wrap(buffer.event)))
        .or(() -> compared("trial_score", tick, bytes(buffer.trialScore)));
  }

  private Optional<Difference> hash(int tick, long hash) {
    ByteBuffer row = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(0, hash);
    return compared("state_hash", tick, row);
  }

  private Optional<Difference> lastRows(Environment environment) {
    List<Column> own = environment.shape().stateColumns();
    for (int c = 0; c < own.size(); c++) {
      Optional<Channel> channel = channel(own.get(c));
      Optional<NpyArray> last = rollout.last(own.get(c).spec().name());
      if (channel.isPresent() && last.isPresent()) {
        ByteBuffer row = row(environment, c, own.get(c));
        Optional<Difference> difference =
            RowComparison.last(channel.get(), rollout.ticks(), last.get(), row);
        if (difference.isPresent()) {
          return difference;
        }
      }
    }
    return Optional.empty();
  }

  private Optional<Difference> compared(String name, int tick, ByteBuffer here) {
    return rollout.channel(name).flatMap(channel -> RowComparison.row(channel, tick, here));
  }

  /// A stored channel with the same meaning; one that changed its shape since is not compared.
  private Optional<Channel> channel(Column column) {
    return rollout.channel(column.spec().name()).filter(c -> c.rowLength() == column.rowLength());
  }

  private static ByteBuffer row(Environment environment, int index, Column column) {
    ByteBuffer row = ByteBuffer.allocate(column.rowBytes()).order(ByteOrder.LITTLE_ENDIAN);
    environment.writeState(index, row);
    return row.flip();
  }

  private static ByteBuffer bytes(float[] values) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(values);
    return bytes;
  }

  private static ByteBuffer number(int value) {
    return ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(0, value);
  }
}
