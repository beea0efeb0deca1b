package dev.hindsight.app.notices;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.trainer.Problem;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/// Something the user should know.
public sealed interface Notice {
  /// One line: what happened.
  String headline();

  /// The full text, for copying or saving.
  String text();

  /// A failure that the user can resolve.
  ///
  /// @param what the problem
  /// @param where the file, setting or place
  /// @param remedy what to do
  record Trouble(String what, String where, String remedy) implements Notice {
    @Override
    public String headline() {
      return what;
    }

    @Override
    public String text() {
      return where + ": " + what + " - " + remedy;
    }
  }

  /// A bug of ours; the window keeps running.
  ///
  /// @param headline the failure in one line
  /// @param report everything a bug report needs
  /// @param place what failed and where, without details that vary
  record Crash(String headline, String report, String place) implements Notice {
    @Override
    public String text() {
      return report;
    }
  }

  /// Work the user started is done. Disappears after a while.
  ///
  /// @param headline what is done
  /// @param text where the result is
  /// @param file the result, if it is a file or folder
  record Success(String headline, String text, Optional<Path> file) implements Notice {
    /// A success without a file.
    public Success(String headline, String text) {
      this(headline, text, Optional.empty());
    }

    /// A success with its result in a file.
    public static Success in(Path file, String headline) {
      return new Success(headline, file.toString(), Optional.of(file));
    }
  }

  /// Something waits for the user; stays until the user dismisses it.
  ///
  /// @param headline what waits
  /// @param text what to do
  record Waiting(String headline, String text) implements Notice {}

  /// A failure, described for the user.
  static Notice of(Throwable failure) {
    return (isOwnRecursion(failure) ? Optional.<Problem>empty() : Problem.behind(failure))
        .<Notice>map(problem -> new Trouble(problem.what(), problem.where(), problem.remedy()))
        .orElseGet(() -> crash(failure));
  }

  /// Whether controls called each other until the stack was full: that is a fault of the window,
  /// not of a file that is nested too deeply.
  private static boolean isOwnRecursion(Throwable failure) {
    return failure instanceof StackOverflowError
        && Arrays.stream(failure.getStackTrace())
            .anyMatch(frame -> frame.getClassName().startsWith("javafx."));
  }

  private static Crash crash(Throwable failure) {
    StringWriter trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace));
    String system = System.getProperty("os.name") + " " + System.getProperty("os.version");
    return new Crash(
        String.valueOf(failure),
        wording("Notice.hindsight_on_java", Runtime.version(), system) + trace,
        failure.getClass().getName() + Arrays.toString(failure.getStackTrace()));
  }
}
