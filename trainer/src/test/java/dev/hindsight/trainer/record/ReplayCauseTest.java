package dev.hindsight.trainer.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.record.RecordingRequest.ActingPolicy;
import dev.hindsight.trainer.record.RecordingRequest.Until;
import dev.hindsight.trainer.record.ReplayCause.Certainty;
import dev.hindsight.trainer.record.ReplayCause.Kind;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.rollout.TamperedRecording;
import dev.hindsight.trainer.scene.AgentNames;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Recordings changed in one place: replay names the place and the cause.
class ReplayCauseTest {
  private static final int TICKS = 20;
  private static final int AGENTS = 3;
  private static final String CHUNK = "/000000.npy";

  @TempDir private Path folder;
  private LineRecording line = new LineRecording(Path.of(""));

  @BeforeEach
  void record() throws IOException {
    line = new LineRecording(folder);
    line.record(LineWorld.Fault.NONE, TICKS);
  }

  private ReplayReport replay() {
    try (Rollout rollout = Rollouts.open(line.file())) {
      return new Replay(rollout, List.of(new LineWorldType(LineWorld.Fault.NONE)))
          .run(Progress.SILENT, new Cancellation());
    }
  }

  private TamperedRecording change() throws IOException {
    return TamperedRecording.of(line.file());
  }

  private static ReplayCause only(ReplayReport report, Kind kind) {
    List<ReplayCause> found =
        report.causes().stream().filter(cause -> cause.kind() == kind).toList();
    assertEquals(1, found.size(), report.words(AgentNames.NONE));
    return found.getFirst();
  }

  @Test
  void anUnchangedOneHasNoCauseToName() {
    ReplayReport report = replay();
    assertEquals(List.of(), report.causes());
    assertEquals(List.of(), report.faults());
    assertEquals("20 ticks replay bit for bit", report.words(AgentNames.NONE));
  }

  @Test
  void aSwappedActionIsFoundByDoingTheOther() throws IOException {
    // Agent 1 stays at tick 5 instead of going right.
    change().whole("channels/action" + CHUNK, 5 * AGENTS + 1, 1).save();
    ReplayReport report = replay();
    assertEquals(6, report.firstDifference().orElseThrow().tick());
    assertEquals("pose", report.firstDifference().orElseThrow().channel());
    assertEquals(1, report.causes().size(), report.words(AgentNames.NONE));
    ReplayCause cause = only(report, Kind.ACTIONS);
    assertEquals(Certainty.SHOWN, cause.certainty());
    assertTrue(cause.words().startsWith("with action 2 for 1 of "), cause.words());
    assertTrue(cause.words().contains("at tick 5 every later tick repeats"), cause.words());
  }

  @Test
  void whatAnotherActionIsPaidIsNotTakenForAChangedNumber() throws IOException {
    // At tick 6 it would have arrived.
    change().whole("channels/action" + CHUNK, 6 * AGENTS + 1, 1).save();
    ReplayReport report = replay();
    assertEquals(6, report.firstDifference().orElseThrow().tick());
    assertEquals("reward", report.firstDifference().orElseThrow().channel());
    assertEquals(List.of(only(report, Kind.ACTIONS)), report.causes());
  }

  @Test
  void theOtherActionIsFoundAlsoWhereNoLogitsTellIt() throws IOException {
    change()
        .whole("channels/action" + CHUNK, 6 * AGENTS + 1, 0)
        .text("manifest.json", json -> json.replace("\"argmax\"", "\"file\""))
        .withoutDigests()
        .save();
    ReplayCause cause = only(replay(), Kind.ACTIONS);
    assertTrue(cause.words().startsWith("with action 2 for 0 of "), cause.words());
  }

