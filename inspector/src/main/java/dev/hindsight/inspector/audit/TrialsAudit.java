package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.outcome.EpisodeEnds;
import dev.hindsight.trainer.rollout.RecordedPartners;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Checks that trial k begins exactly as trial 1 did and, as long as all agents act the same,
/// continues exactly as it did. Where trial 1 differs from all others, most of which agree with
/// each other, and no known mistake of a reset explains it, it is trial 1 that is named.
final class TrialsAudit implements Audit {
  @Override
  public String id() {
    return "trials";
  }

  @Override
  public String title() {
    return wording("TrialsAudit.trial_equivalence");
  }

  @Override
  public String help() {
    return wording("TrialsAudit.every_trial_begins_like_the_first");
  }

  @Override
  public Optional<String> missing(Rollout rollout) {
    if (rollout.manifest().trials().count() <= 1) {
      return Optional.of(wording("TrialsAudit.the_recording_has_no_trials_to"));
    }
    if (rollout.manifest().wasDataset()) {
      return Optional.of(wording("TrialsAudit.a_dataset_does_not_say"));
    }
    return rollout.channel("trial").isPresent()
        ? Optional.empty()
        : Optional.of(wording("TrialsAudit.the_recording_does_not_say_which"));
  }

  @Override
  public AuditReport run(AuditSubject subject, Progress progress, Cancellation cancellation) {
    Rollout rollout = subject.rollout();
    List<TrialComparison.TrialPair> pairs = pairs(rollout);
    if (pairs.isEmpty()) {
      return AuditReport.nothingToCheck(id(), wording("TrialsAudit.no_second_trial_has_begun"));
    }
    AuditFindings auditFindings = AuditFindings.of(id(), subject.rollout());
    if (BuiltInEnvironments.rulesOf(rollout).staggered()) {
      pairs = withoutFirstEpisode(pairs, auditFindings);
    }
    if (RecordedRandomness.of(rollout).chance()) {
      pairs = beginnings(pairs, auditFindings);
    }
    TrialComparison comparison =
        new TrialComparison(new AuditedRecording(rollout), pairs, auditFindings, cancellation);
    for (int i = 0; i < pairs.size(); i++) {
      cancellation.throwIfCancelled();
      comparison.compare(pairs.get(i));
      progress.report(i + 1L, pairs.size(), "trials");
    }
    comparison.sum();
    partners(rollout, auditFindings);
    return auditFindings.report(comparison.words(pairs.size()));
  }

  /// The pairs without those whose first trial began at some age.
  private static List<TrialComparison.TrialPair> withoutFirstEpisode(
      List<TrialComparison.TrialPair> pairs, AuditFindings auditFindings) {
    pairs.stream()
        .filter(pair -> pair.first() == 0)
        .forEach(pair ->
            auditFindings.leftOut(
                "row", pair.ticks(), wording("TrialsAudit.the_first_episode_begins_at_some_age")));
    return pairs.stream().filter(pair -> pair.first() > 0).toList();
  }

  /// The pairs without what follows from their first actions, where the same action may do
  /// something else.
  private static List<TrialComparison.TrialPair> beginnings(
      List<TrialComparison.TrialPair> pairs, AuditFindings auditFindings) {
    return pairs.stream()
        .map(pair -> {
          int kept = Math.min(1, pair.ticks());
          auditFindings.leftOut(
              "row", pair.ticks() - kept, wording("TrialsAudit.what_actions_do_depends_on_chance"));
          return new TrialComparison.TrialPair(pair.first(), pair.other(), kept, pair.number());
        })
        .toList();
  }

  /// Checks that no trial changes the partner of its episode.
  private static void partners(Rollout rollout, AuditFindings auditFindings) {
    Optional<RecordedPartners> partners = RecordedPartners.of(rollout.manifest());
    if (partners.isEmpty()) {
      return;
    }
    TrialIndex trials = rollout.trials();
    Optional<String> drawn = Optional.empty();
    for (int stretch = 0; stretch < trials.count(); stretch++) {
      for (int tick = trials.start(stretch); tick < trials.end(stretch); tick++) {
        Optional<String> driving = partners.get().at(rollout, tick);
        boolean begins = tick == 0 || (tick == trials.start(stretch) && trials.trial(stretch) == 0);
        if (!begins && !driving.equals(drawn)) {
          auditFindings.add(
              tick,
              AuditFinding.NO_AGENT,
              RecordedPartners.COLUMN,
              Double.NaN,
              wording(
                  "TrialsAudit.the_partner_changes_within_the_episode",
                  drawn.orElse("?"),
                  driving.orElse("?")));
        }
        drawn = driving;
      }
    }
    auditFindings.compared(wording("TrialsAudit.partner_tick"), rollout.ticks());
  }

  /// Each later trial of an episode, paired with its first.
  private static List<TrialComparison.TrialPair> pairs(Rollout rollout) {
    TrialIndex trials = rollout.trials();
    List<TrialComparison.TrialPair> pairs = new ArrayList<>();
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
            new TrialComparison.TrialPair(
                trials.start(first), trials.start(stretch), common, trials.trial(stretch) + 1));
      }
    }
    return pairs;
  }

  /// Whether a recording by the reference program has all agents in limbo after its last trial:
  /// that is not another trial.
  private static boolean waiting(Rollout rollout, int tick) {
    return tick > 0 && new EpisodeEnds(rollout).ended(tick - 1, 0);
  }
}
