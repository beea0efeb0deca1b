package dev.hindsight.app.timeline;

/// What can happen to an agent that a timeline marks.
public enum EventKind {
  /// It reached a goal.
  GOAL("Goal", "goal reached"),
  /// A vehicle collision began.
  COLLISION("Collision", "vehicle collision"),
  /// It left the road.
  OFFROAD("Off road", "left the road"),
  /// It left the map until the end of the trial.
  LIMBO("Limbo", "in limbo"),
  /// Its episode ended for good.
  TERMINAL("Terminal", "terminal: the episode ended");

  private final String title;
  private final String words;

  EventKind(String title, String words) {
    this.title = title;
    this.words = words;
  }

  /// A word or two for a legend.
  public String title() {
    return title;
  }

  /// What happened, in words.
  public String words() {
    return words;
  }
}
