package dev.hindsight.trainer.record;

import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.record.RecordingRequest.ActingPolicy;
import dev.hindsight.trainer.record.RecordingRequest.Until;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// Recordings of [LineWorld] in a folder, with a goal at 2 unless the scenario says otherwise.
///
/// @param folder where scenario and recording lie
record LineRecording(Path folder) {
  /// The recording's place.
  Path file() {
    return folder.resolve("line.rollout");
  }

  /// The scenario's place.
  Path scenario() {
    return folder.resolve("goal.txt");
  }

  /// Records with the policy that walks to the right.
  RecordingReport record(LineWorld.Fault fault, int ticks) throws IOException {
    Optional<ActingPolicy> actor =
        Optional.of(new ActingPolicy(new WalksRight(), "walks-right", "00ff", "w.pt"));
    return record(fault, actor, new ActionSelection.Argmax(), ticks, Until.ALL_TICKS);
  }

  RecordingReport record(
      LineWorld.Fault fault,
      Optional<ActingPolicy> actor,
      ActionSelection selection,
      int ticks,
      Until until)
      throws IOException {
    return recorder(fault, actor, selection, ticks, until).run(Progress.SILENT, new Cancellation());
  }

  RolloutRecorder recorder(
      LineWorld.Fault fault,
      Optional<ActingPolicy> actor,
      ActionSelection selection,
      int ticks,
      Until until)
      throws IOException {
    Files.writeString(scenario(), "2");
    LineWorldType type = new LineWorldType(fault);
    EnvironmentFactory factory =
        type.prepare(
            type.settings().parse(Map.of("timeout", "5"), "test"), Optional.of(scenario()));
    return new RolloutRecorder(
        new RecordingRequest(
            type, factory, Optional.of(scenario()), actor, selection, ticks, until, 7, file()));
  }

  /// Always wants to go to the right, a little more so with every tick.
  static final class WalksRight implements Policy {
    private int ticks;

    @Override
    public void reset() {
      ticks = 0;
    }

    @Override
    public void act(StepBuffer seen, PolicyOutput output) {
      ticks++;
      for (int a = 0; a < output.value.length; a++) {
        output.logits[3 * a + 2] = ticks;
        output.value[a] = seen.observation[2 * a + 1];
      }
    }

    @Override
    public void close() {}
  }

  /// Always wants to stay where it is.
  static final class StaysPut implements Policy {
    @Override
    public void reset() {}

    @Override
    public void act(StepBuffer seen, PolicyOutput output) {
      for (int a = 0; a < output.value.length; a++) {
        output.logits[3 * a + 1] = 1;
      }
    }

    @Override
    public void close() {}
  }
}
