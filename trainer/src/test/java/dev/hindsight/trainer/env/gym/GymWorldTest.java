package dev.hindsight.trainer.env.gym;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.gym.FakeGymChild.Mistake;
import dev.hindsight.trainer.env.gym.FakeGymChild.Truth;
import dev.hindsight.trainer.outcome.EpisodeEnds;
import dev.hindsight.trainer.outcome.FinalObservationRows;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.record.RecordingRequest;
import dev.hindsight.trainer.record.RolloutRecorder;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.RequestedTicks;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.rollout.foreign.dataset.MinariExport;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import io.jhdf.HdfFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Recordings of a process that speaks the protocol, right or wrong.
class GymWorldTest {
  private static final long SEED = 4;
  private static final int TICKS = 60;

  @TempDir private Path folder;

  private static GymFactory factory(Mistake mistake) {
    return new GymFactory(FakeGymChild.settings("yes", 60), FakeGymChild.with(mistake));
  }

  @Test
  void aTrialWhoseEpisodesEndWithoutAWordOfSuccessShowsThatThereAreNoScores() {
    GymSettings tested = FakeGymChild.settings("test", 60);
    assertTrue(new GymFactory(tested, FakeGymChild.with(Mistake.NONE)).unscored());
    assertFalse(
        new GymFactory(tested, FakeGymChild.with(Mistake.SAYS_NOTHING_OF_SUCCESS_AT_ITS_LIMIT))
            .unscored(),
        "some episodes have a score");
    GymSettings known = FakeGymChild.settings("yes", 60, GymSettings.FRAME_BYTES, "4096");
    assertFalse(
        new GymFactory(known, FakeGymChild.with(Mistake.NONE)).unscored(), "there is no trial");
  }

  private Path record(GymFactory factory, int ticks) {
    Path file = folder.resolve("line.rollout");
    new RolloutRecorder(
            new RecordingRequest(
                new GymEnvironmentType(),
                factory,
                Optional.empty(),
                Optional.empty(),
                ActionSelection.parse("random"),
                ticks,
                RecordingRequest.Until.ALL_TICKS,
                SEED,
                file,
                Map.of()))
        .run(Progress.SILENT, new Cancellation());
    return file;
  }

  /// Everything in which a recording differs from the truth.
  private static List<String> differences(Rollout rollout) {
    List<Integer> actions = new ArrayList<>();
    for (int tick = 0; tick < rollout.ticks(); tick++) {
      actions.add((int) rollout.channel("action").orElseThrow().integer(tick, 0));
    }
    List<Truth> truth = Truth.of(SEED, actions);
    EpisodeEnds ends = new EpisodeEnds(rollout);
    FinalObservationRows finals = FinalObservationRows.of(rollout.manifest()).orElseThrow();
    List<String> wrong = new ArrayList<>();
    for (int tick = 0; tick < rollout.ticks(); tick++) {
      Truth row = truth.get(tick);
      int end = (int) rollout.channel("end").orElseThrow().integer(tick, 0);
      compare(
          wrong, tick, "x", row.x(), rollout.channel("observation").orElseThrow().value(tick, 0));
      compare(
          wrong,
          tick,
          "clock",
          row.steps(),
          rollout.channel("observation").orElseThrow().value(tick, 1));
      compare(
          wrong,
          tick,
          "reward",
          row.reward(),
          rollout.channel("reward").orElseThrow().value(tick, 0));
      compare(wrong, tick, "end", row.end(), end);
      compare(
          wrong,
          tick,
          "terminal",
          row.end() == 5 ? 1 : 0,
          rollout.channel("terminal").orElseThrow().value(tick, 0));
      compare(
          wrong,
          tick,
          "truncation",
          row.end() == 3 ? 1 : 0,
          rollout.channel("truncation").orElseThrow().value(tick, 0));
      if (row.end() == 3 && ends.timedOut(tick, 0)) {
        float[] last = finals.observation(rollout, tick, 0).orElseThrow();
        compare(wrong, tick, "final", row.finalX(), last[0]);
        compare(wrong, tick, "final clock", FakeGymChild.LIMIT, last[1]);
      }
    }
    return wrong;
  }

  private static void compare(
      List<String> wrong, int tick, String what, double expected, double found) {
    if (expected != found) {
      wrong.add(what + " at " + tick + ": " + found + " instead of " + expected);
    }
  }

