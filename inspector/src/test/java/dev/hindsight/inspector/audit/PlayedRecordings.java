package dev.hindsight.inspector.audit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.edit.EditJson;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.env.drive.map.BuiltInMaps;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.OpenedPolicy;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.record.RecordingRequest;
import dev.hindsight.trainer.record.RolloutRecorder;
import dev.hindsight.trainer.record.SimulationRecipe;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Correct recordings of every environment for planting faults, and changes of what they declare.
final class PlayedRecordings {
  private PlayedRecordings() {}

  /// The scripted driver, in trials that end with goals: each reaches one.
  static Path driven(Path folder, String... settings) throws IOException {
    return record(folder, "drive", "scripted", new ActionSelection.Argmax(), 130, settings);
  }

  /// Random actions, which collide with everything.
  static Path crashed(Path folder, String... settings) throws IOException {
    return record(folder, "drive", "", new ActionSelection.Random(), 130, settings);
  }

  /// The built-in policy in its dark room.
  static Path explored(Path folder, ActionSelection how, int ticks, String... settings)
      throws IOException {
    return record(folder, "darkroom", "darkroom-5x5", how, ticks, settings);
  }

  /// A small airspace in which aircraft meet and leave.
  static Path flown(Path folder, String... settings) throws IOException {
    return record(folder, "airspace", "", new ActionSelection.Random(), 120, settings);
  }

  /// Aircraft that fly straight ahead.
  static Path flownStraight(Path folder, String... settings) throws IOException {
    return record(folder, "airspace", "straight", new ActionSelection.Argmax(), 120, settings);
  }

  /// The built-in team at its landmarks, two episodes that time limits of 25 ticks end.
  static Path spread(Path folder) throws IOException {
    return record(folder, "spread", "spread-3", new ActionSelection.Sample(), 60);
  }

  private static Path record(
      Path folder,
      String environment,
      String policy,
      ActionSelection how,
      int ticks,
      String... settings)
      throws IOException {
    EnvironmentType type = BuiltInEnvironments.named(environment);
    Map<String, String> typed = new LinkedHashMap<>();
    for (String setting : settings) {
      String[] pair = setting.split("=", 2);
      typed.put(pair[0], pair[1]);
    }
    Optional<Path> map = Optional.empty();
    if (environment.equals("drive")) {
      map = Optional.of(folder.resolve("merge-1.bin"));
      Files.write(map.get(), BuiltInMaps.bytes("merge-1"));
    }
    EnvironmentFactory factory = type.prepare(type.settings().parse(typed, "test"), map);
    Path file = folder.resolve(environment + "-" + policy + ".rollout");
    Optional<OpenedPolicy> opened =
        policy.isEmpty()
            ? Optional.empty()
            : Optional.of(BuiltInPolicies.open(policy, factory.shape()));
    try {
      RecordingRequest request =
          new RecordingRequest(
              type,
              factory,
              map,
              opened.map(
                  p -> new RecordingRequest.ActingPolicy(p.policy(), p.id(), p.sha256(), p.name())),
              how,
              ticks,
              RecordingRequest.Until.ALL_TICKS,
              3,
              file);
      new RolloutRecorder(request).run(Progress.SILENT, new Cancellation());
    } finally {
      opened.ifPresent(OpenedPolicy::close);
    }
    return file;
  }

  /// A place in a recording.
  record Place(int tick, int agent) {}

  /// The first place where a channel has exactly a value.
  static Place firstOf(Path file, String column, double value) {
    try (Rollout rollout = Rollouts.open(file)) {
      Channel channel = rollout.channel(column).orElseThrow();
      for (int tick = 0; tick < rollout.ticks(); tick++) {
        for (int agent = 0; agent < channel.rowLength(); agent++) {
          if (channel.value(tick, agent) == value) {
            return new Place(tick, agent);
          }
        }
      }
    }
    throw new AssertionError("no " + value + " in " + column);
  }

  /// The same recording with another declared seed.
  static UnaryOperator<Manifest> seed(long seed) {
    return m -> changed(m, m.environment(), m.policy(), seed, m.tickSeconds(), m.trials());
  }

  /// The same recording with another declared selection.
  static UnaryOperator<Manifest> selection(String how) {
    return m ->
        changed(
            m,
            m.environment(),
            new Manifest.PolicyInfo(
                m.policy().id(), m.policy().checkpointSha256(), m.policy().checkpointName(), how),
            m.seed(),
            m.tickSeconds(),
            m.trials());
  }

  /// The same recording with another declared tick length.
  static UnaryOperator<Manifest> seconds(double seconds) {
    return m -> changed(m, m.environment(), m.policy(), m.seed(), seconds, m.trials());
  }

  /// The same recording with another declared trial length.
  static UnaryOperator<Manifest> timeout(int ticks) {
    return m ->
        changed(
            m,
            m.environment(),
            m.policy(),
            m.seed(),
            m.tickSeconds(),
            new Manifest.Trials(m.trials().count(), ticks));
  }

  /// The same recording with another value of a knob.
  static UnaryOperator<Manifest> knob(String name, JsonNode value) {
    return m -> {
      Map<String, JsonNode> config = new LinkedHashMap<>(m.environment().config());
      config.put(name, value);
      return changed(
          m,
          new Manifest.EnvironmentInfo(m.environment().id(), config, m.environment().codeVersion()),
          m.policy(),
          m.seed(),
          m.tickSeconds(),
          m.trials());
    };
  }

  /// The same recording as a branch that begins with an edit.
  static UnaryOperator<Manifest> edited(Edit edit) {
    return m -> {
      Map<String, JsonNode> extra = new LinkedHashMap<>(m.extra());
      extra.put(
          SimulationRecipe.BRANCH,
          JsonNodeFactory.instance
              .objectNode()
              .set(SimulationRecipe.EDITS, EditJson.write(List.of(edit))));
      return changed(m, m.environment(), m.policy(), m.seed(), m.tickSeconds(), m.trials(), extra);
    };
  }

  private static Manifest changed(
      Manifest m,
      Manifest.EnvironmentInfo environment,
      Manifest.PolicyInfo policy,
      long seed,
      double seconds,
      Manifest.Trials trials) {
    return changed(m, environment, policy, seed, seconds, trials, m.extra());
  }

  private static Manifest changed(
      Manifest m,
      Manifest.EnvironmentInfo environment,
      Manifest.PolicyInfo policy,
      long seed,
      double seconds,
      Manifest.Trials trials,
      Map<String, JsonNode> extra) {
    return new Manifest(
        m.format(),
        m.version(),
        m.producer(),
        m.createdUtc(),
        environment,
        policy,
        seed,
        m.agents(),
        seconds,
        trials,
        m.chunkTicks(),
        m.observation(),
        m.channels(),
        m.fixed(),
        extra);
  }
}
