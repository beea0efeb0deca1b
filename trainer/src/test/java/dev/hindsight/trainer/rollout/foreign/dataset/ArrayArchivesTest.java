package dev.hindsight.trainer.rollout.foreign.dataset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.outcome.Ending;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.NpzFile;
import dev.hindsight.trainer.rollout.RecordingExport;
import dev.hindsight.trainer.rollout.RequestedTicks;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Archives of arrays become recordings: what belongs to agents and what to the world, and where
/// episodes end.
class ArrayArchivesTest {
  @TempDir private Path folder;

  private Rollout open(Path file) {
    return Rollouts.open(Datasets.converted(file, folder.resolve("cache")));
  }

  @Test
  void arraysOfSeveralAgentsGetAMappingThatAUserMayCorrect() throws IOException {
    Path file = folder.resolve("steps.npz");
    float[] obs = new float[6 * 2 * 3];
    for (int i = 0; i < obs.length; i++) {
      obs[i] = i;
    }
    NpzFile.write(
        file,
        Map.of(
            "obs", NpyArray.of(obs, 6, 2, 3),
            "rewards", NpyArray.of(new float[12], 6, 2),
            "terminals", NpyArray.of(new int[] {0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0}, 6, 2),
            "pose", NpyArray.of(new float[36], 6, 2, 3)));
    try (Rollout rollout = open(file)) {
      assertEquals(2, rollout.manifest().agents());
      assertEquals(2, rollout.trials().count());
      assertEquals(3, rollout.trials().start(1));
      assertEquals(4 * 6 + 5, rollout.channel("observation").orElseThrow().value(4, 5));
      assertEquals(3, rollout.channel("pose").orElseThrow().rowShape()[1]);
    }
    Path mapping = folder.resolve("steps.npz.mapping.json");
    String text = Files.readString(mapping);
    assertTrue(text.contains("\"terminal\" : \"terminals\""), text);
    Files.writeString(mapping, text.replace("\"terminal\" : \"terminals\"", "\"terminal\" : \"\""));
    try (Rollout rollout = open(file)) {
      assertEquals(1, rollout.trials().count(), "nothing ends now");
    }
    Files.writeString(mapping, "{\"format\":\"other\"}");
    Problem wrong = assertThrows(Problem.class, () -> open(file));
    assertFalse(wrong.getMessage().contains("\n"), wrong.getMessage());
  }

  @Test
  void aDatasetIsConvertedOnceThoughItsMappingIsNotedThen() throws IOException {
    Path file = folder.resolve("steps.npz");
    NpzFile.write(file, Map.of("obs", NpyArray.of(new float[12], 4, 3)));
    Path cache = folder.resolve("cache");
    Path first = Datasets.converted(file, cache);
    assertEquals(first, Datasets.converted(file, cache));
    Files.delete(MappedArrays.beside(file));
    assertEquals(first, Datasets.converted(file, cache));
    try (Stream<Path> converted = Files.list(cache)) {
      assertEquals(List.of(first), converted.toList());
    }
  }

  @Test
  void withoutRewardsThereIsNoReturnRatherThanAZero() throws IOException {
    Path file = folder.resolve("seen.npz");
    NpzFile.write(
        file,
        Map.of(
            "observation", NpyArray.of(new float[12], 4, 3),
            "terminal", NpyArray.of(new int[] {0, 1, 0, 1}, 4)));
    assertTrue(Double.isNaN(Datasets.table(file).rows().getFirst().earned()));
    try (Rollout rollout = open(file)) {
      assertTrue(rollout.channel("reward").isEmpty());
      assertEquals(1, rollout.channel("terminal").orElseThrow().value(1, 0));
      assertEquals(1, rollout.channel("trial_tick").orElseThrow().value(3, 0));
      assertEquals(1, rollout.channel("dataset_episode").orElseThrow().value(2, 0));
      new MinariExport(rollout, OptionalInt.empty(), RequestedTicks.ALL, folder.resolve("m.hdf5"))
          .run(Progress.SILENT, new Cancellation());
    }
    assertTrue(Double.isNaN(Datasets.table(folder.resolve("m.hdf5")).rows().getLast().earned()));
  }

