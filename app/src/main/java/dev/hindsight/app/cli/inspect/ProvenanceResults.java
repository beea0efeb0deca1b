package dev.hindsight.app.cli.inspect;

import dev.hindsight.inspector.provenance.Contradiction;
import dev.hindsight.inspector.provenance.Provenance;
import dev.hindsight.inspector.provenance.ProvenanceFact;
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

  private static Map<String, Object> fields(ProvenanceFact provenanceFact) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("group", provenanceFact.group().word());
    fields.put("name", provenanceFact.name());
    fields.put("effective", provenanceFact.value());
    provenanceFact
        .declared()
        .ifPresent(one ->
            fields.put(
                "declared",
                Map.of("value", one.value(), "source", one.source().word(), "where", one.where())));
    fields.put("origin", provenanceFact.origin().name().toLowerCase(Locale.ROOT));
    fields.put("default", provenanceFact.fallback());
    return fields;
  }

  private static Map<String, Object> fields(Contradiction one) {
    return Map.of(
        "knob", one.knob(), "said", one.said(), "was", one.was(), "sentence", one.sentence());
  }

  String words() {
    StringBuilder words = new StringBuilder(provenance.name());
    for (ProvenanceFact.Group group : ProvenanceFact.Group.values()) {
      List<ProvenanceFact> own =
          provenance.facts().stream().filter(f -> f.group() == group).toList();
      if (!own.isEmpty()) {
        words.append("\n").append(group.word());
      }
      own.forEach(provenanceFact -> words.append(line(provenanceFact)));
    }
    provenance.contradictions().forEach(one -> words.append("\n! ").append(one.sentence()));
    return words.toString();
  }

  private static String line(ProvenanceFact provenanceFact) {
    String asked = provenanceFact.asked().isEmpty() ? "" : "declared " + provenanceFact.asked();
    String origin = provenanceFact.origin().words();
    String how = asked.isEmpty() || origin.isEmpty() ? asked + origin : asked + ", " + origin;
    String line =
        String.format(
            Locale.ROOT, "%n  %-28s %-24s %s", provenanceFact.name(), provenanceFact.value(), how);
    return line.stripTrailing();
  }
}
