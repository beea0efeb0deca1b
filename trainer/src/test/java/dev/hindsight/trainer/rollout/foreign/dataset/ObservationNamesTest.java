package dev.hindsight.trainer.rollout.foreign.dataset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.record.SampleRecordings;
import dev.hindsight.trainer.rollout.RequestedTicks;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import io.jhdf.HdfFile;
import io.jhdf.WritableHdfFile;
import io.jhdf.api.WritableGroup;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Observed numbers have the same names in an export as in the recording.
class ObservationNamesTest {
  @TempDir private Path folder;

  private Rollout open(Path file) {
    return Rollouts.open(Datasets.converted(file, folder.resolve("cache")));
  }

  private static Path saved(Rollout rollout, Path file) {
    MinariExport.Report report =
        new MinariExport(rollout, OptionalInt.empty(), RequestedTicks.ALL, file)
            .run(Progress.SILENT, new Cancellation());
    return report.file();
  }

  private static List<String> names(Rollout rollout) {
    ObservationLayout layout = rollout.manifest().observation();
    return IntStream.range(0, layout.size()).mapToObj(layout::nameOf).sorted().toList();
  }

  @Test
  void anExportAndItsExportNameObservedNumbersAsTheRecordingDoes() {
    for (String environment : List.of("darkroom", "drive", "spread")) {
      List<String> wanted;
      Path once = folder.resolve(environment + ".hdf5");
      Path twice = folder.resolve(environment + "-again.hdf5");
      try (Rollout rollout =
          Rollouts.open(SampleRecordings.of(BuiltInEnvironments.named(environment), folder, 12))) {
        wanted = names(rollout);
        saved(rollout, once);
      }
      try (Rollout rollout = open(once)) {
        assertEquals(wanted, names(rollout), environment);
        saved(rollout, twice);
      }
      try (Rollout rollout = open(twice)) {
        assertEquals(wanted, names(rollout), environment);
      }
    }
  }

  @Test
  void namesThatDoNotFitOrAreNoneAreLeftOut() {
    for (String attribute :
        List.of("{", "[]", "7", "null", "{\"observation\": [\"x\"]}", "{\"observation\": 3}")) {
      Path file = folder.resolve("names" + attribute.hashCode() + ".hdf5");
      try (WritableHdfFile hdf = HdfFile.write(file)) {
        hdf.putAttribute(ObservationNames.ATTRIBUTE, attribute);
        WritableGroup group = hdf.putGroup("episode_0");
        group.putDataset("observations", new float[3][2]);
        group.putDataset("actions", new int[2]);
        group.putDataset("rewards", new float[2]);
        group.putDataset("terminations", new int[2]);
        group.putDataset("truncations", new int[2]);
      }
      try (Rollout rollout = open(file)) {
        assertEquals(List.of("observation.0", "observation.1"), names(rollout), attribute);
      }
    }
    assertEquals(Map.of("o", List.of("a b")), ObservationNames.read("{\"o\": [\"a\\nb\"]}"));
  }

  @Test
  void moreNamesThanAnAttributeHoldsAreNotWritten() {
    List<String> names = IntStream.range(0, 20_000).mapToObj(i -> "n" + i).toList();
    assertTrue(layout(names.subList(0, 5)).isPresent());
    assertFalse(layout(names).isPresent());
    assertFalse(layout(List.of()).isPresent());
  }

  private static Optional<String> layout(List<String> names) {
    return ObservationNames.of(
        new ObservationLayout(
            List.of(new Segment("ego", 0, List.of(Math.max(1, names.size())), names))));
  }
}
