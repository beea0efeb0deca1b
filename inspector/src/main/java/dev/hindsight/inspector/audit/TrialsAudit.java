package dev.hindsight.inspector.audit;

import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Trial k begins as trial 1 did, to the bit, and goes on as it did for as long as everybody does
/// the same.
final class TrialsAudit implements Audit {
  @Override
  public String id() {
    return "trials";
  }

  @Override
  public String title() {
    return "Trial equivalence";
  }

  @Override
  public String help() {
    return "Every trial begins like the first and stays equal until an agent acts differently.";
  }

  @Override
  public Optional<String> missing(Rollout rollout) {
    if (rollout.manifest().trials().count() <= 1) {
      return Optional.of("The recording has no trials to compare.");
    }
    return rollout.channel("trial").isPresent()
        ? Optional.empty()
        : Optional.of("The recording does not say which trial a tick belongs to.");
  }

  @Override
  public AuditReport run(AuditSubject subject, Progress progress, Cancellation cancellation) {
    Rollout rollout = subject.rollout();
    List<TrialPair> pairs = pairs(rollout);
    if (pairs.isEmpty()) {
      return AuditReport.nothingToCheck(id(), "No second trial has begun.");
    }
    AuditFindings auditFindings = AuditFindings.of(id(), subject.rollout());
    TrialComparison comparison = new TrialComparison(rollout, auditFindings);
    for (int i = 0; i < pairs.size(); i++) {
      cancellation.throwIfCancelled();
      comparison.compare(pairs.get(i));
      progress.report(i + 1L, pairs.size(), "trials");
    }
    comparison.sum();
    return auditFindings.report(comparison.words(pairs.size()));
  }

  /// Each later trial of an episode with the first of it.
  private static List<TrialPair> pairs(Rollout rollout) {
    TrialIndex trials = rollout.trials();
    List<TrialPair> pairs = new ArrayList<>();
    int first = -1;
    for (int stretch = 0; stretch < trials.count(); stretch++) {
      if (trials.trial(stretch) == 0) {
        first = stretch;
      } else if (first >= 0 && !waiting(rollout, trials.start(stretch))) {
        int common =
            Math.min(
                trials.end(first) - trials.start(first),
                trials.end(stretch) - trials.start(stretch));
        pairs.add(
            new TrialPair(
                trials.start(first), trials.start(stretch), common, trials.trial(stretch) + 1));
      }
    }
    return pairs;
  }

  /// After its last trial the reference leaves everybody in limbo: that is no trial.
  private static boolean waiting(Rollout rollout, int tick) {
    Optional<AgentColumn> ended = AgentColumn.of(rollout, "terminal");
    return ended.isPresent() && tick > 0 && ended.get().is(tick - 1, 0);
  }
}
