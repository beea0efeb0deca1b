package dev.hindsight.app.cli.console;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.trainer.task.Progress;
import dev.hindsight.trainer.text.OneLine;
import java.io.PrintStream;
import java.util.List;
import java.util.regex.Pattern;

/// The streams of a command: results go to one, everything else to the other.
///
/// @param out results; with `--json` exactly one JSON object, or one per line for long work
/// @param err errors, one line each, and progress
/// @param interactive whether a person watches `err`, so that a progress line may be rewritten in
///   place
public record Console(PrintStream out, PrintStream err, boolean interactive) {
  /// All but line breaks and tabs.
  private static final Pattern CONTROLS =
      Pattern.compile("[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u202a-\\u202e\\u2066-\\u2069]");

  private static final long REWRITE_NANOS = 200_000_000;
  private static final int STATUS_COLUMNS = 70;

  /// The streams of this process.
  @SuppressWarnings(
      "SystemConsoleNull") // NullAway reads its declaration, which still says that null may come
  public static Console ofProcess() {
    java.io.Console terminal = System.console();
    boolean interactive = terminal != null && terminal.isTerminal();
    return new Console(System.out, System.err, interactive);
  }

  /// Prints a result for a program or a person.
  ///
  /// @param fields the result: a record, whose components are the fields, or a map
  /// @param words the same result for a person
  public void result(OutputFormat format, Object fields, String words) {
    result(format, fields, words, List.of());
  }

  /// The same with notes about what the result was made of: the field `notes`, or lines that do not
  /// go where the result goes.
  public void result(OutputFormat format, Object fields, String words, List<String> notes) {
    switch (format) {
      case JSON -> out.println(ResultJson.text(fields, notes));
      case WORDS -> {
        notes.forEach(note -> problem(OneLine.of(note)));
        out.println(harmless(words));
      }
    }
    out.flush();
  }

  /// Prints one line of a longer result.
  public void line(String text) {
    out.println(OneLine.of(text));
    out.flush();
  }

  /// Whether all results so far have reached their reader. A full disk or a closed pipe shows only
  /// here: the streams of Java do not complain.
  public boolean delivered() {
    return !out.checkError();
  }

  /// The same without what a terminal would obey: names in a recording are the words of whoever
  /// made it.
  private static String harmless(String text) {
    return CONTROLS.matcher(text).replaceAll(" ");
  }

  /// Prints one line about a problem.
  public void problem(String line) {
    err.println(wording("Console.hindsight", line));
    err.flush();
  }

  /// Writes a line that the next output replaces; only on a terminal.
  ///
  /// @param words empty to remove the line
  public void status(String words) {
    if (interactive) {
      String blank = "\r" + " ".repeat(STATUS_COLUMNS) + "\r";
      err.print(blank + OneLine.of(words));
      err.flush();
    }
  }

  /// A listener that rewrites one line on a terminal and prints nothing elsewhere.
  public Progress progress() {
    if (!interactive) {
      return Progress.SILENT;
    }
    long[] last = {0};
    return (done, total, what) -> {
      long now = System.nanoTime();
      if (done == total || now - last[0] > REWRITE_NANOS) {
        last[0] = now;
        err.print(
            "\r"
                + done
                + (total > 0 ? " / " + total : "")
                + " "
                + OneLine.of(what)
                + (done == total ? "\n" : ""));
        err.flush();
      }
    };
  }
}
