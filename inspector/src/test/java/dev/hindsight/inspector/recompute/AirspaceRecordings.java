package dev.hindsight.inspector.recompute;

import dev.hindsight.inspector.AlteredRollout;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.CheckpointFinder;
import dev.hindsight.trainer.learn.OpenedPolicy;
import dev.hindsight.trainer.parity.Outputs;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.record.RecordingRequest;
import dev.hindsight.trainer.record.RolloutRecorder;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// Recordings of the built-in policy whose agents attend to each other.
public final class AirspaceRecordings {
  private static final int TICKS = 24;

  private AirspaceRecordings() {}

  /// A few ticks of it.
  public static Rollout record(Path file) {
    EnvironmentType type = BuiltInEnvironments.named("airspace");
    EnvironmentFactory factory =
        type.prepare(type.settings().parse(Map.of(), "test"), Optional.empty());
    try (OpenedPolicy opened = BuiltInPolicies.open("airspace-50", factory.shape())) {
      RecordingRequest request =
          new RecordingRequest(
              type,
              factory,
              Optional.empty(),
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

  /// The recording with the outputs of the network under a premise.
  static AlteredRollout acting(Rollout right, Premise premise) {
    int agents = right.manifest().agents();
    Outputs[] said = new Outputs[agents];
    Path checkpoint = CheckpointFinder.find(right, RunLedger.ofUser()).orElseThrow();
    try (EdgeRecomputer network = new EdgeRecomputer(right, checkpoint)) {
      for (int agent = 0; agent < agents; agent++) {
        said[agent] = network.of(premise, agent, new Span(0, right.ticks()), 0);
      }
    }
    int actions = said[0].actions();
    return new AlteredRollout(right)
        .with("logits", (tick, i, _) -> said[i / actions].logits()[tick * actions + i % actions])
        .with("value", (tick, i, _) -> said[i].values()[tick]);
  }
}
