package dev.hindsight.trainer.rollout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whatever happened to a file: a problem in one line, or the right numbers.
class DamagedRolloutTest {
  private static final int TICKS = 5;
  private static final Path NAME = Path.of("x.rollout");

  @TempDir Path folder;
  private Path file = Path.of("");
  private byte[] whole = {};

  @BeforeEach
  void record() throws IOException {
    file = folder.resolve("x.rollout");
    TestRecordings.write(file, TestRecordings.COLUMNS, TICKS, 2);
    whole = Files.readAllBytes(file);
  }

  @Test
  void aFileCutOffAnywhereOpensUpToAWholeChunkOrIsAProblem() {
    int most = -1;
    for (int length = 0; length < whole.length; length++) {
      try (Rollout rollout = open(Arrays.copyOf(whole, length))) {
        assertTrue(rollout.ticks() == TICKS || rollout.ticks() % 2 == 0);
        assertTrue(rollout.ticks() >= most, "more of the file holds more ticks");
        most = rollout.ticks();
        assertRightNumbers(rollout);
      } catch (Problem problem) {
        assertEquals(-1, most, "a longer part can still be opened: " + problem.getMessage());
        assertOneLine(problem);
      }
    }
    assertEquals(TICKS, most);
  }

  @Test
  void aFlippedBitIsAProblemOrFoundByVerifyOrChangesNothing() {
    Random random = new Random(17);
    for (int round = 0; round < 2000; round++) {
      byte[] bytes = whole.clone();
      for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      }
      assertProblemOrRight(bytes);
    }
  }

  @Test
  void aTrialThatNoRecordingCanHaveIsRefusedByWhateverReadsItFirst() throws IOException {
    for (int number : new int[] {-5, 1_000_001, 12_000_000, Integer.MAX_VALUE}) {
      TamperedRecording.of(file).whole("channels/trial/000001.npy", 1, number).save();
      try (Rollout rollout = Rollouts.open(file)) {
        Problem trials = assertThrows(Problem.class, rollout::trials);
        assertTrue(trials.what().startsWith("tick 3 is in trial " + number), trials.getMessage());
        assertTrue(trials.where().endsWith("channels/trial/000001.npy"), trials.where());
        Channel column = rollout.channel("trial").orElseThrow();
        assertEquals(TestRecordings.number(3, 1, 0), column.integer(1, 0), "the chunk before");
        assertThrows(Problem.class, () -> column.integer(2, 0));
        assertThrows(Problem.class, () -> column.value(3, 0));
      }
    }
  }

  @Test
  void whatWasReplacedIsNotedOnceItIsRead() throws IOException {
    TamperedRecording.of(file)
        .bit("channels/action/000000.npy")
        .bit("channels/action/000001.npy")
        .bit("final/observation.npy")
        .save();
    try (Rollout rollout = Rollouts.open(file)) {
      assertEquals(List.of(), rollout.notes());
      double _ = rollout.channel("trial").orElseThrow().value(0, 0);
      assertEquals(List.of(), rollout.notes());
      Channel action = rollout.channel("action").orElseThrow();
      double _ = action.value(0, 0);
      assertEquals(
          List.of("channels/action/000000.npy was replaced after the recording was written"),
          rollout.notes());
      double _ = action.value(1, 0) + action.value(2, 0);
      Optional<NpyArray> _ = rollout.last("observation");
      ForwardingRollout view = () -> rollout;
      assertEquals(
          List.of(
              "channels/action/000000.npy and 2 other members were replaced after the recording was"
                  + " written"),
          view.notes());
    }
  }

  @Test
  void aRecordingWithoutItsEndSaysSo() throws IOException {
    byte[] cut = Arrays.copyOf(whole, whole.length - 1500);
    for (String name : List.of("y.rollout", "z.rollout.part")) {
      try (Rollout rollout = Rollouts.open(Files.write(folder.resolve(name), cut))) {
        assertEquals(
            List.of("it was cut off after " + rollout.ticks() + " ticks"), rollout.notes());
      }
    }
  }

  @Test
  void randomBytesInAHeaderAreNeverMoreThanAProblem() {
    Random random = new Random(23);
    for (int round = 0; round < 2000; round++) {
      byte[] bytes = whole.clone();
      int at = random.nextInt(bytes.length - 8);
      for (int i = 0; i < 8; i++) {
        bytes[at + i] = random.nextBoolean() ? (byte) 0xff : (byte) random.nextInt(256);
      }
      assertProblemOrRight(bytes);
    }
  }

  @Test
  void aDamagedChunkIsNamedByVerify() throws IOException {
    byte[] bytes = whole.clone();
    try (Rollout rollout = Rollouts.open(file)) {
      assertTrue(rollout.complete());
    }
    int name = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("channels/action/000001.npy");
    bytes[name + 26 + 128 + 20] ^= 1;
    Files.write(file, bytes);
    Problem problem = assertThrows(Problem.class, () -> Rollouts.verify(file));
    assertTrue(problem.what().contains("channels/action/000001.npy"), problem.getMessage());
  }

  /// A flipped bit must not become a number: the chunk with it is refused, and only that.
  @Test
  void aDamagedChunkCostsThatChunkAndNoMore() throws IOException {
    byte[] bytes = flipped("channels/action/000001.npy");
    try (Rollout intact = open(whole);
        Rollout rollout = open(bytes)) {
      Channel action = rollout.channel("action").orElseThrow();
      int every = rollout.manifest().chunkTicks();
      for (int tick = 0; tick < TICKS; tick++) {
        int at = tick;
        if (tick / every == 1) {
          Problem problem = assertThrows(Problem.class, () -> action.value(at, 0));
          assertTrue(problem.where().endsWith("channels/action/000001.npy"), problem.where());
          assertTrue(problem.what().contains("is damaged"), problem.what());
        } else {
          assertEquals(
              intact.channel("action").orElseThrow().value(tick, 0), action.value(tick, 0));
        }
      }
    }
  }

  @Test
  void aDamagedChunkNamesItsTicks() throws IOException {
    Files.write(file, flipped("channels/action/000001.npy"));
    try (Rollout rollout = Rollouts.open(file)) {
      Integrity.Report report = Integrity.whole(rollout, Progress.SILENT, new Cancellation());
      assertEquals(
          List.of(new Span(2, 4)), report.faults().stream().map(Integrity.Fault::ticks).toList());
    }
  }

  private byte[] flipped(String member) {
    byte[] bytes = whole.clone();
    int name = new String(bytes, StandardCharsets.ISO_8859_1).indexOf(member);
    bytes[name + member.length() + 128 + 20] ^= 1;
    return bytes;
  }

  @Test
  void aMissingFileIsAProblem() {
    Problem problem =
        assertThrows(Problem.class, () -> Rollouts.open(folder.resolve("none.rollout")));
    assertEquals("there is no such file", problem.what());
  }

  private static void assertProblemOrRight(byte[] bytes) {
    try (Rollout rollout = open(bytes)) {
      readAll(rollout);
      Rollouts.verify(NAME, MemorySegment.ofArray(bytes));
      assertRightNumbers(rollout);
    } catch (Problem problem) {
      assertOneLine(problem);
    }
  }

  private static Rollout open(byte[] bytes) {
    return Rollouts.of(NAME, MemorySegment.ofArray(bytes), () -> {});
  }

  private static void readAll(Rollout rollout) {
    for (Channel channel : rollout.channels()) {
      for (int tick = 0; tick < rollout.ticks(); tick++) {
        channel.read(tick, 0, new float[channel.rowLength()], channel.rowLength());
      }
    }
    rollout.manifest().fixed().forEach(spec -> rollout.fixed(spec.name()));
    rollout.manifest().channels().forEach(spec -> rollout.last(spec.name()));
  }

  private static void assertRightNumbers(Rollout rollout) {
    for (int c = 0; c < rollout.channels().size(); c++) {
      Channel channel = rollout.channels().get(c);
      for (int tick = 0; tick < rollout.ticks(); tick++) {
        for (int i = 0; i < channel.rowLength(); i++) {
          assertEquals(TestRecordings.number(c, tick, i), channel.integer(tick, i));
        }
      }
    }
  }

  private static void assertOneLine(Problem problem) {
    assertFalse(problem.getMessage().contains("\n"), problem.getMessage());
    assertTrue(problem.getMessage().length() < 600, problem.getMessage());
  }
}