  @Test
  void arraysWithoutTheAxisOfTheAgentsBelongToTheWorld() throws IOException {
    Path file = folder.resolve("team.npz");
    int[] numbers = {0, 0, 1, 1};
    NpzFile.write(
        file,
        Map.of(
            "observation", NpyArray.of(new float[24], 4, 2, 3),
            "reward", NpyArray.of(new float[] {1, 2, 3, 4, 5, 6, 7, 8}, 4, 2),
            "terminal", NpyArray.of(new int[] {0, 0, 0, 0, 0, 0, 1, 1}, 4, 2),
            "action", NpyArray.of(numbers, 4),
            "wind", NpyArray.of(new float[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, 4, 3),
            "trial", NpyArray.of(numbers, 4)));
    Path again = folder.resolve("again.npz");
    try (Rollout rollout = open(file)) {
      assertEquals(2, rollout.manifest().agents());
      Channel trial = rollout.channel("source/trial").orElseThrow();
      assertFalse(trial.spec().perAgent());
      assertEquals(1, trial.value(2, 0));
      assertEquals(1, rollout.channel("source/action").orElseThrow().value(3, 0));
      assertEquals(6, rollout.channel("wind").orElseThrow().value(1, 2));
      assertEquals(6, rollout.channel("reward").orElseThrow().value(2, 1));
      new RecordingExport(rollout, RequestedTicks.ALL, RecordingExport.Form.NPZ, again)
          .run(Progress.SILENT, new Cancellation());
    }
    try (Rollout rollout = open(again)) {
      assertEquals(2, rollout.manifest().agents());
      assertEquals(12, rollout.channel("wind").orElseThrow().value(3, 2));
    }
    Path mapping = folder.resolve("team.npz.mapping.json");
    String text = Files.readString(mapping);
    Files.writeString(
        mapping, text.replace("\"actions\" : { }", "\"actions\" : {\"a\":\"action\"}"));
    Problem refused = assertThrows(Problem.class, () -> open(file));
    assertTrue(refused.getMessage().contains("action has no axis of the agents"), refused.what());
  }

  @Test
  void anAxisOfOneAgentIsItsAxis() throws IOException {
    Path file = folder.resolve("alone.npz");
    NpzFile.write(
        file,
        Map.of(
            "observation", NpyArray.of(new float[] {1, 2, 3, 4, 5, 6}, 2, 1, 3),
            "reward", NpyArray.of(new float[] {1, 2}, 2, 1),
            "action", NpyArray.of(new int[] {3, 4}, 2, 1),
            "pose", NpyArray.of(new float[6], 2, 1, 3),
            "wind", NpyArray.of(new float[] {7, 8, 9, 10}, 2, 2)));
    try (Rollout rollout = open(file)) {
      assertEquals(1, rollout.manifest().agents());
      assertEquals(
          List.of(3), rollout.manifest().observation().named("observation").orElseThrow().shape());
      assertEquals(List.of(1), shape(rollout, "action"));
      assertEquals(List.of(1, 3), shape(rollout, "pose"));
      assertEquals(List.of(1, 2), shape(rollout, "wind"));
      assertEquals(10, rollout.channel("wind").orElseThrow().value(1, 1));
      assertEquals(6, rollout.channel("observation").orElseThrow().value(1, 2));
    }
  }

  private static List<Integer> shape(Rollout rollout, String name) {
    return Arrays.stream(rollout.channel(name).orElseThrow().rowShape()).boxed().toList();
  }

  @Test
  void anEpisodeIsOnlyOverIfTheFileTellsOrAnotherFollows() throws IOException {
    Path file = folder.resolve("cut.npz");
    NpzFile.write(
        file,
        Map.of(
            "observation", NpyArray.of(new float[6], 6, 1),
            "reward", NpyArray.of(new float[] {1, 1, 1, 1, 1, 1}, 6),
            "terminal", NpyArray.of(new int[] {0, 1, 0, 0, 0, 0}, 6),
            "episode", NpyArray.of(new int[] {0, 0, 1, 1, 2, 2}, 6)));
    try (Rollout rollout = open(file)) {
      assertEquals(
          List.of(Ending.TERMINAL, Ending.TRIAL_ENDED, Ending.CUT_OFF),
          List.of(Ending.of(rollout, 0), Ending.of(rollout, 1), Ending.of(rollout, 2)));
    }
    for (int episode = 0; episode < 3; episode++) {
      try (Rollout rollout = open(Path.of(file + "#" + episode))) {
        assertEquals(episode < 2, Ending.of(rollout, 0).ended(), "episode " + episode);
      }
    }
  }
}
