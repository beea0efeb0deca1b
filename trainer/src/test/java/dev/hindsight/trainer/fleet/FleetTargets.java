package dev.hindsight.trainer.fleet;

import static dev.hindsight.trainer.fleet.keys.FleetKeys.ConnectionEnd.CLIENT;
import static java.nio.file.StandardCopyOption.COPY_ATTRIBUTES;

import dev.hindsight.trainer.fault.FuzzInput;
import dev.hindsight.trainer.fault.FuzzScratch;
import dev.hindsight.trainer.fault.FuzzTarget;
import dev.hindsight.trainer.fleet.FleetMessage.Leave;
import dev.hindsight.trainer.fleet.FleetMessage.LeaveKind;
import dev.hindsight.trainer.fleet.keys.FleetKeys;
import dev.hindsight.trainer.fleet.keys.FleetRole;
import dev.hindsight.trainer.learn.training.ReportBytes;
import dev.hindsight.trainer.learn.training.SampleReport;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.run.TrainingTask;
import java.io.IOException;
import java.io.NotSerializableException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.javadsl.Adapter;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/// What another process of a fleet sends.
public final class FleetTargets {
  private static final List<String> KINDS = List.of("j", "w", "a", "o", "l", "s", "q", "p");

  /// All.
  public static final List<FuzzTarget> ALL =
      List.of(
          new FuzzTarget("fleet-message", FleetTargets::messages, FleetTargets::message),
          new FuzzTarget("fleet-tensors", FleetTargets::tensors, FleetTargets::tensor),
          new FuzzTarget(
              "fleet-report",
              () -> List.of(SampleReport.bytes()),
              bytes -> ReportBytes.read(bytes, List.of(), "x")),
          new FuzzTarget("fleet-task", FleetTargets::tasks, FleetTargets::task),
          new FuzzTarget("fleet-keys", FleetTargets::keys, FleetTargets::key));

  private static final List<String> KEY_FILES =
      List.of("worker.key", "worker.crt", "authority.crt");

  private static final ConcurrentHashMap<String, FleetSerializer> SERIALIZER =
      new ConcurrentHashMap<>();

  private FleetTargets() {}

  private static FleetSerializer serializer() {
    return SERIALIZER.computeIfAbsent(
        "one",
        _ -> {
          ActorSystem<FleetMessage.ToWorker> system =
              ActorSystem.create(Behaviors.empty(), "fuzz", FleetNetwork.local());
          return new FleetSerializer((ExtendedActorSystem) Adapter.toClassic(system));
        });
  }

  private static List<byte[]> messages() {
    return List.of(
        FuzzInput.numbered(0, new WireWriter().number(1).text("0.1.0").written()),
        FuzzInput.numbered(2, new byte[120]),
        FuzzInput.numbered(
            4, serializer().toBinary(new Leave(LeaveKind.REFUSED, "another version"))),
        FuzzInput.numbered(5, new byte[90]),
        FuzzInput.numbered(7, new byte[40]));
  }

  private static void message(byte[] input) {
    String kind = KINDS.get(FuzzInput.number(input) % KINDS.size());
    try {
      var _ = serializer().fromBinary(FuzzInput.rest(input), kind);
    } catch (NotSerializableException _) {
      // What Pekko drops with a warning.
      return;
    }
  }

  private static List<byte[]> tasks() {
    return List.of(TaskContent.write(FleetRun.task()));
  }

  private static void task(byte[] input) throws IOException {
    try {
      var _ = TaskContent.read(input, FuzzScratch.empty(), TrainingTask.Device.CPU);
    } catch (WireReader.WireException _) {
      // What the worker refuses, with the text.
      return;
    }
  }

  private static Path held() throws IOException {
    Path folder = FuzzScratch.held().resolve("keys");
    if (!Files.exists(folder)) {
      FleetKeys.create(folder);
    }
    return folder;
  }

  private static List<byte[]> keys() throws IOException {
    List<byte[]> all = new ArrayList<>();
    for (int i = 0; i < KEY_FILES.size(); i++) {
      all.add(FuzzInput.numbered(i, Files.readAllBytes(held().resolve(KEY_FILES.get(i)))));
    }
    return all;
  }

  /// One of the three files is another.
  private static void key(byte[] input) throws IOException {
    Path folder = FuzzScratch.empty();
    String other = KEY_FILES.get(FuzzInput.number(input) % KEY_FILES.size());
    for (String name : KEY_FILES) {
      Path file = Files.copy(held().resolve(name), folder.resolve(name), COPY_ATTRIBUTES);
      if (name.equals(other)) {
        Files.write(file, FuzzInput.rest(input));
      }
    }
    var _ = FleetKeys.read(folder, FleetRole.WORKER).engine("localhost", 1, CLIENT);
  }

  private static List<byte[]> tensors() {
    return List.of(
        BatchContent.ofTensors(List.of(new Tensor("a", new int[] {2}, new float[] {1, 2}))));
  }

  private static void tensor(byte[] input) {
    try {
      var _ = BatchContent.tensors(input);
    } catch (WireReader.WireException _) {
      // What the learner counts as a damaged batch.
      return;
    }
  }
}
