package dev.hindsight.trainer.record;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.outcome.EpisodeEnds;
import dev.hindsight.trainer.outcome.FinalObservationRows;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.record.RecordingRequest.Until;
import dev.hindsight.trainer.rollout.ForwardingRollout;
import dev.hindsight.trainer.rollout.Integrity;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The final observations that recordings hold: what an agent would have seen next, had a time
/// limit not ended its episode.
class FinalObservationTest {
  private static final int TICKS = 60;

  @TempDir Path folder;

  private static EnvironmentFactory factory(String id) {
    EnvironmentType type = BuiltInEnvironments.named(id);
    Map<String, String> settings =
        id.equals("airspace")
            ? Map.of("aircraft", "2", "radius", "60", "steps", "7")
            : Map.of("max_steps", "7", "sites", "4");
    return type.prepare(type.settings().parse(settings, "test"), Optional.empty());
  }

  private Path record(String id) {
    Path out = folder.resolve(id + ".rollout");
    RecordingReport _ =
        new RolloutRecorder(
                new RecordingRequest(
                    BuiltInEnvironments.named(id),
                    factory(id),
                    Optional.empty(),
                    Optional.empty(),
                    new ActionSelection.Random(),
                    TICKS,
                    Until.ALL_TICKS,
                    3,
                    out))
            .run(Progress.SILENT, new Cancellation());
    return out;
  }

  /// Simulates the recording again and compares every final observation with its row.
  private static int compare(Rollout rollout, EnvironmentFactory factory) {
    Environment environment = factory.create(3);
    FinalObservationRows rows = FinalObservationRows.of(rollout.manifest()).orElseThrow();
    EpisodeEnds ends = new EpisodeEnds(rollout);
    RecordedActions stored = new RecordedActions(rollout);
    Actions actions = new Actions(environment.shape());
    int size = environment.shape().observation().size();
    int found = 0;
    for (int tick = 0; tick < rollout.ticks(); tick++) {
      stored.read(tick, actions);
      environment.step(actions);
      for (int agent = 0; agent < environment.shape().agents(); agent++) {
        Optional<float[]> row = rows.observation(rollout, tick, agent);
        assertEquals(ends.timedOut(tick, agent), row.isPresent(), "tick " + tick);
        if (row.isPresent()) {
          found++;
          float[] seen = environment.buffer().finalObservation();
          assertArrayEquals(Arrays.copyOfRange(seen, agent * size, (agent + 1) * size), row.get());
        }
      }
    }
    return found;
  }

  @ParameterizedTest
  @ValueSource(strings = {"airspace", "excavation"})
  void everyTimeLimitHasItsFinalObservationAndNoOtherTickAny(String id) {
    try (Rollout rollout = Rollouts.open(record(id))) {
      assertTrue(compare(rollout, factory(id)) >= 8, "time limits");
      assertTrue(
          new Replay(rollout).run(Progress.SILENT, new Cancellation()).firstDifference().isEmpty());
      assertTrue(Integrity.whole(rollout, Progress.SILENT, new Cancellation()).remarks().isEmpty());
    }
  }

  @Test
  void theyTakeTheBytesOfTheirTypesAndOnlyWhereTheyAre() throws IOException {
    Path file = record("excavation");
    try (Rollout rollout = Rollouts.open(file);
        ZipFile zip = new ZipFile(file.toFile())) {
      int ends = compare(rollout, factory("excavation"));
      long bytes =
          zip.stream()
              .filter(entry -> entry.getName().startsWith("sparse/final_observation/"))
              .mapToLong(entry -> entry.getSize() - 128)
              .sum();
      int packed = 8 + 7 * 32 * 32 + 64 + 4 + 216 + 8 + 5 + 40 + 4;
      assertEquals((long) ends * packed, bytes);
    }
  }

  private record Changed(Rollout real, UnaryOperator<NpyArray> change)
      implements ForwardingRollout {
    @Override
    public Optional<NpyArray> sparse(String name, int chunk) {
      return real.sparse(name, chunk).map(change);
    }
  }

