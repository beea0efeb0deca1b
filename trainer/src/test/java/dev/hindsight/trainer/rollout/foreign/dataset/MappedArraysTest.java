package dev.hindsight.trainer.rollout.foreign.dataset;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.TemporaryCacheFolder;
import dev.hindsight.trainer.outcome.EpisodeEnd;
import dev.hindsight.trainer.outcome.EpisodeEnds;
import dev.hindsight.trainer.outcome.FinalObservationRows;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.NpzFile;
import dev.hindsight.trainer.rollout.RequestedTicks;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.rollout.foreign.RecordingOpener;
import dev.hindsight.trainer.rollout.foreign.dataset.MappedArrays.Meaning;
import dev.hindsight.trainer.rollout.foreign.dataset.MappedArrays.Meanings;
import dev.hindsight.trainer.rollout.foreign.dataset.MappedArrays.Reading;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a user says about arrays is tried, and holds for everything that opens the file.
class MappedArraysTest {
  @TempDir private Path folder;

  private TemporaryCacheFolder cache;

  @BeforeEach
  void keepOutOfTheUsersCache() {
    cache = new TemporaryCacheFolder(folder);
  }

  @AfterEach
  void leaveTheCache() {
    cache.close();
  }

  /// Six steps of two agents in two episodes, under names that say nothing.
  private Path unnamed() throws IOException {
    float[] seen = new float[6 * 2 * 3];
    float[] where = new float[6 * 2 * 3];
    float[] paid = new float[6 * 2];
    for (int i = 0; i < seen.length; i++) {
      seen[i] = i;
      where[i] = 100 + i;
    }
    for (int i = 0; i < paid.length; i++) {
      paid[i] = i;
    }
    Map<String, NpyArray> arrays = new LinkedHashMap<>();
    arrays.put("a", NpyArray.of(seen, 6, 2, 3));
    arrays.put("b", NpyArray.of(paid, 6, 2));
    arrays.put("c", NpyArray.of(new int[] {0, 0, 0, 1, 1, 1}, 6));
    arrays.put("d", NpyArray.of(where, 6, 2, 3));
    return NpzFile.write(folder.resolve("unnamed.npz"), arrays);
  }

  private static Meanings right() {
    return new Meanings(
        Map.of(
            "a", Meaning.OBSERVATION,
            "b", Meaning.REWARD,
            "c", Meaning.EPISODE,
            "d", Meaning.POSE),
        2);
  }

  @Test
  void namesThatSayNothingAreAskedForAndTheAnswerHoldsForEveryCommand() throws IOException {
    Path file = unnamed();
    MappedArrays arrays = MappedArrays.read(file);
    assertTrue(arrays.alike());
    assertTrue(arrays.first().problem().isPresent());
    assertThrows(Problem.class, () -> RecordingOpener.open(file));
    assertFalse(Files.exists(MappedArrays.beside(file)), "a guess that is none is kept");

    Reading reading = arrays.reading(right());
    assertEquals(Optional.empty(), reading.problem());
    assertEquals(2, reading.episodes());
    assertEquals(6, reading.steps());
    assertEquals(0 + 1 + 2 + 3 + 4 + 5, arrays.table(right()).rows().getFirst().earned());

    assertEquals(MappedArrays.beside(file), arrays.keep(right()));
    assertEquals(right(), MappedArrays.read(file).first().meanings());
    try (Rollout rollout = RecordingOpener.open(file)) {
      assertEquals(2, rollout.manifest().agents());
      assertEquals(3, rollout.trials().start(1));
      assertEquals(7, rollout.channel("reward").orElseThrow().value(3, 1));
      assertEquals(100, rollout.channel("pose").orElseThrow().value(0, 0));
      assertEquals(0, rollout.channel("observation").orElseThrow().value(0, 0));
    }
  }

  @Test
  void whatDoesNotFitIsSaid() throws IOException {
    MappedArrays arrays = MappedArrays.read(unnamed());
    Problem agents = arrays.reading(right().among(0)).problem().orElseThrow();
    assertTrue(agents.what().contains("b has 2 numbers a step"), agents.what());
    Problem episode = arrays.reading(right().with("b", Meaning.EPISODE)).problem().orElseThrow();
    assertTrue(episode.what().contains("b has 2 numbers a step"), episode.what());
  }

  @Test
  void onlyOneArrayIsTheReward() {
    Meanings other = right().with("d", Meaning.REWARD);
    assertEquals(Meaning.COLUMN, other.of("b"));
    assertEquals(Meaning.REWARD, other.of("d"));
    assertEquals(
        Meaning.OBSERVATION, right().with("d", Meaning.OBSERVATION).of("a"), "there may be more");
  }

