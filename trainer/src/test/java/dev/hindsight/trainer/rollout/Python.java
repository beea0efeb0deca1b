package dev.hindsight.trainer.rollout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Runs short Python programs; tests are skipped where there is no `python3`.
public final class Python {
  private Python() {}

  /// Runs a program of the standard library.
  ///
  /// @return what it printed
  public static String run(String program, String... arguments) throws Exception {
    assumeTrue(works("pass"), "skipped: there is no python3");
    return output(program, arguments);
  }

  /// Runs a program that wants NumPy.
  public static String runWithNumpy(String program, String... arguments) throws Exception {
    assumeTrue(works("import numpy"), "skipped: there is no python3 with numpy");
    return output(program, arguments);
  }

  /// Runs a program that wants a package.
  ///
  /// @param name of the package
  public static String runWith(String name, String program, String... arguments) throws Exception {
    assumeTrue(works("import " + name), "skipped: there is no python3 with " + name);
    return output(program, arguments);
  }

  private static boolean works(String program) throws InterruptedException {
    try {
      Process process = new ProcessBuilder("python3", "-c", program).start();
      return process.waitFor(120, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException _) {
      return false;
    }
  }

  private static String output(String program, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("python3", "-c", program));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(process.waitFor(120, TimeUnit.SECONDS), text);
    assertEquals(0, process.exitValue(), text);
    return text.strip();
  }
}
