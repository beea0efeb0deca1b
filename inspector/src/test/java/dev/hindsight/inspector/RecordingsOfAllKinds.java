package dev.hindsight.inspector;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.attention.DarkRoomRecordings;
import dev.hindsight.inspector.neighbours.EdgeRecordings;
import dev.hindsight.trainer.TemporaryCacheFolder;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.record.SampleRecordings;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Column;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.FixedArray;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.RolloutWriter;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.rollout.Summary;
import dev.hindsight.trainer.rollout.foreign.InspectionSample;
import dev.hindsight.trainer.rollout.foreign.RecordingOpener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.opentest4j.TestAbortedException;

/// A recording of every kind, for contract tests: empty, of one tick, complete, of every
/// environment in the list, cut off, made elsewhere, with attention.
public final class RecordingsOfAllKinds {
  private RecordingsOfAllKinds() {}

  /// The recordings by kind; the caller closes them.
  ///
  /// @param folder the folder for files
  public static Map<String, Rollout> in(Path folder) throws Exception {
    Map<String, Rollout> recordings = new LinkedHashMap<>();
    Map<String, String> trials =
        Map.of("goal_behavior", "trial", "k_scenarios", "2", "scenario_length", "12");
    recordings.put("empty", new MemoryRollout("toy", 2, 0, 1));
    recordings.put(
        "empty with columns",
        new MemoryRollout("drive", 2, 0, 1)
            .with("observation", Dtype.F4, (_, _) -> 0, 2, 7)
            .with("action", Dtype.I4, (_, _) -> 0, 2));
    recordings.put(
        "without agents", new MemoryRollout("toy", 0, 3, 1).with("t", Dtype.F4, (t, _) -> t));
    recordings.put("one tick", Rollouts.open(SampleRecordings.darkRoom(folder, Map.of(), 1)));
    recordings.put(
        "full", Rollouts.open(SampleRecordings.drive(folder, "intersection-1", trials, 24)));
    for (EnvironmentType type : BuiltInEnvironments.all()) {
      recordings.put(
          type.id() + " in trials",
          Rollouts.open(SampleRecordings.inTrials(type, folder, 2, 12, 30)));
    }
    recordings.put("foreign", foreign());
    recordings.put("cut off", cutOff(folder));
    Rollout trained = DarkRoomRecordings.withLimbo(folder, 60);
    recordings.put("with a transformer", trained);
    recordings.put("begun by a transformer", begun(folder, trained));
    recordings.put(
        "with stored attention",
        foreign()
            .with("attention/layer0", Dtype.F2, (t, i) -> t == 5 ? Double.NaN : i % 4, 3, 2, 4)
            .with("attention/layer1", Dtype.F2, (_, _) -> 0, 3, 2, 5)
            .with("terminal", Dtype.BOOL, (t, _) -> t == 2 ? 1 : 0, 3)
            .with("removed", Dtype.BOOL, (t, i) -> t % 3 == i ? 1 : 0, 3));
    recordings.put("with neighbours", EdgeRecordings.recording());
    try (TemporaryCacheFolder _ = new TemporaryCacheFolder(folder.resolve("cache"))) {
      Path inspected = InspectionSample.write(folder.resolve("inspected"));
      recordings.put("of the inspection script", RecordingOpener.open(inspected));
    } catch (TestAbortedException _) {
      // Python is not available to write one of them: the others are checked all the same.
      assertTrue(recordings.size() > 5);
    }
    return recordings;
  }

  /// Channels with names that this program knows but with unexpected shapes and types, and other
  /// channels.
  private static MemoryRollout foreign() {
    return new MemoryRollout("martian", 3, 9, 1)
        .with("observation", Dtype.F4, (t, i) -> i == 4 ? Double.NaN : t * i, 3, 5)
        .with("action", Dtype.F4, (t, i) -> Math.sin(t + i), 3, 2)
        .with("logits", Dtype.F2, (_, i) -> i == 0 ? Double.NaN : i, 3, 4)
        .with("reward", Dtype.F8, (t, _) -> t == 3 ? Double.POSITIVE_INFINITY : -1, 3)
        .with("pose", Dtype.F4, (t, _) -> t, 7, 3)
        .with("collision", Dtype.I8, (_, _) -> 9, 2)
        .with("mood", Dtype.U1, (t, i) -> (t + i) % 5, 3, 2, 2)
        .with("weather", Dtype.BOOL, (t, _) -> t % 2);
  }

  /// One like another, without ticks yet.
  private static Rollout begun(Path folder, Rollout like) {
    Manifest manifest = like.manifest();
    List<Column> columns =
        like.channels().stream()
            .map(channel ->
                new Column(channel.spec(), Arrays.stream(channel.rowShape()).boxed().toList()))
            .toList();
    Path file = folder.resolve("begun.rollout");
    try (RolloutWriter writer = RolloutWriter.create(file, manifest, columns)) {
      for (ChannelSpec spec : manifest.fixed()) {
        writer.fixed(new FixedArray(spec, like.fixed(spec.name()).orElseThrow()));
      }
      writer.finish(Summary.of(List.of(), Map.of(), 1));
    }
    return Rollouts.open(file);
  }

  /// The first two thirds of a finished file, as if its writer was killed.
  private static Rollout cutOff(Path folder) throws IOException {
    byte[] whole = Files.readAllBytes(SampleRecordings.darkRoom(folder, Map.of(), 9000));
    Path part = folder.resolve("killed.rollout.part");
    Files.write(part, Arrays.copyOf(whole, whole.length * 2 / 3));
    return Rollouts.open(part);
  }
}