  @Test
  void everyNumberOfARecordingIsWhatTheWorldGave() {
    try (Rollout rollout = Rollouts.open(record(factory(Mistake.NONE), 200))) {
      assertEquals(List.of(), differences(rollout));
      List<Long> kinds = new ArrayList<>();
      for (int tick = 0; tick < rollout.ticks(); tick++) {
        kinds.add(rollout.channel("end").orElseThrow().integer(tick, 0));
      }
      assertTrue(kinds.contains(5L) && kinds.contains(3L), "both ends occur");
    }
  }

  @Test
  void aDatasetNamesTheEnvironmentAsGymnasiumDoes() throws IOException {
    Path out = folder.resolve("line-v0");
    try (Rollout rollout = Rollouts.open(record(factory(Mistake.NONE), 60))) {
      MinariExport.Report _ =
          new MinariExport(rollout, OptionalInt.empty(), RequestedTicks.ALL, out)
              .run(Progress.SILENT, new Cancellation());
    }
    JsonNode json =
        JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .build()
            .readTree(Files.readString(out.resolve("data/metadata.json")));
    assertEquals(FakeGymChild.SPEC, json.path("env_spec").asText());
    assertTrue(json.path("action_space").asText().contains("\"start\":-1"), json.toString());
    try (HdfFile file = new HdfFile(out.resolve("data/main_data.hdf5"))) {
      Set<Long> actions = new TreeSet<>();
      for (String episode : file.getChildren().keySet()) {
        Object numbers = file.getDatasetByPath("/" + episode + "/actions").getData();
        LongStream.of((long[]) numbers).forEach(actions::add);
      }
      assertEquals(Set.of(-1L, 0L, 1L), actions);
    }
    assertTrue(json.path("description").asText().startsWith("Line-v0, "), json.toString());
  }

  @Test
  void theMaskOfEveryTickIsTheOneBeforeItsAction() {
    boolean closed = false;
    try (Rollout rollout = Rollouts.open(record(factory(Mistake.NONE), 200))) {
      for (int tick = 0; tick < rollout.ticks(); tick++) {
        double x = rollout.channel("observation").orElseThrow().value(tick, 0);
        Channel mask = rollout.channel("action_mask").orElseThrow();
        assertEquals(x > -3 ? 1 : 0, mask.integer(tick, 0), "tick " + tick);
        assertEquals(1, mask.integer(tick, 1));
        assertEquals(x < 3 ? 1 : 0, mask.integer(tick, 2), "tick " + tick);
        closed |= Math.abs(x) == 3;
      }
    }
    assertTrue(closed, "no action was ever illegal");
  }

