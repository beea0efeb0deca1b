package dev.hindsight.inspector.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.AlteredRollout;
import dev.hindsight.trainer.env.ActionMask;
import dev.hindsight.trainer.env.MaskedWorld;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.env.drive.MutantDrives;
import dev.hindsight.trainer.env.drive.MutantDrives.Bug;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.record.RecordingReport;
import dev.hindsight.trainer.record.RecordingRequest;
import dev.hindsight.trainer.record.RolloutRecorder;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Actions that no declared selection would have chosen are named at the first one.
class ActionsAuditTest {
  @TempDir private Path folder;

  private AuditAssertions driven(UnaryOperator<AlteredRollout> fault) throws Exception {
    return audited(
        PlayedRecordings.driven(folder, "goal_behavior=trial", "scenario_length=60"), fault);
  }

  private AuditAssertions sampled(UnaryOperator<AlteredRollout> fault) throws Exception {
    return audited(PlayedRecordings.explored(folder, new ActionSelection.Sample(), 60), fault);
  }

  private static AuditAssertions audited(Path file, UnaryOperator<AlteredRollout> fault) {
    try (Rollout rollout = fault.apply(new AlteredRollout(Rollouts.open(file)))) {
      return AuditAssertions.of("actions", rollout);
    }
  }

  @Test
  void whatWasChosenAsDeclaredPasses() throws Exception {
    AuditAssertions argmax = driven(right -> right);
    argmax.passes();
    assertTrue(argmax.words().contains("draws"), argmax.words());
    sampled(right -> right).passes();
    audited(PlayedRecordings.crashed(folder), right -> right).passes();
  }

  @Test
  void anActionThereIsNotIsNamedInAScriptedRecordingToo() {
    AuditFinding found =
        audited(
                MutantDrives.record(folder, Bug.NONE),
                right -> right.with("action", (t, i, x) -> t == 7 && i == 1 ? 12 : x))
            .failsAt(7, "there is no action 12, only 0 to 11");
    assertEquals(1, found.agent());
  }

  @Test
  void anActionThatIsNotTheLargestLogitIsNamed() throws Exception {
    AuditAssertions auditAssertions =
        driven(right -> right.with("action", (t, i, x) -> t == 7 && i == 1 ? (x + 1) % 91 : x));
    assertEquals(1, auditAssertions.failsAt(7, "not the largest of the recorded logits").agent());
    auditAssertions.failsAt(7, "the stored log-probability is not that of the stored action");
  }

  @Test
  void argmaxThatIsDeclaredAsSampleIsNamed() throws Exception {
    Path file = PlayedRecordings.explored(folder, new ActionSelection.Argmax(), 60);
    audited(file, right -> right.with(PlayedRecordings.selection("sample")))
        .fails("declared as sample, but the choice matches argmax");
  }

  @Test
  void aSampleThatIsDeclaredAsArgmaxIsNamed() throws Exception {
    sampled(right -> right.with(PlayedRecordings.selection("argmax")))
        .fails("declared as argmax, but the choice matches sample");
  }

  @Test
  void anotherSeedIsNamedWhereOneExplainsAllAndLeftOpenWhereNoneDoes() throws Exception {
    sampled(right -> right.with(PlayedRecordings.seed(2))).fails("a seed one higher than declared");
    AuditAssertions unknown = sampled(right -> right.with(PlayedRecordings.seed(77)));
    unknown.fails("other ways to choose explains them all");
    assertTrue(!unknown.words().contains("explains every action"), unknown.words());
  }

  @Test
  void aMaskedActionThatIsTakenIsNamed() throws Exception {
    Path file = PlayedRecordings.explored(folder, new ActionSelection.Sample(), 30);
    try (Rollout right = Rollouts.open(file)) {
      Channel action = right.channel("action").orElseThrow();
      int taken = (int) action.integer(11, 0);
      audited(
              file,
              edit ->
                  edit.with(
                      "logits", (t, i, x) -> t == 11 && i == taken ? Double.NEGATIVE_INFINITY : x))
          .failsAt(11, "masked: its logit is -infinity");
    }
  }

  /// Random actions among the legal ones, or among all where the mask informs only.
  private Path masked(ActionMask actionMask) {
    Path out = folder.resolve("masked.rollout");
    RecordingReport _ =
        new RolloutRecorder(
                new RecordingRequest(
                    BuiltInEnvironments.named("darkroom"),
                    MaskedWorld.factory(actionMask),
                    Optional.empty(),
                    Optional.empty(),
                    new ActionSelection.Random(),
                    30,
                    RecordingRequest.Until.ALL_TICKS,
                    3,
                    out))
            .run(Progress.SILENT, new Cancellation());
    return out;
  }

  @Test
  void anIllegalActionIsNamedOnlyWhereTheMaskApplies() {
    audited(masked(ActionMask.APPLIES), right -> right).passes();
    // The first agent can take 2 and 5 at tick 11.
    audited(
            masked(ActionMask.APPLIES),
            right -> right.with("action", (t, i, x) -> t == 11 && i == 0 ? 1 : x))
        .failsAt(11, "action_mask is 0");
    audited(masked(ActionMask.INFORMS), right -> right).passes();
  }

  @Test
  void anAgentWithoutALegalActionDoesNotStopTheAudit() {
    audited(
            masked(ActionMask.APPLIES),
            right -> right.with("action_mask", (t, _, x) -> t == 11 ? 0 : x))
        .failsAt(11, "action_mask is 0");
  }

  @Test
  void aLogProbabilityOfAnotherActionIsNamed() throws Exception {
    sampled(right -> right.with("log_prob", (t, i, x) -> t == 9 ? x - 0.01 : x))
        .failsAt(9, "log-probability");
  }

  /// Two agents of another program with two actions each, whose logits are 0 and 1 and who take the
  /// second.
  private static MemoryRollout foreign(String selection) {
    double taken = 1 - Math.log(1 + Math.E);
    return new MemoryRollout("toy", 2, 10, 1)
        .by(new Manifest.PolicyInfo("theirs", "", "", selection))
        .with("logits", Dtype.F4, (_, i) -> i % 2, 2, 2)
        .with("action", Dtype.I4, (_, _) -> 1, 2)
        .with("log_prob", Dtype.F4, (_, _) -> taken, 2);
  }

  @Test
  void logProbabilitiesOfAnotherProgramAreComparedOrLeftOut() {
    AuditAssertions.of("actions", foreign("sample")).passes();
    AuditFinding found =
        AuditAssertions.of(
                "actions",
                foreign("sample")
                    .with(
                        "log_prob",
                        Dtype.F4,
                        (t, i) -> (t == 4 && i == 1 ? 0 : 1) - Math.log(1 + Math.E),
                        2))
            .failsAt(4, "log-probability is not that of the stored action");
    assertEquals(1, found.agent());
    AuditAssertions unknown = AuditAssertions.of("actions", foreign("theirs"));
    unknown.passes();
    assertTrue(
        unknown.words().contains("20 log_prob values (how they were chosen is not declared)"),
        unknown.words());
  }

  @Test
  void logProbabilitiesOfAnotherProgramMayBeOfMaskedLogits() {
    MemoryRollout masked =
        foreign("sample")
            .with("action_mask", Dtype.BOOL, (_, i) -> i % 2, 2, 2)
            .with("log_prob", Dtype.F4, (_, _) -> 0, 2);
    AuditAssertions.of("actions", masked).passes();
  }
}
