package dev.hindsight.inspector.event;

/// The direction of a search.
public enum SearchDirection {
  /// Towards the last tick.
  NEXT(1),
  /// Towards the first tick.
  PREVIOUS(-1);

  private final int sign;

  SearchDirection(int sign) {
    this.sign = sign;
  }

  /// 1 or -1.
  public int sign() {
    return sign;
  }
}