  @Test
  void policiesThatTakeOnlyLegalActionsNeverReachTheEdge() {
    GymFactory factory =
        new GymFactory(
            FakeGymChild.settings("yes", 60, "masked_actions", "true"),
            FakeGymChild.with(Mistake.NONE));
    try (Rollout rollout = Rollouts.open(record(factory, 200))) {
      for (int tick = 0; tick < rollout.ticks(); tick++) {
        assertNotEquals(5, rollout.channel("end").orElseThrow().integer(tick, 0), "tick " + tick);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "SWAPS_TERMINATED_AND_TRUNCATED, end",
    "DROPS_THE_FINAL_OBSERVATION, final",
    "SHIFTS_ACTIONS_AND_OWNS_UP, reward"
  })
  void aWorldThatMixesUpItsAnswersIsFound(Mistake mistake, String what) {
    try (Rollout rollout = Rollouts.open(record(factory(mistake), 200))) {
      assertTrue(
          differences(rollout).stream().anyMatch(line -> line.startsWith(what)), mistake::name);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "DIES, the reason is on its last line",
    "PRINTS, step 71 done",
    "GIVES_NAN, number x.x is NaN",
    "GIVES_A_NAN_REWARD, reward NaN",
    "GIVES_A_REWARD_BEYOND_FLOATS, reward 1.0E300",
    "SHIFTS_ACTIONS_BY_ONE, it took move",
    "LOSES_A_STEP, steps of this episode",
    "FAILS, too far",
    "SENDS_A_SHORT_RESULT, 9 bytes"
  })
  void aProcessThatFailsIsNamedAndWhatWasRecordedStays(Mistake mistake, String words) {
    Problem problem = assertThrows(Problem.class, () -> record(factory(mistake), 200));

    assertTrue(problem.getMessage().contains(words), problem.getMessage());
    assertTrue(problem.what().contains("line.rollout"), problem.getMessage());
    try (Rollout rollout = Rollouts.open(folder.resolve("line.rollout"))) {
      assertTrue(rollout.complete());
      assertTrue(rollout.ticks() >= 5, "ticks: " + rollout.ticks());
      assertEquals(List.of(), differences(rollout));
    }
  }

  @Test
  void aProcessOfAnotherVersionOfTheProtocolIsNamed() {
    Problem problem =
        assertThrows(Problem.class, () -> record(factory(Mistake.SPEAKS_ANOTHER_PROTOCOL), 200));

    assertTrue(
        problem.what().contains("speaks version 2 of the protocol and Hindsight version 1"),
        problem.getMessage());
  }

  @Test
  void aProcessThatHangsIsEnded() {
    GymFactory factory =
        new GymFactory(FakeGymChild.settings("yes", 8), FakeGymChild.with(Mistake.HANGS));
    Problem problem = assertThrows(Problem.class, () -> record(factory, 200));

    assertTrue(problem.what().contains("did not answer within 8 s"), problem.getMessage());
    assertTrue(Files.exists(folder.resolve("line.rollout")));
  }

  @Test
  void aProcessThatNobodyAsksIsEndedWithAllThatItHeld() throws InterruptedException {
    List<Path> folders = new ArrayList<>();
    GymScript.Command child = FakeGymChild.with(Mistake.NONE);
    GymProcesses processes =
        new GymProcesses(
            FakeGymChild.settings("yes", 60),
            place -> {
              folders.add(place);
              return child.in(place);
            },
            Duration.ofSeconds(3));
    GymProcess used = processes.fresh();
    GymProcess unused = processes.fresh();
    long end = System.nanoTime() + Duration.ofSeconds(90).toNanos();
    while (Files.exists(folders.getLast()) && System.nanoTime() < end) {
      synchronized (processes) {
        GymResult _ = used.reset(SEED);
      }
      Thread.sleep(20);
    }
    assertFalse(unused.isAlive());
    assertFalse(Files.exists(folders.getLast()));
    assertTrue(used.isAlive());
    while (Files.exists(folders.getFirst()) && System.nanoTime() < end) {
      Thread.sleep(20);
    }
    assertFalse(used.isAlive());
    assertFalse(Files.exists(folders.getFirst()));
    synchronized (processes) {
      GymProcess third = processes.any();
      GymResult _ = third.reset(SEED);
      processes.discard(third);
    }
  }

  @Test
  void aProcessThatIsNoProgramIsAProblem() {
    Problem problem =
        assertThrows(
            Problem.class,
            () ->
                new GymFactory(FakeGymChild.settings("yes", 60), _ -> List.of("/no/such/program")));
    assertTrue(problem.what().contains("does not start"), problem.getMessage());
  }

  @Test
  void whatRepeatsIsFoundToRepeat() {
    GymFactory factory =
        new GymFactory(FakeGymChild.settings("test", 60), FakeGymChild.with(Mistake.NONE));
    assertEquals("yes", factory.effective().choice(GymSettings.REPEATS));
    assertTrue(factory.effective().whole(GymSettings.FRAME_BYTES) > 0);
  }

  @Test
  void whatDoesNotRepeatIsFoundAndItsRecordingSaysSo() {
    GymFactory factory =
        new GymFactory(
            FakeGymChild.settings("test", 60), FakeGymChild.with(Mistake.DOES_NOT_REPEAT));
    assertEquals("no", factory.effective().choice(GymSettings.REPEATS));
    assertEquals(0.0, factory.create(SEED).totals().get("repeats"));

    Problem problem =
        assertThrows(
            Problem.class,
            () -> new GymFactory(FakeGymChild.settings("no", 60), FakeGymChild.with(Mistake.NONE)));
    assertTrue(problem.what().contains("does not repeat"), problem.getMessage());
    assertTrue(problem.remedy().contains("play it"), problem.getMessage());
  }

  private static long[] run(Environment world, Actions actions, int from, int to) {
    long[] hashes = new long[to];
    for (int tick = from; tick < to; tick++) {
      actions.joint[0] = (tick * 7 + tick / 5) % 3;
      world.step(actions);
      hashes[tick] = world.stateHash();
    }
    return hashes;
  }

  @ParameterizedTest
  @EnumSource(
      value = Mistake.class,
      names = {"NONE", "REMEMBERS_EARLIER_EPISODES"})
  void aRestoredWorldLivesThroughItsPastAgain(Mistake mistake) {
    GymFactory factory = factory(mistake);
    Actions actions = new Actions(factory.shape());
    Environment world = factory.create(SEED);
    run(world, actions, 0, 31);
    Environment.Snapshot then = world.snapshot();
    long[] after = run(world, actions, 31, TICKS);
    float[] seen = world.buffer().observation.clone();

    Environment other = factory.create(SEED);
    other.restore(then);
    assertArrayEquals(after, run(other, actions, 31, TICKS));
    assertArrayEquals(seen, other.buffer().observation);
    world.restore(then);
    assertArrayEquals(after, run(world, actions, 31, TICKS));
  }

  @Test
  void moreWorldsThanProcessesGoOnSideBySide() {
    GymFactory factory = factory(Mistake.NONE);
    Actions actions = new Actions(factory.shape());
    Environment alone = factory.create(SEED);
    long[] expected = run(alone, actions, 0, 24);
    List<Environment> many = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      many.add(factory.create(SEED));
    }
    for (int tick = 0; tick < 24; tick += 6) {
      for (Environment world : many) {
        long[] hashes = run(world, actions, tick, tick + 6);
        assertEquals(expected[tick + 5], hashes[tick + 5]);
      }
    }
  }

