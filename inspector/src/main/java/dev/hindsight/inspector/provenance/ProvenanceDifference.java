package dev.hindsight.inspector.provenance;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What two files do not have in common, and nothing else.
public final class ProvenanceDifference {
  /// What stands for a fact that one of the two does not have.
  public static final String ABSENT = "(absent)";

  private ProvenanceDifference() {}

  /// One fact that differs.
  ///
  /// @param group what it is about
  /// @param name of the fact
  /// @param one value in the first
  /// @param other value in the second
  public record Row(Fact.Group group, String name, String one, String other) {}

  /// Facts whose effective values are not the same, in the order of the first file.
  public static List<Row> between(Provenance one, Provenance other) {
    Map<List<Object>, Fact> here = byKey(one);
    Map<List<Object>, Fact> there = byKey(other);
    Map<List<Object>, Fact> all = new LinkedHashMap<>(here);
    there.forEach(all::putIfAbsent);
    List<Row> rows = new ArrayList<>();
    all.forEach((key, fact) -> {
      String left = value(here, key);
      String right = value(there, key);
      if (!Provenance.same(left, right)) {
        rows.add(new Row(fact.group(), fact.name(), left, right));
      }
    });
    return rows;
  }

  private static String value(Map<List<Object>, Fact> facts, List<Object> key) {
    Fact fact = facts.get(key);
    return fact == null ? ABSENT : fact.value();
  }

  private static Map<List<Object>, Fact> byKey(Provenance provenance) {
    Map<List<Object>, Fact> facts = new LinkedHashMap<>();
    provenance.facts().forEach(fact -> facts.put(List.of(fact.group(), fact.name()), fact));
    return facts;
  }
}
