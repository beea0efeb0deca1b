package dev.hindsight.trainer.run.ledger;

import java.util.ArrayList;
import java.util.List;

/// A check a run must pass, and how it came out.
///
/// @param name `engine`, `convolution`, `first-update`, ...
/// @param verdict how it came out
/// @param detail what was found, in one line: "2 GPUs", or what is wrong and what to do
public record Gate(String name, Status verdict, String detail) {
  /// How a check comes out.
  public enum Status {
    /// As it should be.
    PASS,
    /// Not as it should be: nothing that rests on it can be trusted.
    FAIL,
    /// There was nothing to check here, for instance no GPU.
    SKIP
  }

  /// Some checks with this one added, in the place of an earlier one of the same name.
  public List<Gate> addedTo(List<Gate> gates) {
    List<Gate> all = new ArrayList<>(gates);
    all.removeIf(old -> old.name().equals(name));
    all.add(this);
    return all;
  }

  /// One line, the verdict first.
  @Override
  public String toString() {
    return verdict + " " + name + ": " + detail;
  }
}
