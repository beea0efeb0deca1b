package dev.hindsight.inspector.recompute;

import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.env.drive.map.BuiltInMaps;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.OpenedPolicy;
import dev.hindsight.trainer.learn.lstm.LstmNetwork;
import dev.hindsight.trainer.learn.net.DriveEncoder;
import dev.hindsight.trainer.learn.net.FeedForwardNetwork;
import dev.hindsight.trainer.learn.net.Network;
import dev.hindsight.trainer.learn.transformer.TransformerNetwork;
import dev.hindsight.trainer.learn.transformer.TransformerSpec;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.Checkpoints;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.record.RecordingRequest;
import dev.hindsight.trainer.record.RolloutRecorder;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// Recordings of several drivers with small untrained networks, whose checkpoints lie beside them.
final class DriveRecordings {
  private static final int WIDTH = 16;
  private static final int TICKS = 48;
  private static final Map<String, String> TRIALS =
      Map.of("goal_behavior", "trial", "k_scenarios", "2", "scenario_length", "12");

  private DriveRecordings() {}

  /// The kind of memory.
  enum Kind {
    TRANSFORMER,
    LSTM,
    MLP
  }

  /// The file with the weights of a kind.
  static Path checkpoint(Path folder, Kind kind) {
    return folder.resolve(kind + ".safetensors");
  }

  /// Two episodes of two trials.
  static Rollout record(Path folder, Kind kind) throws IOException {
    Path map = folder.resolve("intersection-1.bin");
    Files.write(map, BuiltInMaps.bytes("intersection-1"));
    EnvironmentType type = BuiltInEnvironments.named("drive");
    EnvironmentFactory factory =
        type.prepare(type.settings().parse(TRIALS, "test"), Optional.of(map));
    Path weights = checkpoint(folder, kind);
    write(weights, kind, factory.shape(), 7);
    Path file = folder.resolve(kind + ".rollout");
    try (OpenedPolicy opened = BuiltInPolicies.open(weights.toString(), factory.shape())) {
      RecordingRequest request =
          new RecordingRequest(
              type,
              factory,
              Optional.of(map),
              Optional.of(
                  new RecordingRequest.ActingPolicy(
                      opened.policy(), opened.id(), opened.sha256(), opened.name())),
              new ActionSelection.Sample(),
              TICKS,
              RecordingRequest.Until.ALL_TICKS,
              5,
              file);
      new RolloutRecorder(request).run(Progress.SILENT, new Cancellation());
    }
    return Rollouts.open(file);
  }

  /// Writes weights.
  static void write(Path file, Kind kind, EnvironmentShape shape, long seed) {
    DriveEncoder encoder = DriveEncoder.of(shape.observation(), WIDTH, WIDTH);
    int actions = new PolicyOutput(shape).width;
    int horizon = shape.trials() * shape.trialTimeoutTicks();
    Network network =
        switch (kind) {
          case TRANSFORMER ->
              new TransformerNetwork(
                  encoder, new TransformerSpec(WIDTH, 4, 2, 2 * WIDTH, horizon), actions);
          case LSTM -> new LstmNetwork(encoder, actions);
          case MLP -> new FeedForwardNetwork(encoder, actions);
        };
    float[] values = network.parameters().initial(seed);
    Checkpoints.write(file, network.parameters().split(values), Map.of());
  }
}
