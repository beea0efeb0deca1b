package dev.hindsight.inspector.audit;

import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.parity.ObservationSequence;
import dev.hindsight.trainer.parity.Outputs;
import dev.hindsight.trainer.parity.Tolerance;
import dev.hindsight.trainer.parity.TrainingAndActingForms;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import java.util.Arrays;

/// Checks the recorded values before time limits: each is the network's value of the recorded final
/// observation, with the memory of the episode that ended. One owner thread.
final class FinalValueCheck {
  private final TrainingAndActingForms forms;
  private final FinalValueFindings findings;

  FinalValueCheck(Rollout rollout, TrainingAndActingForms forms, AuditFindings auditFindings) {
    this.forms = forms;
    findings = new FinalValueFindings(rollout, auditFindings);
  }

  /// Checks the time limits of a segment of an agent.
  void check(int agent, ObservationSequence observationSequence) {
    if (!findings.any()) {
      return;
    }
    int begin = 0;
    for (int t = 0; t < observationSequence.ticks(); t++) {
      int tick = observationSequence.from() + t;
      if (t + 2 - begin <= forms.horizon() && findings.has(tick, agent)) {
        Span episode = new Span(begin, t + 1);
        findings
            .observation(tick, agent)
            .ifPresent(last -> compare(tick, agent, withLast(observationSequence, episode, last)));
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
    findings.compare(tick, agent, acted.values()[last], slack);
  }

  /// Reports the measurements.
  void sum() {
    findings.sum();
  }
}
