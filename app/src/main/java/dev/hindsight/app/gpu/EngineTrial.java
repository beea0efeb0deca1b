package dev.hindsight.app.gpu;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.process.OwnProgram;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.TemporaryFolder;
import dev.hindsight.trainer.task.Cancellation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;

/// Has an installed PyTorch compute on the GPU before it is chosen: `hindsight gpu --use` in a
/// process of its own, because a process has one engine, and because a PyTorch that does not work
/// may end its process.
final class EngineTrial {
  private static final long LOOK_MILLIS = 100;

  private EngineTrial() {}

  /// Tries it and, if it works, chooses it. Blocks for up to a minute; never on the FX thread.
  ///
  /// @param libraries of the PyTorch
  /// @throws Problem if it does not work, with the line that says what is wrong
  /// @throws CancellationException if it is cancelled; nothing is chosen then
  static void of(Path libraries, Cancellation cancellation) {
    try (TemporaryFolder folder = new TemporaryFolder("engine")) {
      // Into files, so that it never waits for a reader.
      Path out = folder.path().resolve("out");
      Path errors = folder.path().resolve("errors");
      Process process =
          OwnProgram.prepared(List.of(), List.of("gpu", "--folder", libraries.toString(), "--use"))
              .redirectOutput(out.toFile())
              .redirectError(errors.toFile())
              .start();
      try {
        while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
          cancellation.throwIfCancelled();
        }
      } finally {
        process.destroyForcibly();
      }
      if (process.exitValue() != 0) {
        throw new Problem(
            wording("EngineTrial.it_does_not_work", reason(out, errors, process.exitValue())),
            libraries.toString(),
            wording("EngineTrial.see_hindsight_gpu"));
      }
    } catch (IOException e) {
      throw new Problem(
          wording("EngineTrial.it_cannot_be_tried", e),
          libraries.toString(),
          wording("EngineTrial.see_hindsight_gpu"),
          e);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted");
    }
  }

  /// The first line that says what failed or is missing; else the last one.
  private static String reason(Path out, Path errors, int code) throws IOException {
    List<String> said = lines(out);
    return said.stream()
            .filter(line -> line.startsWith("FAIL") || line.startsWith("MISSING"))
            .findFirst()
            .orElseGet(
                () -> said.isEmpty() ? wording("EngineTrial.it_ended_with", code) : said.getLast())
        + lines(errors).stream()
            .filter(line -> line.startsWith("#  SIG"))
            .findFirst()
            .map(line -> " (" + line.substring(1).strip() + ")")
            .orElse("");
  }

  private static List<String> lines(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
        .lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .toList();
  }
}
