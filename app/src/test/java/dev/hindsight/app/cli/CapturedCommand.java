package dev.hindsight.app.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.cli.console.Console;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Arrays;

/// A command line run inside the test, with what it printed.
public record CapturedCommand(int exitCode, String out, String err) {
  /// Runs it and waits for its end.
  public static CapturedCommand of(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console =
        new Console(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), false);
    int code = HindsightCommand.run(console, arguments);
    return new CapturedCommand(code, out.toString(UTF_8), err.toString(UTF_8));
  }

  /// Runs one that must succeed.
  public static CapturedCommand succeeding(String... arguments) {
    CapturedCommand command = of(arguments);
    assertEquals(0, command.exitCode, command.err);
    return command;
  }

  /// Runs one that must be refused in one line.
  ///
  /// @param why part of the line
  public static void refused(String why, String... arguments) {
    CapturedCommand command = of(arguments);
    assertEquals(1, command.exitCode, () -> Arrays.toString(arguments) + command);
    assertTrue(command.err.contains(why), command.err);
    assertEquals(1, command.err.lines().count(), command.err);
  }
}
