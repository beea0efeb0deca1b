package dev.hindsight.inspector.panel;

/// What panels are about: the groups of menus, in their order.
public enum PanelSubject {
  /// What is so at the cursor, and what the agent perceives and does.
  TICK("Tick and agent"),

  /// How well it went, and what was expected.
  RESULTS("Results and credit"),

  /// What the policy attends to and remembers.
  MEMORY("Attention and memory"),

  /// Whether the recording can be trusted.
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
