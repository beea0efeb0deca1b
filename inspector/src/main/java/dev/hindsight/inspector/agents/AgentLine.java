package dev.hindsight.inspector.agents;

import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;

/// A row of the table that stays the same object while the cursor moves, so that selection and
/// order stay and only cells that changed are drawn again. FX thread.
final class AgentLine {
  private final int agent;
  private final ObjectProperty<AgentRow> row;

  AgentLine(AgentRow first) {
    agent = first.agent();
    row = new SimpleObjectProperty<>(first);
  }

  int agent() {
    return agent;
  }

  ObjectProperty<AgentRow> row() {
    return row;
  }

  void show(AgentRow next) {
    row.set(next);
  }
}