  @Test
  void twoSwappedActionsAreNotPutDownToOne() throws IOException {
    change()
        .whole("channels/action" + CHUNK, 6 * AGENTS + 1, 1)
        .whole("channels/action" + CHUNK, 12 * AGENTS, 1)
        .save();
    ReplayCause cause = only(replay(), Kind.ACTIONS);
    assertEquals(Certainty.POSSIBLE, cause.certainty());
    assertTrue(cause.words().endsWith("where another difference remains"), cause.words());
  }

  @Test
  void anActionThatDoesNotExistIsNamed() throws IOException {
    change().whole("channels/action" + CHUNK, 6 * AGENTS + 1, 3).save();
    ReplayReport report = replay();
    assertEquals(6, report.firstDifference().orElseThrow().tick());
    assertEquals(1, report.firstDifference().orElseThrow().agent());
    assertEquals(
        "the recorded action 3 does not exist: there are 0 to 2",
        only(report, Kind.ACTIONS).words());
  }

  @Test
  void anAlteredObservationIsToldFromAnotherWorld() throws IOException {
    change().number("channels/observation" + CHUNK, 9 * AGENTS * 2 + 3, 5).save();
    ReplayReport report = replay();
    assertEquals(9, report.firstDifference().orElseThrow().tick());
    assertEquals("ego.to_goal", report.firstDifference().orElseThrow().field());
    assertEquals(
        "the state agrees at all 20 ticks, yet at 1 tick these recorded numbers do not follow"
            + " from it: observation",
        only(report, Kind.NUMBERS).words());
    assertEquals(1, report.faults().size());
  }

  @Test
  void aMovedLastPoseIsFound() throws IOException {
    change().withoutDigests().number("final/pose.npy", 0, 5).save();
    ReplayReport report = replay();
    assertEquals(TICKS, report.firstDifference().orElseThrow().tick());
    assertTrue(only(report, Kind.NUMBERS).words().endsWith("final/pose"));
  }

  @Test
  void aMovedArrayThatNeverChangesIsFound() throws IOException {
    change().withoutDigests().number("static/goal.npy", 0, 5).save();
    assertEquals("static/goal", replay().firstDifference().orElseThrow().channel());
  }

  @Test
  void aHashThatAloneWasChangedIsToldFromAnotherState() throws IOException {
    change().wide("channels/state_hash" + CHUNK, 8, 77).save();
    ReplayReport report = replay();
    assertEquals(8, report.firstDifference().orElseThrow().tick());
    assertTrue(only(report, Kind.HASH).words().startsWith("at tick 8 only the recorded hash"));
    assertTrue(
        report.words(AgentNames.NONE).contains("stored 0x000000000000004d, here 0x"),
        report.words(AgentNames.NONE));
  }

  @Test
  void aPartOfTheStateThatNoColumnShowsIsNamed() throws IOException {
    line.record(LineWorld.Fault.HIDDEN_FROM_TICK_4, TICKS);
    ReplayReport report = replay();
    assertEquals(4, report.firstDifference().orElseThrow().tick());
    assertEquals("state_parts[2] (luck)", report.firstDifference().orElseThrow().place());
    // pose, observation, removed, trial, trial_tick
    assertEquals(
        "5 recorded columns of the state agree at tick 4; what differs is a part of it that no"
            + " column shows: luck; no column ever shows it",
        only(report, Kind.UNRECORDED_STATE).words());
  }

  @Test
  void aPartThatNoDigestTellsIsSaidToBeUntold() throws IOException {
    line.record(LineWorld.Fault.UNTOLD_FROM_TICK_4, TICKS);
    ReplayReport report = replay();
    assertEquals("state_hash", report.firstDifference().orElseThrow().channel());
    String words = only(report, Kind.UNRECORDED_STATE).words();
    assertTrue(
        words.startsWith(
            "5 recorded columns of the state agree at tick 4; a part of it that no column"
                + " shows differs, and the hash does not say which (hash 0x"),
        words);
  }

