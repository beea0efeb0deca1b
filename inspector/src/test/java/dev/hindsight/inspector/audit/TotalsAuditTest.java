package dev.hindsight.inspector.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.AlteredRollout;
import dev.hindsight.inspector.audit.PlayedRecordings.Place;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.rollout.Summary;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Totals of a summary that do not match the rows are named, and scores that do not match the
/// events.
class TotalsAuditTest {
  @TempDir private Path folder;

  private static AuditAssertions audited(Path file, UnaryOperator<AlteredRollout> fault) {
    try (Rollout rollout = fault.apply(new AlteredRollout(Rollouts.open(file)))) {
      return AuditAssertions.of("totals", rollout);
    }
  }

  private static AuditAssertions told(Path file, String name, double by) {
    return audited(
        file,
        right -> {
          Summary summary = right.summary().orElseThrow();
          Map<String, Double> totals = new LinkedHashMap<>(summary.totals());
          totals.compute(name, (_, value) -> (value == null ? 0 : value) + by);
          return right.with(Summary.of(summary.trialScores(), totals, 0));
        });
  }

  private Path driven() throws Exception {
    return PlayedRecordings.driven(
        folder, "goal_behavior=trial", "goal_within=20", "scenario_length=60");
  }

  private Path flown() throws Exception {
    return PlayedRecordings.flown(folder, "aircraft=8", "radius=12", "steps=60");
  }

  @Test
  void whatSimulatorsSumUpPasses() throws Exception {
    audited(driven(), right -> right).passes();
    audited(flown(), right -> right).passes();
    audited(PlayedRecordings.explored(folder, new ActionSelection.Sample(), 90), right -> right)
        .passes();
  }

  @Test
  void stepsAndEventsThatDisagreeAreNamed() throws Exception {
    Path drive = driven();
    told(drive, "agent_steps", 1).fails("agent_steps: the summary says");
    told(drive, "environment_steps", -1).fails("environment_steps");
    told(drive, "trial_goal_reach_rate", -0.1).fails("trial_goal_reach_rate");
    Path sky = flown();
    told(sky, "losses", 40).fails("losses: the summary says");
    told(sky, "losses", 1).fails("losses_per_flight_hour");
    told(sky, "losses", -4).fails("losses: the summary says");
    told(sky, "left", 1).fails("left: the summary says");
    told(sky, "flight_hours", 0.5).fails("flight_hours");
  }

  @Test
  void aScoreByTrialThatDisagreesIsNamedAtTheTrialsEnd() throws Exception {
    Path file = driven();
    int end = 0;
    try (Rollout rollout = Rollouts.open(file)) {
      for (int tick = 0; tick < rollout.ticks(); tick++) {
        boolean ends = rollout.channel("trial_ended").orElseThrow().value(tick, 0) != 0;
        boolean first = rollout.channel("trial").orElseThrow().value(tick, 0) == 0;
        end = ends && first ? tick : end;
      }
    }
    told(file, "trial_0_score", 0.25).failsAt(end, "trial_0_score");
    audited(
            file,
            right -> {
              Summary summary = right.summary().orElseThrow();
              List<Double> scores = new ArrayList<>(summary.trialScores());
              scores.set(0, scores.getFirst() - 0.25);
              return right.with(Summary.of(scores, summary.totals(), 0));
            })
        .failsAt(end, "score of trial 1");
  }

  @Test
  void aScoreThatItsTrialDidNotEarnIsNamed() throws Exception {
    Path file = driven();
    Place end = PlayedRecordings.firstOf(file, "trial_score", 1);
    AuditFinding found =
        audited(
                file,
                right ->
                    right.with(
                        "trial_score", (t, i, x) -> t == end.tick() && i == end.agent() ? 0 : x))
            .failsAt(end.tick(), "a goal and no contact");
    assertEquals(end.agent(), found.agent());
  }

  @Test
  void itClaimsNothingAboutScoresThatItCannotJudge() {
    MemoryRollout foreign =
        new MemoryRollout("toy", 2, 10, 1)
            .with("trial_score", Dtype.F4, (t, _) -> t == 9 ? 1 : Double.NaN, 2)
            .with("trial_ended", Dtype.BOOL, (t, _) -> t == 9 ? 1 : 0, 2)
            .with(Summary.of(List.of(1.0), Map.of("environment_steps", 10.0), 0));
    AuditAssertions totals = AuditAssertions.of("totals", foreign);
    totals.passes();
    assertTrue(totals.words().contains("The summary agrees with the rows."), totals.words());
    assertTrue(totals.words().contains("2 scores (how a score follows"), totals.words());
  }

  @Test
  void rowsAreReadOnceHoweverManyTrialsThereAre() {
    AtomicInteger reads = new AtomicInteger();
    MemoryRollout recorded =
        new MemoryRollout("toy", 1, 200, 1)
            .with("trial", Dtype.I4, (t, _) -> t)
            .with("trial_score", Dtype.F4, (_, _) -> 1, 1)
            .with("trial_ended", Dtype.BOOL, (_, _) -> 1, 1)
            .with(Summary.of(List.of(), Map.of("trial_199_score", 0.5), 0));
    AlteredRollout counted =
        new AlteredRollout(recorded)
            .with(
                "trial_ended",
                (_, _, x) -> {
                  reads.incrementAndGet();
                  return x;
                });
    AuditAssertions.of("totals", counted).failsAt(199, "trial_199_score");
    assertTrue(reads.get() < 50 * 200, () -> reads + " reads of 200 rows");
  }
}