  @Test
  void aMappingOfAnEarlierVersionHasNoPose() throws IOException {
    Path file = unnamed();
    Files.writeString(
        MappedArrays.beside(file),
        """
        {"format": "hindsight-mapping", "version": 1, "observations": {"observation": "a"},
         "actions": {}, "reward": "b", "terminal": "", "truncation": "", "episode": "c",
         "agents": 2}
        """);
    Reading reading = MappedArrays.read(file).first();
    assertEquals(Optional.empty(), reading.problem());
    assertEquals(Meaning.COLUMN, reading.meanings().of("d"));
  }

  /// Two episodes of two trials and one that was cut off; trials end with a truncation, which ends
  /// an episode only where no later trial follows.
  private Path trials(int[] numbers) throws IOException {
    Map<String, NpyArray> arrays = new LinkedHashMap<>();
    arrays.put("observation", NpyArray.of(new float[9], 9));
    arrays.put("reward", NpyArray.of(new float[9], 9));
    arrays.put("truncation", NpyArray.of(new int[] {0, 1, 1, 1, 0, 1, 1, 0, 0}, 9));
    arrays.put("trial", NpyArray.of(numbers, 9));
    arrays.put("trial_tick", NpyArray.of(new int[9], 9));
    arrays.put("trial_ended", NpyArray.of(new int[9], 9));
    return NpzFile.write(folder.resolve("trials.npz"), arrays);
  }

  @Test
  void trialsKeepTheirNumbersAndOnlyASmallerOneOrAnEndBeginsAnEpisode() throws IOException {
    Path file = trials(new int[] {0, 0, 1, 0, 0, 0, 1, 0, 0});
    assertEquals(Meaning.TRIAL, MappedArrays.read(file).first().meanings().of("trial"));
    try (Rollout rollout = RecordingOpener.open(file)) {
      assertEquals(2, rollout.manifest().trials().count());
      TrialIndex trials = rollout.trials();
      List<String> found = new ArrayList<>();
      for (int i = 0; i < trials.count(); i++) {
        found.add(
            (trials.beginsEpisode(i) ? "episode " : "") + trials.trial(i) + ": " + trials.span(i));
      }
      assertEquals(
          List.of(
              "episode 0: " + new Span(0, 2),
              "1: " + new Span(2, 3),
              "episode 0: " + new Span(3, 4),
              "episode 0: " + new Span(4, 6),
              "1: " + new Span(6, 7),
              "episode 0: " + new Span(7, 9)),
          found);
      Channel ended = rollout.channel("trial_ended").orElseThrow();
      for (int tick = 0; tick < 9; tick++) {
        assertEquals(List.of(1, 2, 3, 5, 6).contains(tick) ? 1 : 0, ended.integer(tick, 0));
      }
      assertEquals(1, rollout.channel("trial_tick").orElseThrow().integer(5, 0));
    }
  }

  @Test
  void whatIsNoNumberOfATrialIsRefused() throws IOException {
    for (int wrong : new int[] {-1, 1_000_001, Integer.MAX_VALUE}) {
      Path file = trials(new int[] {0, 0, wrong, 0, 0, 0, 1, 0, 0});
      Problem problem = assertThrows(Problem.class, () -> RecordingOpener.open(file));
      assertTrue(problem.what().startsWith("trial does not number trials"), problem.what());
    }
  }

  @Test
  void weightsAreNoSteps() throws IOException {
    Map<String, NpyArray> weights = new LinkedHashMap<>();
    weights.put("w1", NpyArray.of(new float[6], 2, 3));
    weights.put("b1", NpyArray.of(new float[3], 3));
    weights.put("w2", NpyArray.of(new float[4], 4, 1));
    assertFalse(MappedArrays.read(NpzFile.write(folder.resolve("weights.npz"), weights)).alike());
  }

  @Test
  void flagsThatDoNotSayWhyAnEpisodeEndedEndNoneAndAreNamed() throws IOException {
    Map<String, NpyArray> arrays = new LinkedHashMap<>();
    arrays.put("obs", NpyArray.of(new float[12], 4, 3));
    arrays.put("rewards", NpyArray.of(new float[] {1, 2, 3, 4}, 4));
    arrays.put("dones", NpyArray.of(new int[] {0, 1, 0, 1}, 4));
    Path file = NpzFile.write(folder.resolve("buffer.npz"), arrays);
    Datasets.EpisodeTable table = Datasets.table(file);
    assertEquals(1, table.rows().size());
    assertTrue(table.notes().getFirst().startsWith("dones does not say why"), table.toString());
    MappedArrays read = MappedArrays.read(file);
    Datasets.EpisodeTable told =
        read.table(read.first().meanings().with("dones", Meaning.TERMINAL));
    assertEquals(List.of(3.0, 7.0), told.rows().stream().map(Datasets.EpisodeRow::earned).toList());
    assertEquals(List.of(), told.notes());
  }

