package dev.hindsight.inspector.panel;

import static dev.hindsight.inspector.text.InspectorText.wording;

/// The subjects of panels: the groups of menus, in order.
public enum PanelSubject {
  /// The state at the cursor, and what the agent observes and does.
  TICK(wording("PanelSubject.tick_and_agent")),

  /// Results, and what was expected.
  RESULTS(wording("PanelSubject.results_and_credit")),

  /// What the policy attends to and remembers.
  MEMORY(wording("PanelSubject.attention_and_memory")),

  /// How far the recording can be trusted.
  TRUST(wording("PanelSubject.audits_and_provenance"));

  private final String title;

  PanelSubject(String title) {
    this.title = title;
  }

  /// Its name in menus.
  public String title() {
    return title;
  }
}
