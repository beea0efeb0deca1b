package dev.hindsight.trainer.env.drive;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.JavaProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/// The interpreter and the compilers must agree to the bit.
class JitTest {
  private static final int STEPS = 150;

  /// Prints the digest of a run; the other process of the test.
  static final class Interpreted {
    private Interpreted() {}

    public static void main(String[] arguments) {
      System.out.print(digest(arguments[0]));
    }
  }

  private static long digest(String setting) {
    DriveScenario driveScenario = TestDrives.scenario(TestMap.busy(), TestDrives.settings(setting));
    return TestDrives.run(new DriveEnvironment(driveScenario, 9), STEPS, 2);
  }

  @Test
  void interpretedAndCompiledRunsAreEqual() throws IOException, InterruptedException {
    String setting = "preset=adaptive";
    for (int i = 0; i < 30; i++) {
      digest(setting);
    }
    Process process =
        JavaProcess.of(List.of("-Xint", "-Xshare:auto"), Interpreted.class, setting)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor());
    assertEquals(String.format(Locale.ROOT, "%d", digest(setting)), printed);
  }
}