  @Test
  void aTruncationOfOneOfSeveralAgentsIsItsTimeLimit() throws IOException {
    Map<String, NpyArray> arrays = new LinkedHashMap<>();
    arrays.put("obs", NpyArray.of(new float[4 * 2 * 3], 4, 2, 3));
    arrays.put("rewards", NpyArray.of(new float[8], 4, 2));
    arrays.put("terminated", NpyArray.of(new int[] {0, 0, 0, 0, 0, 1, 1, 0}, 4, 2));
    arrays.put("truncated", NpyArray.of(new int[] {0, 0, 1, 0, 0, 0, 0, 1}, 4, 2));
    try (Rollout rollout =
        RecordingOpener.open(NpzFile.write(folder.resolve("vector.npz"), arrays))) {
      Channel end = rollout.channel("end").orElseThrow();
      List<EpisodeEnd> ends = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        EpisodeEnd.of((int) end.integer(i / 2, i % 2)).ifPresent(ends::add);
      }
      assertEquals(
          List.of(
              EpisodeEnd.TIMEOUT, EpisodeEnd.TERMINATED, EpisodeEnd.TERMINATED, EpisodeEnd.TIMEOUT),
          ends);
      assertTrue(new EpisodeEnds(rollout).timedOut(1, 0));
    }
  }

  @Test
  void theLastRowOfOneMoreObservationsThanStepsIsTheFinalOne() throws IOException {
    Map<String, NpyArray> arrays = new LinkedHashMap<>();
    arrays.put("obs", NpyArray.of(new float[] {1, 2, 3, 4, 5, 6}, 3, 2));
    arrays.put("action", NpyArray.of(new int[] {0, 1}, 2));
    Path file = NpzFile.write(folder.resolve("episode.npz"), arrays);
    try (Rollout rollout = RecordingOpener.open(file)) {
      assertEquals(2, rollout.ticks());
      assertArrayEquals(
          new float[] {5, 6},
          FinalObservationRows.of(rollout.manifest())
              .orElseThrow()
              .observation(rollout, 1, 0)
              .orElseThrow());
    }
    // Of two episodes, nothing says which one it ends.
    arrays.put("terminal", NpyArray.of(new int[] {1, 1}, 2));
    Path two = NpzFile.write(folder.resolve("two.npz"), arrays);
    Problem problem = assertThrows(Problem.class, () -> RecordingOpener.open(two));
    assertTrue(problem.what().contains("obs has 3 rows, action has 2"), problem.what());
  }

  @Test
  void truthValuesThatAreSetAtTheFirstStepTellEpisodesApart() throws IOException {
    Map<String, NpyArray> arrays = new LinkedHashMap<>();
    arrays.put("obs", NpyArray.of(new float[10], 5, 2));
    arrays.put("rewards", NpyArray.of(new float[] {1, 2, 3, 4, 5}, 5));
    ByteBuffer starts = ByteBuffer.wrap(new byte[] {1, 0, 1, 1, 0});
    arrays.put("episode_starts", new NpyArray(Dtype.BOOL, new int[] {5}, starts));
    Datasets.EpisodeTable table =
        Datasets.table(NpzFile.write(folder.resolve("starts.npz"), arrays));
    assertEquals(
        List.of(3.0, 3.0, 9.0), table.rows().stream().map(Datasets.EpisodeRow::earned).toList());
  }

  @Test
  void aPictureHasItsPlanesFirstAndLastAgainInADataset() throws IOException {
    // Five rows, two columns and three planes; a number is its place in the file.
    float[] seen = new float[2 * 30];
    for (int i = 0; i < seen.length; i++) {
      seen[i] = i;
    }
    Map<String, NpyArray> arrays = new LinkedHashMap<>();
    arrays.put("obs", NpyArray.of(seen, 2, 5, 2, 3));
    arrays.put("action", NpyArray.of(new int[] {1}, 1));
    Path file = NpzFile.write(folder.resolve("picture.npz"), arrays);
    Path saved = folder.resolve("picture.hdf5");
    for (Path each : List.of(file, saved)) {
      try (Rollout rollout = RecordingOpener.open(each)) {
        assertEquals(
            List.of(3, 5, 2), rollout.manifest().observation().segments().getFirst().shape());
        Channel observation = rollout.channel("observation").orElseThrow();
        float[] last =
            FinalObservationRows.of(rollout.manifest())
                .orElseThrow()
                .observation(rollout, 0, 0)
                .orElseThrow();
        for (int i = 0; i < 30; i++) {
          int plane = i / 10;
          assertEquals(i % 10 * 3 + plane, observation.value(0, i));
          assertEquals(30 + i % 10 * 3 + plane, last[i]);
        }
        if (each.equals(file)) {
          MinariExport.Report _ =
              new MinariExport(rollout, OptionalInt.empty(), RequestedTicks.ALL, saved)
                  .run(Progress.SILENT, new Cancellation());
        }
      }
    }
  }
}
