package dev.hindsight.inspector.agents;

/// What an agent is doing at a tick, the most telling first.
enum AgentStatus {
  /// Off the map until the trial ends.
  LIMBO("limbo"),
  /// In a vehicle collision.
  COLLIDED("collided"),
  /// Off the road.
  OFFROAD("off road"),
  /// Nearer to another than it may be.
  TOO_NEAR("too close"),
  /// Will be, if both go on as now.
  CONFLICT("conflict"),
  /// Back at its start after its goal; sees and is seen by nobody.
  GHOST("ghost"),
  /// Stands still until the next start.
  STOPPED("stopped"),
  /// Takes part.
  ACTIVE("active");

  private final String words;

  AgentStatus(String words) {
    this.words = words;
  }

  /// The condition in words.
  public String words() {
    return words;
  }
}
