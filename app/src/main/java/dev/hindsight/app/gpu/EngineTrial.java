package dev.hindsight.app.gpu;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.process.OwnProgram;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.TemporaryFolder;
import dev.hindsight.trainer.gpu.TorchSearch;
import dev.hindsight.trainer.task.Cancellation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// Tests an installed PyTorch on the GPU: `hindsight preflight --device gpu --all` in a process of
/// its own, because a process has one engine, and because a PyTorch that does not work may crash.
final class EngineTrial {
  private static final long POLL_MILLIS = 100;
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private EngineTrial() {}

  /// Runs every gate. Blocks for about half a minute, five at most; never on the FX thread.
  ///
  /// @param libraries of the PyTorch
  /// @throws Problem if it does not work, with the line that says what is wrong
  /// @throws CancellationException if it is cancelled
  static void run(Path libraries, Cancellation cancellation) {
    try (TemporaryFolder folder = new TemporaryFolder("engine")) {
      // Into files, so that the process never waits for a reader.
      Path out = folder.path().resolve("out");
      Path errors = folder.path().resolve("errors");
      List<String> options =
          List.of(
              "-Dstdout.encoding=UTF-8",
              "-Dstderr.encoding=UTF-8",
              "-XX:ErrorFile=" + folder.path().resolve("crash"));
      ProcessBuilder builder =
          OwnProgram.prepared(options, List.of("preflight", "--device", "gpu", "--all"))
              .redirectOutput(out.toFile())
              .redirectError(errors.toFile());
      builder.environment().put(TorchSearch.LIBRARY_PATH, libraries.toString());
      builder.environment().keySet().removeAll(List.of("PYTORCH_VERSION", "PYTORCH_FLAVOR"));
      int code = waitFor(builder.start(), libraries, cancellation);
      if (code != 0) {
        throw new Problem(
            wording("EngineTrial.it_does_not_work", reason(lines(out), lines(errors), code)),
            libraries.toString(),
            wording("EngineTrial.your_previous_choice_is_kept", libraries));
      }
    } catch (IOException e) {
      throw new Problem(
          wording("EngineTrial.it_cannot_be_tried", e),
          libraries.toString(),
          wording("EngineTrial.your_previous_choice_is_kept", libraries),
          e);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted");
    }
  }

  private static int waitFor(Process process, Path libraries, Cancellation cancellation)
      throws InterruptedException {
    Instant end = Instant.now().plus(PATIENCE);
    try {
      while (!process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
        cancellation.throwIfCancelled();
        if (Instant.now().isAfter(end)) {
          throw new Problem(
              wording("EngineTrial.it_does_not_end", PATIENCE.toMinutes()),
              libraries.toString(),
              wording("EngineTrial.your_previous_choice_is_kept", libraries));
        }
      }
      return process.exitValue();
    } finally {
      // Its files can be deleted only after it has ended.
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      boolean _ = process.destroyForcibly().waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
  }

  /// The line that says why: of Java's report if it crashed, else the first gate that failed, else
  /// what the program said of itself.
  ///
  /// @param output lines of the standard output, to which Java writes that report, too
  static String reason(List<String> output, List<String> errors, int code) {
    return Stream.of(
            output.stream().filter(line -> line.matches("#\\s+(SIG|EXCEPTION_).*")),
            output.stream().filter(line -> line.startsWith("FAIL")),
            errors.stream().filter(line -> line.startsWith("hindsight: ")))
        .flatMap(some -> some)
        .findFirst()
        .map(line -> line.replaceFirst("^(#|hindsight:)\\s+", ""))
        .orElse(wording("EngineTrial.it_ended_with", code));
  }

  private static List<String> lines(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
        .lines()
        .map(String::strip)
        .toList();
  }
}
