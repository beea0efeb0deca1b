package dev.hindsight.trainer.rollout.foreign;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.TemporaryCacheFolder;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingOpenerTest {
  @TempDir private Path folder;

  private TemporaryCacheFolder cache;

  @BeforeEach
  void keepTheCacheHere() {
    cache = new TemporaryCacheFolder(folder.resolve("cache"));
  }

  @AfterEach
  void leaveTheCache() {
    cache.close();
  }

  private Path sample(String... options) throws Exception {
    return InspectionSample.write(folder.resolve("ego_only"), options);
  }

  private static Channel channel(Rollout rollout, String name) {
    return rollout.channel(name).orElseThrow(() -> new AssertionError(name));
  }

  @Test
  void aFolderOfTheInspectionScriptIsARecording() throws Exception {
    try (Rollout rollout = RecordingOpener.open(sample())) {
      assertEquals(12, rollout.ticks());
      assertEquals(3, rollout.manifest().agents());
      assertEquals(2, rollout.manifest().trials().count());
      assertEquals(2, rollout.trials().count());
      assertEquals(6, rollout.trials().start(1));
      assertEquals(folder.resolve("ego_only"), rollout.file());
      assertTrue(rollout.complete());
      assertArrayEquals(new int[] {3, 2, 12}, channel(rollout, "attention/layer0").rowShape());
      assertArrayEquals(new int[] {3, 12}, channel(rollout, "cache_garbage").rowShape());
      assertArrayEquals(new int[] {2, 2, 12}, channel(rollout, "cache_key_norm").rowShape());
      assertFalse(rollout.channel("pose").isPresent());
    }
  }

  @Test
  void limboIsThatOfTheTickAndNotOfTheNextAndTheRewardStaysWithItsAction() throws Exception {
    try (Rollout rollout = RecordingOpener.open(sample())) {
      assertEquals(1, channel(rollout, "reward").value(3, 0));
      assertEquals(0, channel(rollout, "removed").value(3, 0));
      assertEquals(1, channel(rollout, "removed").value(4, 0));
      assertEquals(0, channel(rollout, "removed").value(6, 0));
      assertEquals(1, channel(rollout, "trial_ended").value(5, 1));
      assertEquals(0, channel(rollout, "terminal").value(5, 1));
      assertEquals(1, channel(rollout, "terminal").value(11, 1));
      assertEquals(4, channel(rollout, "cache_position").value(4, 2));
      assertTrue(Double.isNaN(channel(rollout, "observation").value(0, 0)));
      assertEquals(0.1f, channel(rollout, "observation").value(1, 0), 1e-7);
    }
  }

  @Test
  void weightsAddUpToOneAndAreNowhereWhereTheMaskIsButForTheTickItself() throws Exception {
    try (Rollout rollout = RecordingOpener.open(sample())) {
      Channel weights = channel(rollout, "attention/layer0");
      Channel garbage = channel(rollout, "cache_garbage");
      int hidden = 0;
      for (int tick = 0; tick < 12; tick++) {
        for (int row = 0; row < 6; row++) {
          double sum = 0;
          for (int slot = 0; slot < 12; slot++) {
            double weight = weights.value(tick, row * 12 + slot);
            boolean masked = garbage.integer(tick, row / 2 * 12 + slot) != 0;
            hidden += masked ? 1 : 0;
            assertFalse(masked && weight != 0, "tick " + tick + " slot " + slot);
            sum += weight;
          }
          assertEquals(1, sum, 1e-6);
        }
      }
      assertTrue(hidden > 0, "nothing was hidden");
    }
  }

  @Test
  void positionsBecomePosesSoThatThereIsAScene() throws Exception {
    try (Rollout rollout = RecordingOpener.open(sample("poses=1"))) {
      assertEquals(3, channel(rollout, "pose").value(2, 3 + 1));
      assertEquals(2 * 1 + 1, channel(rollout, "pose").value(2, 3));
      assertEquals(-10_000, channel(rollout, "pose").value(4, 3), "in limbo");
    }
  }

  @Test
  void whatItWasTrainedWithIsTakenFromInfoJson() throws Exception {
    Path made = sample();
    Files.writeString(
        made.resolve("info.json"),
        "{\"env\": {\"k_scenarios\": 4, \"scenario_length\": 6, \"nested\": {}}, \"policy\": {}}");
    try (Rollout rollout = RecordingOpener.open(made)) {
      assertEquals(4, rollout.manifest().trials().count());
      assertEquals(6, rollout.manifest().trials().timeoutTicks());
      assertEquals(2, rollout.manifest().environment().config().size());
    }
  }

  @Test
  void aFolderIsConvertedOnceAndAgainWhenAFileHasChanged() throws Exception {
    Path made = sample();
    RecordingOpener.open(made).close();
    RecordingOpener.open(made).close();
    assertEquals(1, converted());
    Path again = sample("trials=3");
    try (Rollout rollout = RecordingOpener.open(again)) {
      assertEquals(18, rollout.ticks());
    }
    assertEquals(2, converted());
  }

  private long converted() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("cache").resolve("foreign"))) {
      return files.count();
    }
  }

  private static void refused(Path made, String... words) {
    Problem problem = assertThrows(Problem.class, () -> RecordingOpener.open(made).close());
    for (String word : words) {
      assertTrue(problem.getMessage().contains(word), problem.getMessage());
    }
    assertFalse(problem.getMessage().contains("\n"));
  }

  @Test
  void aMissingFileIsNamed() throws Exception {
    for (String name :
        List.of("per_step.jsonl", "env_state.jsonl", "garbage_mask.npz", "kv_cache.npz")) {
      Path made = sample();
      Files.delete(made.resolve(name));
      refused(made, "it contains no " + name);
    }
    Path made = sample();
    Files.delete(made.resolve("attn_layer0.npz"));
    try (Rollout rollout = RecordingOpener.open(made)) {
      assertTrue(rollout.channel("attention/layer0").isEmpty());
    }
  }

  @Test
  void theFolderAboveAndAnyOtherFolderAreTold() throws Exception {
    Path made = sample();
    refused(folder, "open one of its folders: ego_only");
    Path empty = Files.createDirectory(made.resolve("empty"));
    refused(empty, "this folder is not a recording");
  }

  @Test
  void aLineThatIsCutOffIsNamed() throws Exception {
    Path made = sample();
    Path steps = made.resolve("per_step.jsonl");
    String text = Files.readString(steps);
    Files.writeString(steps, text.substring(0, text.length() - 40));
    refused(made, "per_step.jsonl line 12", "cut off");
  }

  @Test
  void linesThatAreMissingAreTold() throws Exception {
    Path made = sample();
    Path states = made.resolve("env_state.jsonl");
    List<String> lines = Files.readAllLines(states);
    Files.write(states, lines.subList(0, 9));
    refused(made, "12 ticks, but env_state.jsonl has 9");
    Files.write(
        states,
        IntStream.range(0, 13).filter(i -> i != 4).mapToObj(i -> lines.get(i % 12)).toList());
    refused(made, "env_state.jsonl line 5", "tick 5 where 4 is expected");
  }

  @Test
  void shapesThatDoNotFitAreTold() throws Exception {
    refused(sample("cut=attention"), "attn_layer0.npz", "10 steps, but the other files have 12");
    Path made = sample("agents=3");
    Path other = InspectionSample.write(folder.resolve("other"), "agents=2");
    Files.copy(
        other.resolve("garbage_mask.npz"),
        made.resolve("garbage_mask.npz"),
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    refused(made, "garbage_mask.npz", "2 agents, but the other files have 3");
    Files.copy(
        other.resolve("kv_cache.npz"),
        made.resolve("garbage_mask.npz"),
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    refused(made, "garbage_mask.npz", "save it as (step, agent, slot)");
  }

  @Test
  void whatIsNotANumberIsTold() throws Exception {
    refused(sample("nan=value"), "per_step.jsonl line 5", "'value0' is NaN");
    refused(sample("nan=attention"), "attn_layer0.npz", "NaN at [0, 0, 0, 5]");
  }

  @Test
  void aKnobThatCannotBeIsNamedWithItsFile() throws Exception {
    for (String knob :
        List.of(
            "\"k_scenarios\": -1",
            "\"k_scenarios\": 2e9",
            "\"scenario_length\": -5",
            "\"k_scenarios\": \"x\"")) {
      Path made = sample();
      Files.writeString(made.resolve("info.json"), "{\"env\": {" + knob + "}}");
      refused(made, "info.json", knob.substring(1, knob.indexOf('"', 1)));
    }
  }

  /// An archive that declares few bytes and unpacks to many must not fill the memory.
  @Test
  void anArrayThatIsLongerThanItsArchiveDeclaresIsTold() throws Exception {
    Path file = folder.resolve("long.npz");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      zip.putNextEntry(new ZipEntry("a.npy"));
      zip.write(new byte[1 << 20]);
      zip.closeEntry();
    }
    byte[] bytes = Files.readAllBytes(file);
    int central = new String(bytes, StandardCharsets.ISO_8859_1).lastIndexOf("PK\u0001\u0002");
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(central + 24, 100);
    Files.write(file, bytes);
    Problem problem = assertThrows(Problem.class, () -> Npz.read(file, "a", "tick"));
    assertEquals(1, problem.getMessage().lines().count());
    assertTrue(problem.getMessage().contains("long.npz"), problem.getMessage());
  }

  @Test
  void anArchiveThatIsDamagedIsTold() throws Exception {
    Path made = sample();
    Path keys = made.resolve("kv_cache.npz");
    byte[] bytes = Files.readAllBytes(keys);
    Files.write(keys, java.util.Arrays.copyOf(bytes, bytes.length / 2));
    refused(made, "kv_cache.npz", "not an .npz archive, or is damaged");
  }
}
