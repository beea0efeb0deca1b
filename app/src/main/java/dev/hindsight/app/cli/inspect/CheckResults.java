package dev.hindsight.app.cli.inspect;

import dev.hindsight.inspector.fact.Fact;
import dev.hindsight.inspector.fact.FactCheck;
import dev.hindsight.inspector.fact.FactVerdict;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.AgentNames;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Verdicts about facts, as fields and as words. Filled by one thread.
final class CheckResults {
  private static final int SHOWN = 5;

  private final List<Row> rows = new ArrayList<>();

  private record Row(Path file, AgentNames names, Fact fact, FactVerdict verdict) {}

  void add(Path file, AgentNames names, List<Fact> facts, FactCheck check) {
    facts.forEach(fact -> rows.add(new Row(file, names, fact, check.verdict(fact))));
  }

  boolean passed() {
    return rows.stream().allMatch(row -> row.verdict.passed());
  }

  Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("passed", passed());
    fields.put("checks", rows.stream().map(CheckResults::fields).toList());
    return fields;
  }

  private static Map<String, Object> fields(Row row) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("rollout", row.file.toString());
    fields.put("fact", row.fact.name());
    switch (row.verdict) {
      case FactVerdict.Holds _ -> fields.put("verdict", "holds");
      case FactVerdict.Unknown unknown -> {
        fields.put("verdict", "unknown");
        fields.put("why", unknown.why());
      }
      case FactVerdict.Fails fails -> {
        fields.put("verdict", "fails");
        fields.put("failures", fails.failures().stream().map(CheckResults::fields).toList());
      }
    }
    return fields;
  }

  private static Map<String, Object> fields(FactVerdict.Failure failure) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("tick", failure.tick());
    if (failure.agent() != Moment.NO_AGENT) {
      fields.put("agent", failure.agent());
    }
    fields.put("what", failure.words());
    return fields;
  }

  String words() {
    StringBuilder words = new StringBuilder();
    for (Row row : rows) {
      words.append(row.verdict.passed() ? "PASS  " : "FAIL  ");
      words.append(row.file.getFileName()).append(": ").append(row.fact.name()).append('\n');
      switch (row.verdict) {
        case FactVerdict.Holds _ -> {}
        case FactVerdict.Unknown unknown ->
            words.append("        cannot be checked: ").append(unknown.why()).append('\n');
        case FactVerdict.Fails fails -> failures(row.names, fails, words);
      }
    }
    long failed = rows.stream().filter(row -> !row.verdict.passed()).count();
    return words
        .append(rows.size())
        .append(" check(s), ")
        .append(failed)
        .append(" failed")
        .toString();
  }

  private static void failures(AgentNames names, FactVerdict.Fails fails, StringBuilder words) {
    fails.failures().stream()
        .limit(SHOWN)
        .forEach(failure ->
            words
                .append("        tick ")
                .append(failure.tick())
                .append(
                    failure.agent() == Moment.NO_AGENT ? "" : ", " + names.titled(failure.agent()))
                .append(": ")
                .append(failure.words())
                .append('\n'));
    if (fails.failures().size() > SHOWN) {
      words.append("        and ").append(fails.failures().size() - SHOWN).append(" more\n");
    }
  }
}
