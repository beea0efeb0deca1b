package dev.hindsight.inspector.panel;

/// Properties that only some panels have.
public enum PanelTrait {
  /// It shows the selected agent: without one it is empty.
  ABOUT_ONE_AGENT,

  /// It shows agents' results: a right click offers to save facts about the selected agent.
  OFFERS_FACTS
}
