package dev.hindsight.inspector.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.branch.BranchOrigin;
import dev.hindsight.trainer.env.drive.MutantDrives;
import dev.hindsight.trainer.env.drive.MutantDrives.Bug;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.rollout.TamperedRecording;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A recording compared with a copy in which one thing differs.
class CompareFilesTest {
  private static final String CHUNK = "/000000.npy";

  @TempDir private Path folder;
  private Path file = Path.of("");
  private Path copy = Path.of("");

  @BeforeEach
  void record() throws IOException {
    file = MutantDrives.record(folder, Bug.NONE);
    copy = folder.resolve("copy.rollout");
  }

  private ComparisonReport compare() {
    try (Rollout one = Rollouts.open(file);
        Rollout other = Rollouts.open(copy)) {
      return new RecordingComparison(one, other, new AlignmentRule.ByTick())
          .run(Progress.SILENT, new Cancellation());
    }
  }

  private String sentence() {
    try (Rollout one = Rollouts.open(file);
        Rollout other = Rollouts.open(copy)) {
      return compare().sentence(one, other);
    }
  }

  @Test
  void aCopyIsEqualAndWarnsOfNothing() throws IOException {
    TamperedRecording.of(file).saveAs(copy);
    assertTrue(compare().equal(), sentence());
    assertEquals(List.of(), compare().warnings());
  }

  @Test
  void aMovedLastPoseIsADifferenceAndAWarning() throws IOException {
    TamperedRecording.of(file).number("final/pose.npy", 4, 1234).saveAs(copy);
    ComparisonReport report = compare();
    assertFalse(report.equal());
    ChannelDifference found = report.first().orElseThrow();
    assertEquals("final/pose", found.channel());
    assertEquals(1, found.first().orElseThrow().agent());
    assertEquals(1234.0, found.first().orElseThrow().other());
    assertTrue(sentence().contains("final/pose y of agent 1"), sentence());
    assertEquals(
        List.of(
            "B is not what was written: final/pose.npy was replaced after the recording was"
                + " written"),
        report.warnings());
  }

  @Test
  void aMovedArrayWithoutTicksIsADifferenceBeforeTheFirst() throws IOException {
    String size =
        TamperedRecording.of(file).members().stream()
            .filter(member -> member.equals("static/size.npy"))
            .findFirst()
            .orElseThrow();
    TamperedRecording.of(file).number(size, 0, 99).saveAs(copy);
    assertFalse(compare().equal());
    assertTrue(sentence().startsWith("They differ before the first tick: static/size"), sentence());
  }

  @Test
  void anotherActionIsNoOtherWorldAndNoAmount() throws IOException {
    int agents;
    int was;
    try (Rollout one = Rollouts.open(file)) {
      agents = one.manifest().agents();
      was = (int) one.channel("action").orElseThrow().integer(1, 0);
    }
    TamperedRecording.of(file)
        .whole("channels/action" + CHUNK, agents, was + 6)
        .number("channels/reward" + CHUNK, agents, 7)
        .saveAs(copy);
    ComparisonReport report = compare();
    assertEquals(Divergence.ACTIONS, report.divergence(1));
    assertEquals(Divergence.SAME, report.divergence(2));
    ChannelDifference action = report.first().orElseThrow();
    assertEquals("action", action.channel());
    assertEquals("–", DifferenceWords.size(action, action.first().orElseThrow()));
    assertEquals("–", DifferenceWords.size(action));
    assertTrue(Double.isNaN(action.largest()));
  }

  @Test
  void whatComesOfTheSameActionsIsTold() throws IOException {
    TamperedRecording.of(file).number("channels/reward" + CHUNK, 0, 7).saveAs(copy);
    assertEquals(Divergence.RESULTS, compare().divergence(0));
  }

  @Test
  void aBranchWhoseControlFailedIsCreditedWithNothing() throws IOException {
    String hash;
    try (Rollout one = Rollouts.open(file)) {
      hash = BranchOrigin.of(one).hash();
    }
    String branch =
        "{\"branch\":{\"of\":{\"hash\":\""
            + hash
            + "\"},\"control\":{\"verdict\":\"differs\",\"tick\":7,\"words\":\"the recording does"
            + " not repeat from tick 7 on\"}},";
    TamperedRecording.of(file)
        .withoutDigests()
        .text("manifest.json", json -> branch + json.substring(1))
        .saveAs(copy);
    assertEquals(
        List.of(
            "B is a branch: the recording does not repeat from tick 7 on; differences cannot be"
                + " credited to the edit"),
        compare().warnings());
  }

  @Test
  void twoBranchesWhoseOriginDoesNotRepeatAreWarnedOfOnce() throws IOException {
    String branch =
        "{\"branch\":{\"of\":{\"hash\":\"root\"},\"control\":{\"verdict\":\"differs\",\"tick\":7,"
            + "\"words\":\"the recording does not repeat from tick 7 on\"}},";
    Path sibling = folder.resolve("sibling.rollout");
    for (Path made : List.of(copy, sibling)) {
      TamperedRecording.of(file)
          .withoutDigests()
          .text("manifest.json", json -> branch + json.substring(1))
          .saveAs(made);
    }
    file = sibling;
    assertEquals(
        List.of(
            "A and B are branches: the recording does not repeat from tick 7 on; differences cannot"
                + " be credited to the edit"),
        compare().warnings());
  }
}
