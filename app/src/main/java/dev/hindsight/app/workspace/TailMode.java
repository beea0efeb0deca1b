package dev.hindsight.app.workspace;

/// What the cursor does when a live recording grows.
public enum TailMode {
  /// It stays where it is.
  FROZEN,
  /// It stays at the end.
  FOLLOWING;

  /// The other one.
  public TailMode other() {
    return switch (this) {
      case FROZEN -> FOLLOWING;
      case FOLLOWING -> FROZEN;
    };
  }
}
