package dev.hindsight.inspector.audit;

import dev.hindsight.trainer.scene.AgentNames;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Collects what is found: of every kind the first places, and how often it was met. One owner
/// thread.
final class Findings {
  /// Places of one kind that are kept.
  private static final int KEPT = 8;

  private final String audit;
  private final AgentNames names;
  private final Map<String, Kind> kinds = new LinkedHashMap<>();
  private final List<String> remarks = new ArrayList<>();

  private static final class Kind {
    private final List<AuditFinding> first = new ArrayList<>();
    private long met;
  }

  /// @param names what agents are called
  Findings(String audit, AgentNames names) {
    this.audit = audit;
    this.names = names;
  }

  /// Notes a place; those of the same cause are of one kind.
  void add(int tick, int agent, String dimension, double size, String cause) {
    Kind kind = kinds.computeIfAbsent(cause, _ -> new Kind());
    kind.met++;
    if (kind.first.size() < KEPT) {
      kind.first.add(new AuditFinding(tick, agent, dimension, size, cause));
    }
  }

  /// Notes something that is not wrong.
  void remark(String words) {
    remarks.add(words);
  }

  boolean none() {
    return kinds.isEmpty();
  }

  /// How often something was met.
  long met() {
    return kinds.values().stream().mapToLong(kind -> kind.met).sum();
  }

  /// The report; passed where nothing was noted.
  ///
  /// @param holds the sentence where nothing is wrong
  AuditReport report(String holds) {
    if (none()) {
      return new AuditReport(audit, Verdict.PASSED, holds, List.of(), remarks);
    }
    List<AuditFinding> all =
        kinds.values().stream()
            .flatMap(kind -> kind.first.stream())
            .sorted(Comparator.comparingInt(AuditFinding::tick))
            .toList();
    List<String> notes = new ArrayList<>(remarks);
    kinds.forEach((cause, kind) -> {
      if (kind.met > kind.first.size()) {
        notes.add("%s: met %d times, the first %d are listed".formatted(cause, kind.met, KEPT));
      }
    });
    AuditFinding first = all.getFirst();
    String sentence =
        met() == 1
            ? "At " + first.words(names) + "."
            : "First at " + first.words(names) + "; " + met() + " places in all.";
    return new AuditReport(audit, Verdict.FAILED, sentence, all, notes);
  }
}
