package dev.hindsight.trainer.gpu;

/// Something an installed PyTorch must have to be used here.
///
/// @param state whether it has
/// @param what what is there or missing, in one line
/// @param remedy what to do about it; empty where there is nothing to do
public record Requirement(State state, String what, String remedy) {
  /// Whether it is met.
  public enum State {
    /// It is there.
    FOUND,
    /// It is not.
    MISSING
  }

  static Requirement found(String what) {
    return new Requirement(State.FOUND, what, "");
  }

  static Requirement missing(String what, String remedy) {
    return new Requirement(State.MISSING, what, remedy);
  }

  /// `MISSING no driver`.
  @Override
  public String toString() {
    return String.format("%-8s %s", state, what);
  }
}
