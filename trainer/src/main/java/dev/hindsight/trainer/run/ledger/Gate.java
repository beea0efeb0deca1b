package dev.hindsight.trainer.run.ledger;

import java.util.ArrayList;
import java.util.List;

/// A check that a run must pass, with its result.
///
/// @param name `engine`, `convolution`, `first-update`, ...
/// @param verdict the result
/// @param detail what was found, in one line: "2 GPUs", or what is wrong and what to do
public record Gate(String name, Status verdict, String detail) {
  /// The result of a check.
  public enum Status {
    /// It passed.
    PASS,
    /// It failed: results that depend on it cannot be trusted.
    FAIL,
    /// There was nothing to check, for instance no GPU.
    SKIP
  }

  /// A list of gates with this one added, replacing an earlier one of the same name.
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
