package dev.hindsight.app.facts;

import dev.hindsight.inspector.fact.Fact;
import java.util.ArrayList;
import java.util.List;

/// Everything that changes a list of facts, which are all different and in the order they were
/// added.
public sealed interface FactCommand {
  /// The file has been read; facts added meanwhile stay.
  record Load(List<Fact> facts) implements FactCommand {
    /// Copies the list.
    public Load {
      facts = List.copyOf(facts);
    }
  }

  /// Adds a fact at the end, unless it is there already.
  record Add(Fact fact) implements FactCommand {}

  /// Removes a fact.
  record Remove(Fact fact) implements FactCommand {}

  /// The list after a command.
  static List<Fact> apply(List<Fact> facts, FactCommand command) {
    List<Fact> next = new ArrayList<>(facts);
    switch (command) {
      case Load load -> {
        next.removeIf(load.facts()::contains);
        next.addAll(0, load.facts());
      }
      case Add add -> {
        if (!next.contains(add.fact())) {
          next.add(add.fact());
        }
      }
      case Remove remove -> next.remove(remove.fact());
    }
    return List.copyOf(next);
  }
}
