package dev.hindsight.inspector.agents;

import static dev.hindsight.inspector.text.InspectorText.wording;

/// What an agent is doing at a tick, most important first.
enum AgentStatus {
  /// Off the map until the trial ends.
  LIMBO("limbo"),
  /// In a vehicle collision.
  COLLIDED("collided"),
  /// Off the road.
  OFFROAD(wording("AgentStatus.off_road")),
  /// Closer to another agent than allowed.
  TOO_NEAR(wording("AgentStatus.too_close")),
  /// Will be too close if both agents continue as they are.
  CONFLICT("conflict"),
  /// Back at its start after reaching its goal; it neither sees others nor is seen by them.
  GHOST("ghost"),
  /// Stands still until the next start.
  STOPPED("stopped"),
  /// Takes part.
  ACTIVE("active");

  private final String words;

  AgentStatus(String words) {
    this.words = words;
  }

  /// The status in words.
  public String words() {
    return words;
  }
}
