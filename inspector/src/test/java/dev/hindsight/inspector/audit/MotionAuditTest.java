package dev.hindsight.inspector.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.DoubleNode;
import dev.hindsight.inspector.AlteredRollout;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.scene.Poses;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Bodies that do not move as far as their velocity takes them in the declared time are named.
class MotionAuditTest {
  @TempDir private Path folder;

  private AuditAssertions driven(String model, UnaryOperator<AlteredRollout> fault)
      throws Exception {
    return audited(
        PlayedRecordings.driven(
            folder,
            "goal_behavior=trial",
            "goal_within=20",
            "scenario_length=60",
            "dynamics_model=" + model),
        fault);
  }

  private static AuditAssertions audited(Path file, UnaryOperator<AlteredRollout> fault) {
    try (Rollout rollout = fault.apply(new AlteredRollout(Rollouts.open(file)))) {
      return AuditAssertions.of("motion", rollout);
    }
  }

  @Test
  void everyModelMovesAsItsVelocitySays() throws Exception {
    driven("classic", right -> right).passes();
    driven("jerk", right -> right).passes();
    audited(
            PlayedRecordings.crashed(folder, "goal_behavior=respawn", "goal_within=15"),
            right -> right)
        .passes();
    // Random steering at low speed: the velocity after a tick has nothing in common with the one
    // before.
    audited(
            PlayedRecordings.crashed(folder, "episode_length=30", "num_agents=5", "goal_within=10"),
            right -> right)
        .passes();
    audited(PlayedRecordings.flown(folder, "aircraft=12"), right -> right).passes();
  }

  @Test
  void anotherTimeOfATickThanDeclaredIsNamed() throws Exception {
    for (String model : new String[] {"classic", "jerk"}) {
      AuditAssertions auditAssertions =
          driven(model, right -> right.with(PlayedRecordings.seconds(0.2)));
      AuditFinding found = auditAssertions.fails("bodies move as if a tick took");
      assertTrue(found.tick() <= 2, auditAssertions.words());
      assertEquals("tickSeconds", found.dimension());
      auditAssertions.failsAt(
          0, "the manifest says a tick takes 0.2 s, but the configuration says 0.1 s");
    }
    audited(
            PlayedRecordings.flown(folder, "aircraft=12"),
            right -> right.with(PlayedRecordings.seconds(6)))
        .fails("bodies move as if a tick took");
  }

  @Test
  void aConfigurationWithAnotherTimeIsNamed() throws Exception {
    driven("classic", right -> right.with(PlayedRecordings.knob("dt", DoubleNode.valueOf(0.25))))
        .failsAt(0, "the configuration says 0.25 s");
  }

  @Test
  void aBodyThatJumpsIsNamed() throws Exception {
    AuditFinding found =
        driven(
                "classic",
                right -> right.with("pose", (t, i, x) -> t >= 8 && t < 12 && i == 3 ? x + 4 : x))
            .failsAt(8, "not where its velocity takes it");
    assertEquals(1, found.agent());
  }

  @Test
  void aBodyThatJumpsFarInTheWindAndStaysThereIsNamedAlone() throws Exception {
    Path file = PlayedRecordings.flown(folder, "aircraft=4", "steps=40", "randomise=wind:20");
    audited(file, right -> right).passes();
    AuditAssertions jumped =
        audited(
            file,
            right ->
                right.with(
                    "pose",
                    (t, i, x) -> t >= 8 && t < 40 && i == 3 && x != Poses.OFF_MAP ? x + 2e4 : x));
    assertEquals(1, jumped.failsAt(8, "not where its velocity takes it").agent());
    assertEquals(1, jumped.places(), jumped::words);
  }

  @Test
  void aLoneAircraftThatJumpsInTheWindIsNamedAlthoughItsTimeIsUnknown() throws Exception {
    Path file =
        PlayedRecordings.flownStraight(folder, "aircraft=1", "steps=40", "randomise=wind:20");
    AuditAssertions right = audited(file, same -> same);
    right.passes();
    assertTrue(right.words().contains("the wind hides how long a tick takes"), right.words());
    audited(
            file,
            same ->
                same.with(
                    "pose",
                    (t, i, x) -> t >= 8 && t < 40 && i == 0 && x != Poses.OFF_MAP ? x + 2e4 : x))
        .failsAt(8, "not where its velocity takes it");
  }
}
