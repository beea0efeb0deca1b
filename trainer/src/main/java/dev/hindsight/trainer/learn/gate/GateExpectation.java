package dev.hindsight.trainer.learn.gate;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;

/// Compares what a gate finds with what it must find.
///
/// @param where the code that is checked, as its authors know it: `Advantage`
record GateExpectation(String where) {
  /// @param quantity its name, a word: `targets`
  /// @param found lists and boxed numbers: they are compared with `equals` and shown
  /// @throws Problem if they differ
  void same(String quantity, Object expected, Object found) {
    if (!expected.equals(found)) {
      throw failure(wording("GateExpectation.is_not", quantity, found, expected));
    }
  }

  /// @throws Problem if a number differs by more than a tolerance, or is not a number
  void near(String quantity, double expected, double found, double tolerance) {
    if (!(Math.abs(expected - found) <= tolerance)) {
      throw failure(wording("GateExpectation.is_not", quantity, found, expected));
    }
  }

  /// @param otherwise what is wrong if the condition does not hold, without a full stop
  /// @throws Problem if it does not
  void holds(boolean condition, String otherwise) {
    if (!condition) {
      throw failure(otherwise);
    }
  }

  private Problem failure(String what) {
    return new Problem(what, where, wording("GateExpectation.do_not_train_with_this_build"));
  }
}
