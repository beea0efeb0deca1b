package dev.hindsight.app.cli.console;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/// A command's streams hold the program's own words; a text from a file can neither command a
/// terminal nor begin a line.
class ConsoleTest {
  /// A name that rewrites the window's title, breaks a line and turns the direction of the text.
  private static final String HOSTILE = "a\u001b]0;b\u0007\nhindsight: all well\u202e";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Console console = new Console(stream(out), stream(err), true);

  @Test
  void aProblemIsOneLine() {
    console.problem(HOSTILE);

    assertEquals("hindsight: a ]0;b hindsight: all well " + System.lineSeparator(), text(err));
  }

  @Test
  void progressStaysInItsLine() {
    console.progress().report(1, 2, HOSTILE);

    assertEquals("\r1 / 2 a ]0;b hindsight: all well ", text(err));
  }

  @Test
  void aStatusStaysInItsLine() {
    console.status(HOSTILE);

    assertEquals("\r" + " ".repeat(70) + "\ra ]0;b hindsight: all well ", text(err));
  }

  @Test
  void aLineOfAResultIsOneLine() {
    console.line(HOSTILE);

    assertEquals("a ]0;b hindsight: all well " + System.lineSeparator(), text(out));
  }

  @Test
  void aResultKeepsItsLinesAndNothingElse() {
    console.result(OutputFormat.WORDS, "", HOSTILE + "\n\tb");

    assertEquals("a ]0;b \nhindsight: all well \n\tb" + System.lineSeparator(), text(out));
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  private static String text(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
