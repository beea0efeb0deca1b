package dev.hindsight.trainer.run.session;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.run.ledger.Gate;

/// A check that makes a [Gate].
///
/// @param name of the gate
/// @param body does the check and tells what was found
public record GateCheck(String name, Body body) {
  /// What a check does.
  @FunctionalInterface
  public interface Body {
    /// @return what was found, in one line
    /// @throws Skipped where there is nothing to check
    /// @throws RuntimeException where it is not as it should be
    String check();
  }

  /// Thrown where there is nothing to check.
  public static final class Skipped extends RuntimeException {
    @java.io.Serial private static final long serialVersionUID = 1;

    /// @param why in one line: "one processor"
    public Skipped(String why) {
      super(why, null, false, false);
    }
  }

  /// Does the check. Whatever it throws is a verdict, not an error.
  public Gate run() {
    try {
      return new Gate(name, Gate.Status.PASS, body.check());
    } catch (Skipped skipped) {
      return new Gate(name, Gate.Status.SKIP, String.valueOf(skipped.getMessage()));
    } catch (Problem problem) {
      return new Gate(name, Gate.Status.FAIL, problem.getMessage());
    } catch (RuntimeException | LinkageError e) {
      return new Gate(name, Gate.Status.FAIL, e.toString().replaceAll("\\p{Cntrl}+", " "));
    }
  }
}
