package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.EpisodeEnds;
import dev.hindsight.trainer.outcome.FinalObservationRows;
import dev.hindsight.trainer.parity.Tolerance;
import dev.hindsight.trainer.rollout.RecordedPartners;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.Optional;

/// Compares the recorded values before time limits with those that a network computes, and notes
/// the ones that differ. One owner thread.
final class FinalValueFindings {
  private final Rollout rollout;
  private final AuditFindings auditFindings;
  private final EpisodeEnds ends;
  private final Optional<FinalObservationRows> rows;
  private final Optional<AgentColumn> stored;
  private final Optional<AgentColumn> value;
  private final int driven;
  private long compared;
  private double furthest;

  FinalValueFindings(Rollout rollout, AuditFindings auditFindings) {
    this.rollout = rollout;
    this.auditFindings = auditFindings;
    ends = new EpisodeEnds(rollout);
    rows = FinalObservationRows.of(rollout.manifest());
    stored = AgentColumn.of(rollout, EpisodeEnds.FINAL_VALUE);
    value = AgentColumn.of(rollout, "value");
    driven = RecordedPartners.drivenByPolicy(rollout.manifest());
  }

  /// Whether the recording has what is compared.
  boolean any() {
    return rows.isPresent() && stored.isPresent();
  }

  /// The final observation of an agent whose episode ended at its time limit with a tick.
  Optional<float[]> observation(int tick, int agent) {
    return ends.timedOut(tick, agent)
        ? rows.flatMap(all -> all.observation(rollout, tick, agent))
        : Optional.empty();
  }

  /// Whether the value of a final observation was recorded, by the policy that is checked.
  boolean has(int tick, int agent) {
    return agent < driven && stored.isPresent() && !Double.isNaN(stored.get().value(tick, agent));
  }

  /// Compares a value that [#has] with the computed one.
  ///
  /// @param slack how far rounding may move it
  void compare(int tick, int agent, double computed, double slack) {
    double recorded = stored.orElseThrow().value(tick, agent);
    double apart = Math.abs(recorded - computed);
    compared++;
    furthest = Math.max(furthest, apart);
    if (!(apart <= slack)) {
      auditFindings.add(tick, agent, EpisodeEnds.FINAL_VALUE, apart, cause(tick, agent, recorded));
    }
  }

  private String cause(int tick, int agent, double recorded) {
    boolean known = tick + 1 < rollout.ticks() && value.isPresent();
    double after = known ? value.get().value(tick + 1, agent) : Double.NaN;
    return Math.abs(recorded - after) <= Tolerance.FLOOR * Math.max(1, Math.abs(after))
        ? wording("FinalValueFindings.the_value_before_the_time_limit_is")
        : wording("FinalValueFindings.the_value_before_the_time_limit_is_not");
  }

  /// Reports the measurements.
  void sum() {
    if (compared > 0) {
      auditFindings.compared(wording("FinalValueFindings.final_value"), compared);
      auditFindings.remark(
          wording(
              "FinalValueFindings.values_of_final_observations",
              compared,
              NumberWords.significant(furthest, 2)));
    }
  }
}
