package dev.hindsight.trainer.record;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.BuiltInEnvironments;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.Setting;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.record.ReplayReport.Difference;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Column;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.StateHashChain;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

  /// Runs to the end, or to the first tick that differs.
  ///
  /// @throws Problem if the recording does not hold what a replay needs
  @Override
  public ReplayReport run(Progress progress, Cancellation cancellation) {
    if (rollout.ticks() == 0) {
      throw cannot("it holds no tick");
    }
    Optional<Path> scenario = EmbeddedScenario.unpack(rollout);
    try {
      Environment environment = factory(scenario).create(rollout.manifest().seed());
      return compare(environment, progress, cancellation);
    } finally {
      scenario.ifPresent(Replay::delete);
    }
  }

  private EnvironmentFactory factory(Optional<Path> scenario) {
    Manifest.EnvironmentInfo info = rollout.manifest().environment();
    EnvironmentType type =
        types.stream()
            .filter(t -> t.id().equals(info.id()))
            .findFirst()
            .orElseThrow(() -> cannot("its environment '" + info.id() + "' is not known here"));
    Map<String, String> texts = new LinkedHashMap<>();
    for (Setting setting : type.settings().all()) {
      JsonNode value = info.config().get(setting.name());
      if (value != null) {
        texts.put(setting.name(), value.asText());
      }
    }
    return type.prepare(type.settings().parse(texts, rollout.file().toString()), scenario);
  }

  private ReplayReport compare(
      Environment environment, Progress progress, Cancellation cancellation) {
    if (environment.shape().agents() != rollout.manifest().agents()) {
      throw cannot(
          "its scenario gives "
              + environment.shape().agents()
              + " agents here, it has "
              + rollout.manifest().agents());
    }
    StoredActions stored = new StoredActions(rollout);
    Actions actions = new Actions(environment.shape());
    StateHashChain chain = new StateHashChain();
    for (int tick = 0; tick < rollout.ticks(); tick++) {
      cancellation.throwIfCancelled();
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
        return new ReplayReport(tick + 1, difference);
      }
      progress.report(tick + 1L, rollout.ticks(), "ticks");
    }
    return new ReplayReport(rollout.ticks(), lastRows(environment));
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
        .or(() -> compared("removed", tick, ByteBuffer.wrap(buffer.removed)))
        .or(() -> compared("trial", tick, number(buffer.trial)))
        .or(() -> compared("trial_tick", tick, number(buffer.trialTick)));
  }

  private Optional<Difference> results(StepBuffer buffer, int tick) {
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

  private Problem cannot(String why) {
    return new Problem(
        "it cannot be replayed: " + why, rollout.file().toString(), "replay it where it was made");
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException _) {
      // A file left among the temporary ones is no reason to lose the answer.
      file.toFile().deleteOnExit();
    }
  }
}
