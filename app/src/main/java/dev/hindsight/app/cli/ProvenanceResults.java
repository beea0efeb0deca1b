package dev.hindsight.app.cli;

import dev.hindsight.inspector.provenance.Contradiction;
import dev.hindsight.inspector.provenance.Fact;
import dev.hindsight.inspector.provenance.Provenance;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Where something comes from, as fields and as words.
record ProvenanceResults(Provenance provenance) {
  Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", provenance.name());
    fields.put("facts", provenance.facts().stream().map(ProvenanceResults::fields).toList());
    fields.put(
        "contradictions",
        provenance.contradictions().stream().map(ProvenanceResults::fields).toList());
    return fields;
  }

  private static Map<String, Object> fields(Fact fact) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("group", fact.group().word());
    fields.put("name", fact.name());
    fields.put("effective", fact.value());
    fact.declared()
        .ifPresent(one ->
            fields.put(
                "declared",
                Map.of("value", one.value(), "source", one.source().word(), "where", one.where())));
    fields.put("origin", fact.origin().name().toLowerCase(Locale.ROOT));
    fields.put("default", fact.fallback());
    return fields;
  }

  private static Map<String, Object> fields(Contradiction one) {
    return Map.of(
        "knob", one.knob(), "said", one.said(), "was", one.was(), "sentence", one.sentence());
  }

  String words() {
    StringBuilder words = new StringBuilder(provenance.name());
    for (Fact.Group group : Fact.Group.values()) {
      List<Fact> own = provenance.facts().stream().filter(f -> f.group() == group).toList();
      if (!own.isEmpty()) {
        words.append("\n").append(group.word());
      }
      own.forEach(fact -> words.append(line(fact)));
    }
    provenance.contradictions().forEach(one -> words.append("\n! ").append(one.sentence()));
    return words.toString();
  }

  private static String line(Fact fact) {
    String asked = fact.asked().isEmpty() ? "" : "declared " + fact.asked();
    String origin = fact.origin().words();
    String how = asked.isEmpty() || origin.isEmpty() ? asked + origin : asked + ", " + origin;
    String line = String.format(Locale.ROOT, "%n  %-28s %-24s %s", fact.name(), fact.value(), how);
    return line.stripTrailing();
  }
}
