package dev.hindsight.app.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.hindsight.app.cli.console.Console;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;

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
}
