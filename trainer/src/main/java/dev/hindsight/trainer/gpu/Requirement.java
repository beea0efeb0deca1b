package dev.hindsight.trainer.gpu;

/// Something that an installed PyTorch needs.
///
/// @param state whether it is present
/// @param what what is present or missing, in one line
/// @param remedy what to do about it; empty if there is nothing to do
public record Requirement(State state, String what, String remedy) {
  /// Whether it is met.
  public enum State {
    /// It is present.
    FOUND,
    /// It is missing.
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
