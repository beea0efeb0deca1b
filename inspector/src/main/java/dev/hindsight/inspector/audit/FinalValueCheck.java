package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.EpisodeEnds;
import dev.hindsight.trainer.outcome.FinalObservationRows;
import dev.hindsight.trainer.parity.ObservationSequence;
import dev.hindsight.trainer.parity.Outputs;
import dev.hindsight.trainer.parity.Tolerance;
import dev.hindsight.trainer.parity.TrainingAndActingForms;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import java.util.Arrays;
import java.util.Optional;

/// Checks the recorded values before time limits: each is the network's value of the recorded final
/// observation, with the memory of the episode that ended. One owner thread.
final class FinalValueCheck {
  private final Rollout rollout;
  private final TrainingAndActingForms forms;
  private final AuditFindings auditFindings;
  private final EpisodeEnds ends;
  private final Optional<FinalObservationRows> rows;
  private final Optional<AgentColumn> stored;
  private final Optional<AgentColumn> value;
  private long compared;
  private double furthest;

  FinalValueCheck(Rollout rollout, TrainingAndActingForms forms, AuditFindings auditFindings) {
    this.rollout = rollout;
    this.forms = forms;
    this.auditFindings = auditFindings;
    ends = new EpisodeEnds(rollout);
    rows = FinalObservationRows.of(rollout.manifest());
    stored = AgentColumn.of(rollout, EpisodeEnds.FINAL_VALUE);
    value = AgentColumn.of(rollout, "value");
  }

  /// Checks the time limits of a segment of an agent.
  void check(int agent, ObservationSequence observationSequence) {
    if (rows.isEmpty() || stored.isEmpty()) {
      return;
    }
    int begin = 0;
    for (int t = 0; t < observationSequence.ticks(); t++) {
      int tick = observationSequence.from() + t;
      if (ends.timedOut(tick, agent) && t + 2 - begin <= forms.horizon()) {
        int from = begin;
        int to = t + 1;
        rows.get()
            .observation(rollout, tick, agent)
            .ifPresent(last ->
                compare(tick, agent, withLast(observationSequence, new Span(from, to), last)));
      }
      begin = observationSequence.passage().ended()[t] != 0 ? t + 1 : begin;
    }
  }

  /// An episode and one more tick, which never happened: nothing ends before it.
  private static ObservationSequence withLast(
      ObservationSequence observationSequence, Span episode, float[] last) {
    int numbers = observationSequence.numbers();
    float[] seen =
        Arrays.copyOfRange(
            observationSequence.observation(),
            episode.from() * numbers,
            (episode.to() + 1) * numbers);
    System.arraycopy(last, 0, seen, episode.ticks() * numbers, numbers);
    EpisodeFlags flags = observationSequence.passage().part(episode);
    int ticks = episode.ticks() + 1;
    byte[] truncation = Arrays.copyOf(flags.truncation(), ticks);
    truncation[ticks - 2] = 0;
    return new ObservationSequence(
        observationSequence.from() + episode.from(),
        seen,
        new EpisodeFlags(new byte[ticks], truncation, Arrays.copyOf(flags.removed(), ticks)));
  }

  private void compare(int tick, int agent, ObservationSequence episode) {
    double recorded = stored.orElseThrow().value(tick, agent);
    if (Double.isNaN(recorded)) {
      return;
    }
    Outputs acted = forms.acted(episode, MemoryRules.RIGHT);
    Outputs learned = forms.learned(episode, MemoryRules.RIGHT);
    int last = episode.ticks() - 1;
    double largest = Math.max(1, Math.abs(acted.values()[last]));
    for (int i = last * acted.actions(); i < acted.logits().length; i++) {
      largest = Math.max(largest, Math.abs(acted.logits()[i]));
    }
    double slack =
        Tolerance.FLOOR * largest
            + Tolerance.MARGIN * Math.abs(acted.values()[last] - learned.values()[last]);
    double apart = Math.abs(recorded - acted.values()[last]);
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
        ? wording("FinalValueCheck.the_value_before_the_time_limit_is")
        : wording("FinalValueCheck.the_value_before_the_time_limit_is_not");
  }

  /// Reports the measurements.
  void sum() {
    if (compared > 0) {
      auditFindings.compared(wording("FinalValueCheck.final_value"), compared);
      auditFindings.remark(
          wording(
              "FinalValueCheck.values_of_final_observations",
              compared,
              NumberWords.significant(furthest, 2)));
    }
  }
}
