package dev.hindsight.inspector.agents;

import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;

/// A row of the table that stays the same object while the cursor moves, so that selection and
/// order stay and only cells that changed are drawn again. FX thread.
final class AgentTableRow {
  private final int agent;
  private final ObjectProperty<AgentSnapshot> row;

  AgentTableRow(AgentSnapshot first) {
    agent = first.agent();
    row = new SimpleObjectProperty<>(first);
  }

  int agent() {
    return agent;
  }

  ObjectProperty<AgentSnapshot> row() {
    return row;
  }

  void show(AgentSnapshot next) {
    row.set(next);
  }
}
