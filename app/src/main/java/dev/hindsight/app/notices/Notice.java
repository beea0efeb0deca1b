package dev.hindsight.app.notices;

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

  /// All of it, as it is copied or saved.
  String text();

  /// A failure the user can do something about.
  ///
  /// @param what what is wrong
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

  /// A bug of ours; the window goes on.
  ///
  /// @param headline the failure in one line
  /// @param report everything we would want to know
  /// @param place what failed and where, without what differs from time to time
  record Crash(String headline, String report, String place) implements Notice {
    @Override
    public String text() {
      return report;
    }
  }

  /// Work that was asked for is done. It goes by itself after a while.
  ///
  /// @param headline what is done
  /// @param text where the result is
  /// @param file the result, where that is a file or a folder
  record Success(String headline, String text, Optional<Path> file) implements Notice {
    /// Of work that left no file.
    public Success(String headline, String text) {
      this(headline, text, Optional.empty());
    }

    /// Of work whose result is in a file.
    public static Success in(Path file, String headline) {
      return new Success(headline, file.toString(), Optional.of(file));
    }
  }

  /// Something waits for the user, and stays until it is put away.
  ///
  /// @param headline what waits
  /// @param text what to do
  record Waiting(String headline, String text) implements Notice {}

  /// What a failure means to the user.
  static Notice of(Throwable failure) {
    return failure instanceof Problem problem
        ? new Trouble(problem.what(), problem.where(), problem.remedy())
        : crash(failure);
  }

  private static Crash crash(Throwable failure) {
    StringWriter trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace));
    String system = System.getProperty("os.name") + " " + System.getProperty("os.version");
    return new Crash(
        String.valueOf(failure),
        "Hindsight on Java " + Runtime.version() + ", " + system + "\n\n" + trace,
        failure.getClass().getName() + Arrays.toString(failure.getStackTrace()));
  }
}
