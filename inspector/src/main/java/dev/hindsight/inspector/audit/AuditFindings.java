package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.env.Promise;
import dev.hindsight.trainer.env.Waiver;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.AgentNames;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Collects findings: the first places of every kind, how often it occurred, and how much was
/// compared. One owner thread.
final class AuditFindings {
  /// The number of places kept for each kind.
  private static final int KEPT = 8;

  /// The number of kinds told apart, and of remarks.
  private static final int MOST_KINDS = 1_000;

  private final String audit;
  private final AgentNames names;
  private final Map<String, Kind> kinds = new LinkedHashMap<>();

  /// Places of kinds that were not told apart.
  private long further;

  private final List<String> remarks = new ArrayList<>();
  private final Map<String, Long> compared = new LinkedHashMap<>();
  private final Map<Omission, Long> leftOut = new LinkedHashMap<>();

  private final List<Waiver> waivers;
  private final Map<Waiver, Long> waived = new LinkedHashMap<>();

  private record Omission(String what, String why) {}

  private static final class Kind {
    private final List<AuditFinding> first = new ArrayList<>();
    private long met;
  }

  /// @param names names of the agents
  AuditFindings(String audit, AgentNames names) {
    this(audit, names, List.of());
  }

  /// @param waivers promises that the recording's configuration declares not to keep
  AuditFindings(String audit, AgentNames names, List<Waiver> waivers) {
    this.audit = audit;
    this.names = names;
    this.waivers = List.copyOf(waivers);
  }

  /// The findings of an audit of a recording.
  static AuditFindings of(String audit, Rollout rollout) {
    return new AuditFindings(audit, AgentNames.of(rollout), Waivers.of(rollout));
  }

  /// Notes a place; places with the same cause are of one kind.
  void add(int tick, int agent, String dimension, double size, String cause) {
    Kind kind = kinds.get(cause);
    if (kind == null) {
      if (kinds.size() == MOST_KINDS) {
        // A cause that holds a number of the place can be another one at every tick.
        further++;
        return;
      }
      kind = new Kind();
      kinds.put(cause, kind);
    }
    kind.met++;
    if (kind.first.size() < KEPT) {
      kind.first.add(new AuditFinding(tick, agent, dimension, size, cause));
    }
  }

  /// Notes a place that breaks a promise; counts it as waived if the configuration waives the
  /// promise.
  void broken(Promise promise, int tick, int agent, String dimension, double size, String cause) {
    Optional<Waiver> waiver =
        waivers.stream().filter(each -> each.promise() == promise).findFirst();
    waiver.ifPresentOrElse(
        each -> waived.merge(each, 1L, Long::sum), () -> add(tick, agent, dimension, size, cause));
  }

  /// Notes something worth knowing that is not wrong.
  void remark(String words) {
    if (remarks.size() < MOST_KINDS) {
      remarks.add(words);
    }
  }

  /// Counts things that were compared, each of which would have failed if it were wrong.
  ///
  /// @param what name of one: `agent tick`
  void compared(String what, long count) {
    compared.merge(what, count, Long::sum);
  }

  /// Counts things that were not compared.
  ///
  /// @param what name of one: `agent tick`
  /// @param why as a clause: `in limbo`
  void leftOut(String what, long count, String why) {
    if (count > 0) {
      leftOut.merge(new Omission(what, why), count, Long::sum);
    }
  }

  boolean none() {
    return kinds.isEmpty();
  }

  /// The number of occurrences of all kinds.
  long met() {
    return further + kinds.values().stream().mapToLong(kind -> kind.met).sum();
  }

  private AuditCoverage coverage() {
    return new AuditCoverage(
        compared.entrySet().stream()
            .filter(each -> each.getValue() > 0)
            .map(each -> new AuditCoverage.Compared(each.getKey(), each.getValue()))
            .toList(),
        leftOut.entrySet().stream()
            .map(each ->
                new AuditCoverage.LeftOut(
                    each.getKey().what(), each.getValue(), each.getKey().why()))
            .toList(),
        waived.entrySet().stream()
            .map(each -> new AuditCoverage.Waived(each.getKey(), each.getValue()))
            .toList());
  }

  /// A sentence with what was waived appended.
  private String but(String holds) {
    String rules =
        waived.keySet().stream()
            .map(each -> wording("AuditFindings.by", each.promise().words(), each.knob()))
            .collect(Collectors.joining("; "));
    return rules.isEmpty() ? holds : wording("AuditFindings.waived", holds, rules);
  }

  /// The report: passed if nothing was noted and something was compared.
  ///
  /// @param holds the sentence if nothing is wrong
  AuditReport report(String holds) {
    return report(holds, wording("AuditFindings.the_recording_holds_nothing_to_check"));
  }

  /// As [#report(String)].
  ///
  /// @param nothing the sentence if nothing was compared
  AuditReport report(String holds, String nothing) {
    AuditCoverage auditCoverage = coverage();
    if (none()) {
      return auditCoverage.total() > 0
          ? new AuditReport(
              audit, AuditVerdict.PASSED, but(holds), auditCoverage, List.of(), remarks)
          : new AuditReport(
              audit, AuditVerdict.NOTHING_TO_CHECK, nothing, auditCoverage, List.of(), remarks);
    }
    List<AuditFinding> all =
        kinds.values().stream()
            .flatMap(kind -> kind.first.stream())
            .sorted(Comparator.comparingInt(AuditFinding::tick))
            .toList();
    List<String> notes = new ArrayList<>(remarks);
    kinds.forEach((cause, kind) -> {
      if (kind.met > kind.first.size()) {
        notes.add(wording("AuditFindings.found_times_the_first_are_listed", cause, kind.met, KEPT));
      }
    });
    if (further > 0) {
      notes.add(wording("AuditFindings.places_with_further_causes", further, MOST_KINDS));
    }
    AuditFinding first = all.getFirst();
    String sentence =
        met() == 1
            ? wording("AuditFindings.at", first.words(names))
            : wording("AuditFindings.first_at_places_in_all", first.words(names), met());
    return new AuditReport(audit, AuditVerdict.FAILED, sentence, auditCoverage, all, notes);
  }
}