  @Test
  void otherActionsGiveOtherStates() {
    GymFactory factory = factory(Mistake.NONE);
    Actions actions = new Actions(factory.shape());
    Environment one = factory.create(SEED);
    Environment other = factory.create(SEED);
    assertEquals(one.stateHash(), other.stateHash());
    actions.joint[0] = 0;
    one.step(actions);
    actions.joint[0] = 2;
    other.step(actions);
    assertNotEquals(one.stateHash(), other.stateHash());
  }

  @Test
  void anActionThatDoesNotExistIsRefusedBeforeAnythingHappens() {
    GymFactory factory = factory(Mistake.NONE);
    Actions actions = new Actions(factory.shape());
    Environment world = factory.create(SEED);
    long before = world.stateHash();
    actions.joint[0] = 3;
    assertThrows(Problem.class, () -> world.step(actions));
    assertEquals(before, world.stateHash());
  }

  @Test
  void spacesBecomeSegmentsAndFactorsWithNames() {
    GymFactory factory = factory(Mistake.NONE);
    assertEquals(
        List.of("x", "clock/steps"),
        factory.shape().observation().segments().stream().map(segment -> segment.name()).toList());
    ActionSpace.Discrete space = (ActionSpace.Discrete) factory.shape().actions();
    assertEquals("move", space.factors().getFirst().name());
    assertEquals("stay", space.describe(1));
    assertEquals(0.25, factory.shape().tickSeconds());
    assertEquals(FakeGymChild.LIMIT, factory.shape().trialTimeoutTicks());
  }

  @Test
  void picturesAreThoseOfTheStateBeforeTheAction() {
    try (Rollout rollout = Rollouts.open(record(factory(Mistake.NONE), 30))) {
      for (int tick = 0; tick < rollout.ticks(); tick++) {
        RenderedFrame frame = RenderedFrame.read(rollout, tick).orElseThrow();
        double x = rollout.channel("observation").orElseThrow().value(tick, 0);
        assertEquals(4, frame.width());
        assertEquals(2, frame.height());
        assertEquals((int) x + 100, frame.rgb()[5] & 0xff);
      }
      assertTrue(RenderedFrame.read(rollout, 30).isEmpty());
    }
  }

  @Test
  void aRecordingThatNamesAProgramNobodyAllowedStartsNothing() {
    Problem problem =
        assertThrows(
            Problem.class,
            () ->
                new GymEnvironmentType()
                    .prepare(
                        GymSettings.ALL.parse(Map.of("id", "never:named", "python", "/bin/sh"), ""),
                        Optional.empty()));
    assertTrue(problem.what().contains("/bin/sh would run never:named"), problem.getMessage());
    assertFalse(problem.what().contains("ended"), problem.getMessage());
  }
}
