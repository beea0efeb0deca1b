package dev.hindsight.trainer.run.session;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.run.ledger.Gate;

/// A check with a [Gate] as its result.
///
/// @param name of the gate
/// @param checks what it checks, in a few words without a full stop
/// @param body runs the check and describes the result
public record GateCheck(String name, String checks, Body body) {
  /// The code of a check.
  @FunctionalInterface
  public interface Body {
    /// @return what was found, in one line
    /// @throws Skipped if there is nothing to check
    /// @throws RuntimeException if the check fails
    String check();
  }

  /// Thrown if there is nothing to check.
  public static final class Skipped extends RuntimeException {
    @java.io.Serial private static final long serialVersionUID = 1;

    /// @param why in one line: "one processor"
    public Skipped(String why) {
      super(why, null, false, false);
    }
  }

  /// Runs the check. Any exception becomes a result.
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
