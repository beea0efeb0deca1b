package dev.hindsight.trainer.rollout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.JavaProcess;
import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Another program shortens a recording while it is mapped. In a process of its own, which the
/// system would kill if a part of Java read the missing pages carelessly.
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Windows does not shorten mapped files")
class ShortenedFileTest {
  @TempDir private Path folder;

  @Test
  void readingItIsAProblemInOneLineAndEndsNoProcess() throws IOException, InterruptedException {
    for (String when : List.of("unread", "read")) {
      Path file = folder.resolve(when + ".rollout");
      TestRecordings.write(file, TestRecordings.COLUMNS, 20_000, 5_000);
      Process child =
          JavaProcess.of(List.of("-XX:+UseSerialGC"), Reader.class, file.toString(), when)
              .redirectErrorStream(true)
              .start();
      List<String> told =
          new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
              .lines()
              .toList();
      assertTrue(child.waitFor(120, TimeUnit.SECONDS));
      assertEquals(0, child.exitValue(), told::toString);
      assertEquals(1, told.size(), told::toString);
      assertTrue(told.getFirst().contains("it changed while it was being read"), told::toString);
    }
  }

  /// What the child process runs.
  static final class Reader {
    private Reader() {}

    public static void main(String[] arguments) throws IOException {
      Path file = Path.of(arguments[0]);
      try (Rollout rollout = Rollouts.open(file)) {
        if (arguments[1].equals("read")) {
          var _ = sum(rollout);
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
          var _ = channel.truncate(4096);
        }
        for (int round = 0; round < 50; round++) {
          var _ = sum(rollout);
        }
        System.out.println("nothing happened");
      } catch (Problem | InternalError failure) {
        System.out.println(Problem.behind(failure).orElseThrow().getMessage());
      }
    }

    private static double sum(Rollout rollout) {
      double sum = 0;
      for (Channel channel : rollout.channels()) {
        for (int tick = 0; tick < rollout.ticks(); tick++) {
          for (int i = 0; i < channel.rowLength(); i++) {
            sum += channel.value(tick, i);
          }
        }
      }
      return sum;
    }
  }
}