  /// Counts how often the rows are read from the file.
  private record Counted(Rollout real, AtomicInteger reads) implements ForwardingRollout {
    @Override
    public Optional<NpyArray> sparse(String name, int chunk) {
      reads.incrementAndGet();
      return real.sparse(name, chunk);
    }
  }

  @Test
  void theRowsOfAChunkAreReadOnceHoweverManyTicksAndAgentsAreAskedFor() {
    try (Rollout rollout = Rollouts.open(record("airspace"))) {
      Counted counted = new Counted(rollout, new AtomicInteger());
      assertTrue(compare(counted, factory("airspace")) >= 8, "time limits");
      int chunk = rollout.manifest().chunkTicks();
      assertEquals(Math.ceilDiv(rollout.ticks(), chunk), counted.reads().get());
    }
  }

  private static NpyArray flipped(NpyArray array) {
    byte[] bytes = new byte[array.length()];
    array.data().duplicate().get(bytes);
    bytes[8 + 64 + 4 + 216 + 3] ^= 1;
    return new NpyArray(array.dtype(), array.shape(), ByteBuffer.wrap(bytes));
  }

  @Test
  void replayNamesAFinalObservationThatTheWorldDoesNotGive() {
    try (Rollout rollout = Rollouts.open(record("excavation"))) {
      Rollout changed = new Changed(rollout, FinalObservationTest::flipped);
      ReplayReport.Difference difference =
          new Replay(changed)
              .run(Progress.SILENT, new Cancellation())
              .firstDifference()
              .orElseThrow();
      assertEquals("final_observation", difference.channel());
      assertEquals(0, difference.agent());
      assertTrue(new EpisodeEnds(rollout).timedOut(difference.tick(), 0));
      assertTrue(difference.field().startsWith("maps."), difference.field());

      Rollout without =
          new Changed(
              rollout,
              array ->
                  new NpyArray(
                      array.dtype(), new int[] {0, array.shape()[1]}, ByteBuffer.allocate(0)));
      assertEquals(
          "final_observation",
          new Replay(without)
              .run(Progress.SILENT, new Cancellation())
              .firstDifference()
              .orElseThrow()
              .channel());
      Rollout misshapen =
          new Changed(
              rollout,
              array -> new NpyArray(array.dtype(), new int[] {array.length()}, array.data()));
      assertThrows(
          Problem.class, () -> new Replay(misshapen).run(Progress.SILENT, new Cancellation()));
    }
  }

  @Test
  void aChangedByteOfTheFileIsAFault() throws IOException {
    Path file = record("excavation");
    byte[] bytes = Files.readAllBytes(file);
    String name = "sparse/final_observation/000000.npy";
    int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf(name);
    assertFalse(at < 0, "the member");
    bytes[at + name.length() + 128 + 500] ^= 1;
    Path damaged = Files.write(folder.resolve("damaged.rollout"), bytes);
    try (Rollout rollout = Rollouts.open(damaged)) {
      assertEquals(
          name,
          Integrity.whole(rollout, Progress.SILENT, new Cancellation())
              .faults()
              .getFirst()
              .member());
    }
  }

  @Test
  void recordingsOfWorldsWithoutTimeLimitsDeclareNone() {
    EnvironmentType type = BuiltInEnvironments.named("darkroom");
    Path out = folder.resolve("dark.rollout");
    RecordingReport _ =
        new RolloutRecorder(
                new RecordingRequest(
                    type,
                    type.prepare(type.settings().parse(Map.of(), "test"), Optional.empty()),
                    Optional.empty(),
                    Optional.empty(),
                    new ActionSelection.Random(),
                    20,
                    Until.ALL_TICKS,
                    3,
                    out))
            .run(Progress.SILENT, new Cancellation());
    try (Rollout rollout = Rollouts.open(out)) {
      assertTrue(FinalObservationRows.of(rollout.manifest()).isEmpty());
    }
  }
}
