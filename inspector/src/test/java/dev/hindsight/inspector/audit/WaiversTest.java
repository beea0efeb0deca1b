package dev.hindsight.inspector.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.BooleanNode;
import dev.hindsight.inspector.AlteredRollout;
import dev.hindsight.trainer.env.Promise;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Promises that a configuration declares not to keep are reported as waived; everything else still
/// fails.
class WaiversTest {
  @TempDir private Path folder;

  /// A world with the reference program's defects, in which two goals are reached and paid at every
  /// tick.
  private Rollout quirks() throws Exception {
    return Rollouts.open(
        PlayedRecordings.driven(
            folder,
            "goal_behavior=stop",
            "k_scenarios=1",
            "episode_length=40",
            "goal_within=12",
            "num_agents=6",
            "reference_quirks=true"));
  }

  /// The same recording without the declaration.
  private AlteredRollout undeclared() throws Exception {
    return new AlteredRollout(quirks())
        .with(PlayedRecordings.knob("reference_quirks", BooleanNode.FALSE));
  }

  @Test
  void aDeclaredDefectIsWaivedWithItsKnob() throws Exception {
    try (Rollout rollout = quirks()) {
      for (String audit : new String[] {"protocol", "ends"}) {
        AuditAssertions auditAssertions = AuditAssertions.of(audit, rollout);
        auditAssertions.passes();
        AuditCoverage.Waived waived = auditAssertions.report().coverage().waived().getFirst();
        assertEquals(Promise.EPISODES_END_WITH_TERMINALS, waived.waiver().promise());
        assertEquals("reference_quirks", waived.waiver().knob());
        assertTrue(waived.count() > 0);
        assertTrue(
            auditAssertions
                .report()
                .sentence()
                .endsWith("Waived: the end of every episode is recorded, by reference_quirks."),
            auditAssertions.words());
        assertTrue(auditAssertions.words().contains("no terminal is set outside trial mode"));
      }
      AuditAssertions scores = AuditAssertions.of("scores", rollout);
      scores.passes();
      assertTrue(
          scores.report().coverage().waived().stream()
              .anyMatch(each -> each.waiver().promise() == Promise.GOALS_ARE_PAID_ONCE),
          scores.words());
    }
  }

  @Test
  void theSameRecordingFailsWhereItDoesNotDeclareIt() throws Exception {
    try (Rollout rollout = undeclared()) {
      AuditAssertions.of("protocol", rollout).failsFirstAt(39, "without a terminal");
      AuditAssertions.of("ends", rollout).failsAt(39, "no agent has a terminal");
      AuditAssertions.of("scores", rollout).fails("the goal is rewarded again");
    }
  }

  @Test
  void whatIsNotWaivedFailsInAWorldWithDeclaredDefectsToo() throws Exception {
    try (Rollout rollout =
        new AlteredRollout(quirks()).with("removed", (t, i, x) -> t == 20 && i == 1 ? 1 : x)) {
      AuditAssertions.of("protocol", rollout).failsAt(20, "disappears into limbo");
    }
  }
}