  @Test
  void whereAHiddenPartComesToBeSeenIsSaid() throws IOException {
    line.record(LineWorld.Fault.HIDDEN_UNTIL_TICK_9, TICKS);
    String words = only(replay(), Kind.UNRECORDED_STATE).words();
    assertTrue(
        words.endsWith(
            ": luck; if the recorded actions continue, it first shows at tick 9, reward[0]"),
        words);
  }

  @Test
  void aDigestOfAPartThatAloneWasChangedIsANumberThatIsWrong() throws IOException {
    change().wide("channels/state_parts" + CHUNK, 3 * 8 + 1, 77).withoutDigests().save();
    ReplayReport report = replay();
    assertEquals(8, report.firstDifference().orElseThrow().tick());
    assertTrue(only(report, Kind.NUMBERS).words().endsWith(": state_parts"));
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 9})
  void aKnobThatWasChangedIsFoundByTryingOthersWhereNoDigestTellsIt(int timeout)
      throws IOException {
    recordWithoutArriving(timeout).save();
    ReplayCause cause = only(replay(), Kind.CONFIGURATION);
    assertEquals(Certainty.SHOWN, cause.certainty());
    assertEquals(
        "with knob timeout at 5 instead of the recorded " + timeout + ", every number repeats",
        cause.words());
  }

  @Test
  void aKnobThatOnlyHidesAlteredObservationsIsNotTheCause() throws IOException {
    change()
        .withoutDigests()
        .number("channels/observation" + CHUNK, 9 * AGENTS * 2 + 3, 5)
        .number("channels/observation" + CHUNK, 12 * AGENTS * 2, 7)
        .save();
    ReplayReport report = replay();
    assertEquals(List.of(only(report, Kind.NUMBERS)), report.causes());
  }

  @Test
  void aKnobIsNotTheCauseWhereSomethingElseIsWrongToo() throws IOException {
    recordWithoutArriving(9).whole("channels/action" + CHUNK, 12 * AGENTS, 0).save();
    ReplayReport report = replay();
    assertTrue(
        report.causes().stream().noneMatch(cause -> cause.certainty() == Certainty.SHOWN),
        report.words(AgentNames.NONE));
    assertTrue(only(report, Kind.UNKNOWN).words().endsWith("the cause is not known"));
  }

  /// Agents that stay in place, so that trials end by their time limit of 5 ticks; the manifest
  /// then says another limit.
  private TamperedRecording recordWithoutArriving(int timeout) throws IOException {
    line.record(
        LineWorld.Fault.NONE,
        Optional.of(new ActingPolicy(new LineRecording.StaysPut(), "stays-put", "00ff", "s.pt")),
        new ActionSelection.Argmax(),
        TICKS,
        Until.ALL_TICKS);
    return change()
        .text("manifest.json", json -> json.replace("\"timeout\":5", "\"timeout\":" + timeout))
        .withoutDigests();
  }

  @Test
  void anotherScenarioIsNamed() throws IOException {
    change()
        .array(
            "static/scenario.npy",
            new NpyArray(Dtype.U1, new int[] {1}, ByteBuffer.wrap(new byte[] {'3'})))
        .save();
    ReplayReport report = replay();
    assertTrue(report.causes().stream().anyMatch(cause -> cause.kind() == Kind.SCENARIO));
    assertThrows(
        Problem.class,
        () -> {
          try (Rollout rollout = Rollouts.open(line.file())) {
            SimulationRecipe.of(rollout, List.of(new LineWorldType(LineWorld.Fault.NONE)));
          }
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"timeout\":5", "\"seed\":7"})
  void aChangedEntryOfTheManifestIsNamedWhetherItMattersOrNot(String entry) throws IOException {
    change()
        .text("manifest.json", json -> json.replace(entry, entry.replaceFirst(".$", "9")))
        .save();
    String key = entry.replaceAll("[^a-z]", "");
    String words = replay().words(AgentNames.NONE);
    assertTrue(words.contains("manifest.json"), words);
    assertTrue(words.contains(key + " was changed after the recording was written"), words);
  }
}
