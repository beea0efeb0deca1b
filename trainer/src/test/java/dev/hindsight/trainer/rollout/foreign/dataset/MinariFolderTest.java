package dev.hindsight.trainer.rollout.foreign.dataset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Python;
import dev.hindsight.trainer.rollout.RequestedTicks;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import io.jhdf.HdfFile;
import io.jhdf.object.datatype.EnumDataType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An export with the name of a Minari dataset is the folder that Minari loads. `minari_load.py`
/// does with it what `minari.MinariDataset` of 0.5 does, step by step; Minari itself could not be
/// installed.
class MinariFolderTest {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS.mappedFeature());

  @TempDir private Path folder;

  private Path exported(Path dataset, String name) {
    Path out = folder.resolve(name);
    try (Rollout rollout = Rollouts.open(Datasets.converted(dataset, folder.resolve("cache")))) {
      MinariExport.Report report =
          new MinariExport(rollout, OptionalInt.empty(), RequestedTicks.ALL, out)
              .run(Progress.SILENT, new Cancellation());
      assertEquals(out, report.file());
    }
    return out;
  }

  private static JsonNode metadata(Path dataset) throws IOException {
    return JSON.readTree(Files.readString(dataset.resolve("data/metadata.json")));
  }

  private static String loaded(Path dataset) throws Exception {
    Path script =
        Path.of(
            Objects.requireNonNull(MinariFolderTest.class.getResource("minari_load.py")).toURI());
    return Python.runWith("h5py, gymnasium", Files.readString(script), dataset.toString());
  }

  @Test
  void whatAKilledExportLeftLongAgoIsDeleted() throws IOException {
    Path old = Files.createDirectories(folder.resolve(".again-v0.1f.part"));
    Files.createDirectories(old.resolve("data"));
    Path recent = Files.createDirectories(folder.resolve(".again-v0.2f.part"));
    Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofDays(3))));
    Path _ = exported(MinariLayoutTest.kept(folder.resolve("a")), "again-v0");
    assertFalse(Files.exists(old));
    assertTrue(Files.exists(recent));
  }

  @Test
  void theFolderDescribesWhatIsInItAndLeavesNothingElse() throws IOException {
    Path out = exported(MinariLayoutTest.kept(folder.resolve("a")), "again-v0");
    JsonNode json = metadata(out);
    assertEquals(3, json.path("total_episodes").asInt());
    assertEquals(8, json.path("total_steps").asInt());
    assertEquals("again-v0", json.path("dataset_id").asText());
    assertEquals("0.5.0", json.path("minari_version").asText());
    assertEquals("{\"id\": \"Room-v3\"}", json.path("env_spec").asText());
    JsonNode seen = JSON.readTree(json.path("observation_space").asText()).path("subspaces");
    assertEquals("uint8", seen.path("camera").path("dtype").asText());
    assertEquals(255, seen.path("camera").path("high").path(1).path(1).path(2).asInt());
    assertEquals("Tuple", seen.path("hand").path("type").asText());
    assertEquals("[3]", seen.path("hand").path("subspaces").path(0).path("shape").toString());
    assertTrue(json.path("observation_space").asText().contains("[-Infinity,-Infinity]"));
    try (Stream<Path> left = Files.list(folder)) {
      assertEquals(
          List.of("a", "again-v0", "cache"),
          left.map(each -> each.getFileName().toString()).sorted().toList());
    }
    try (HdfFile file = new HdfFile(out.resolve(MinariFolder.DATA))) {
      assertTrue(
          file.getDatasetByPath("/episode_0/terminations").getDataType() instanceof EnumDataType);
    }
  }

  @Test
  void aDatasetThatNamesNoEnvironmentGetsNone() throws IOException {
    Path dataset = MinariLayoutTest.kept(folder.resolve("a"));
    Files.delete(dataset.resolve("data/metadata.json"));
    Path out = exported(dataset, "nowhere-v0");
    assertFalse(metadata(out).has("description"), metadata(out).toString());
    assertEquals("", Datasets.table(out).environment());
  }

  @Test
  void anEnvironmentThatIsCorrectedBesideADatasetIsTheOneThatItNames() throws IOException {
    Path dataset = MinariLayoutTest.kept(folder.resolve("a"));
    assertEquals("Room-v3", environment(dataset));
    Path description = dataset.resolve("data/metadata.json");
    Files.writeString(description, Files.readString(description).replace("Room-v3", "Hall-v1"));
    assertEquals("Hall-v1", environment(dataset));
  }

  private String environment(Path dataset) {
    try (Rollout rollout = Rollouts.open(Datasets.converted(dataset, folder.resolve("cache")))) {
      return rollout.manifest().environment().id();
    }
  }

  @Test
  void nothingThatIsThereIsReplaced() throws IOException {
    Path dataset = MinariLayoutTest.kept(folder.resolve("a"));
    Path there = Files.createDirectory(folder.resolve("room-v1"));
    Problem refused = assertThrows(Problem.class, () -> exported(dataset, "room-v1"));
    assertTrue(refused.getMessage().contains("exists already"), refused.getMessage());
    try (Stream<Path> inside = Files.list(there)) {
      assertEquals(0, inside.count());
    }
  }

  @Test
  void namesAndIdsFollowMinari() {
    assertTrue(MinariFolder.named(Path.of("x/room_2-expert-v0")));
    for (String other : List.of("room", "room-v", "room v-v0", "room-v0.hdf5", "-v0x")) {
      assertFalse(MinariFolder.named(Path.of(other)), other);
    }
    Path root = folder.resolve("datasets");
    assertEquals(
        "hindsight/room-v0", MinariFolder.id(root.resolve("hindsight").resolve("room-v0"), root));
    assertEquals("room-v0", MinariFolder.id(root.resolve("room-v0"), root));
    assertEquals("room-v0", MinariFolder.id(folder.resolve("room-v0"), root));
    assertEquals("room-v0", MinariFolder.id(root.resolve("a b").resolve("room-v0"), root));
  }

  @Test
  void aLoaderLikeMinarisReadsEveryEpisode() throws Exception {
    Path out = exported(MinariLayoutTest.kept(folder.resolve("a")), "again-v0");
    Path data = out.resolve("data/metadata.json");
    // The kept dataset names an environment in short, which Gymnasium does not read.
    Files.writeString(data, Files.readString(data).replace("\"env_spec\"", "\"other\""));
    String said = loaded(out);
    assertTrue(said.startsWith("again-v0|3|8|Dict('camera': Box(0, 255, (2, 2, 3), uint8)"), said);
    assertTrue(said.endsWith(", (), int64), Box(-inf, inf, (2,), float32))"), said);
  }

  @Test
  void theSpacesOfADatasetAreWrittenBackWithoutWhatWasLeftOut() throws Exception {
    Path dataset = MinariLayoutTest.written(folder.resolve("b"), "nested");
    Path about = dataset.resolve("data/metadata.json");
    JsonNode json = JSON.readTree(Files.readString(about));
    ((ObjectNode) json)
        .put(
            "observation_space",
            """
            {"type": "Dict", "subspaces": {"mission": {"type": "Text", "max_length": 40,
            "min_length": 1, "charset": "abc"}, "hand": {"type": "Tuple", "subspaces": [
            {"type": "Box", "dtype": "float32", "shape": [3], "low": [-Infinity, -Infinity, 0.0],
            "high": [900.0, Infinity, Infinity]}, {"type": "Dict", "subspaces": {"held":
            {"type": "Discrete", "dtype": "int64", "start": 0, "n": 2}}}]}}}
            """)
        .put("author", "A. Person");
    Files.writeString(about, json.toString());
    Path out = exported(dataset, "back-v2");
    String said = loaded(out);
    assertFalse(said.contains("mission"), said);
    assertTrue(said.contains("Tuple(Box([-inf -inf   0.], [900.  inf  inf], (3,), float32)"), said);
    assertTrue(said.contains("Dict('held': Discrete(2))"), said);
    assertEquals("A. Person", metadata(out).path("author").asText());
  }
}
