package dev.hindsight.inspector.provenance;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The differences between the provenance of two files.
public final class ProvenanceDifference {
  /// Stands for a fact that one of the two lacks.
  public static final String ABSENT = "(absent)";

  private ProvenanceDifference() {}

  /// One fact that differs.
  ///
  /// @param group its subject
  /// @param name of the fact
  /// @param one value in the first
  /// @param other value in the second
  public record Row(ProvenanceFact.Group group, String name, String one, String other) {}

  /// The facts whose effective values differ, in the order of the first file.
  public static List<Row> between(Provenance one, Provenance other) {
    Map<List<Object>, ProvenanceFact> here = byKey(one);
    Map<List<Object>, ProvenanceFact> there = byKey(other);
    Map<List<Object>, ProvenanceFact> all = new LinkedHashMap<>(here);
    there.forEach(all::putIfAbsent);
    List<Row> rows = new ArrayList<>();
    all.forEach((key, provenanceFact) -> {
      String left = value(here, key);
      String right = value(there, key);
      if (!Provenance.same(left, right)) {
        rows.add(new Row(provenanceFact.group(), provenanceFact.name(), left, right));
      }
    });
    return rows;
  }

  private static String value(Map<List<Object>, ProvenanceFact> facts, List<Object> key) {
    ProvenanceFact provenanceFact = facts.get(key);
    return provenanceFact == null ? ABSENT : provenanceFact.value();
  }

  private static Map<List<Object>, ProvenanceFact> byKey(Provenance provenance) {
    Map<List<Object>, ProvenanceFact> facts = new LinkedHashMap<>();
    provenance
        .facts()
        .forEach(provenanceFact ->
            facts.put(List.of(provenanceFact.group(), provenanceFact.name()), provenanceFact));
    return facts;
  }
}
