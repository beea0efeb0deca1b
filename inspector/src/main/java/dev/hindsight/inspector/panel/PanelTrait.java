package dev.hindsight.inspector.panel;

/// What sets some panels apart from others.
public enum PanelTrait {
  /// It shows the selected agent: without one it is empty.
  ABOUT_ONE_AGENT,

  /// It shows how agents did: a right click offers facts about the selected agent to save.
  OFFERS_FACTS
}
