package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.scene.AgentNames;
import java.util.Optional;

/// A row of the panel's tree.
sealed interface AuditRow {
  /// Its subject: an audit or a place.
  String subject();

  /// Its message.
  String words();

  /// The number with the fault; empty if there is none.
  default String number() {
    return "";
  }

  /// The size of the error; empty if that means nothing.
  default String size() {
    return "";
  }

  /// The place that it leads to.
  default Optional<AuditFinding> place() {
    return Optional.empty();
  }

  /// Its text for the clipboard.
  default String copy() {
    return subject() + ": " + words();
  }

  /// An audit and its report, if it has run.
  ///
  /// @param asking whether it is running now
  record OfAudit(Audit audit, Optional<AuditReport> report, boolean asking) implements AuditRow {
    @Override
    public String subject() {
      String sign =
          asking ? "…" : report.map(AuditReport::verdict).map(AuditVerdict::sign).orElse(" ");
      return sign + "  " + audit.title();
    }

    @Override
    public String words() {
      return asking
          ? "running …"
          : report
              .map(known ->
                  (known.verdict().words()
                          + ": "
                          + known.sentence()
                          + " "
                          + known.coverage().words())
                      .strip())
              .orElse(wording("AuditRow.not_run_yet", audit.help()));
    }

    /// The first place of a failed audit.
    @Override
    public Optional<AuditFinding> place() {
      return report.flatMap(known -> known.findings().stream().findFirst());
    }
  }

  /// A place with a fault.
  record OfFinding(AuditFinding finding, TrialIndex trials, AgentNames names) implements AuditRow {
    @Override
    public String subject() {
      String who =
          finding.agent() == AuditFinding.NO_AGENT ? "" : ", " + names.titled(finding.agent());
      return wording("AuditRow.tick", finding.tick(), inTrial(), who);
    }

    private String inTrial() {
      if (trials.count() <= 1) {
        return "";
      }
      int stretch = trials.stretchAt(finding.tick());
      return wording(
          "AuditRow.trial", trials.trial(stretch) + 1, finding.tick() - trials.start(stretch));
    }

    @Override
    public String words() {
      return finding.cause();
    }

    @Override
    public String number() {
      return finding.dimension();
    }

    @Override
    public String size() {
      return Double.isNaN(finding.size()) ? "" : NumberWords.significant(finding.size(), 3);
    }

    @Override
    public Optional<AuditFinding> place() {
      return Optional.of(finding);
    }

    @Override
    public String copy() {
      return finding.words(names);
    }
  }

  /// Something worth knowing that is not wrong.
  record OfRemark(String words) implements AuditRow {
    @Override
    public String subject() {
      return "·";
    }
  }
}
