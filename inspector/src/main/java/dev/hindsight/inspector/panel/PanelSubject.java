package dev.hindsight.inspector.panel;

/// The subjects of panels: the groups of menus, in order.
public enum PanelSubject {
  /// The state at the cursor, and what the agent observes and does.
  TICK("Tick and agent"),

  /// Results, and what was expected.
  RESULTS("Results and credit"),

  /// What the policy attends to and remembers.
  MEMORY("Attention and memory"),

  /// How far the recording can be trusted.
  TRUST("Audits and provenance");

  private final String title;

  PanelSubject(String title) {
    this.title = title;
  }

  /// Its name in menus.
  public String title() {
    return title;
  }
}
