package dev.hindsight.trainer.gpu;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.InstalledProgram;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.TemporaryFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// A GPU as its driver describes it.
///
/// @param name `NVIDIA H100 80GB HBM3`
/// @param driver version of the driver
/// @param memory of the GPU with its unit
public record GpuDevice(String name, String driver, String memory) {
  /// Environment variable: a part of the name that the GPU must have, such as `H100`.
  public static final String REQUIRED = "HINDSIGHT_GPU";

  private static final long SECONDS = 20;

  /// The first GPU, as `nvidia-smi` describes it; empty if it does not run here.
  public static Optional<GpuDevice> first() {
    Optional<Path> program = InstalledProgram.onPath("nvidia-smi", "nvidia-smi.exe");
    if (program.isEmpty()) {
      return Optional.empty();
    }
    return answer(
            List.of(
                program.get().toString(),
                "--query-gpu=name,driver_version,memory.total",
                "--format=csv,noheader"),
            SECONDS)
        .flatMap(GpuDevice::parse);
  }

  /// What a program prints; empty if it fails or says nothing in time: where the driver is in
  /// trouble, it hangs.
  static Optional<String> answer(List<String> command, long seconds) {
    try (TemporaryFolder folder = new TemporaryFolder("gpu")) {
      Path printed = folder.path().resolve("printed");
      Process process =
          new ProcessBuilder(command)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .redirectOutput(printed.toFile())
              .start();
      try {
        return process.waitFor(seconds, TimeUnit.SECONDS) && process.exitValue() == 0
            ? Optional.of(Files.readString(printed, StandardCharsets.UTF_8))
            : Optional.empty();
      } finally {
        process.destroyForcibly();
      }
    } catch (IOException | Problem _) {
      return Optional.empty();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /// The first line of a table of name, driver and memory, separated by commas.
  static Optional<GpuDevice> parse(String table) {
    return table
        .lines()
        .map(line -> List.of(line.split("\\s*,\\s*")))
        .filter(parts -> parts.size() == 3)
        .map(parts -> new GpuDevice(parts.get(0).strip(), parts.get(1), parts.get(2).strip()))
        .findFirst();
  }

  /// Checks that it is of the kind that a user requires.
  ///
  /// @param required a part of its name, in any case; empty for any
  /// @throws Problem if it is another
  public void check(Optional<String> required) {
    String wanted = required.map(String::strip).orElse("");
    if (!name.toLowerCase(Locale.ROOT).contains(wanted.toLowerCase(Locale.ROOT))) {
      throw new Problem(
          wording("GpuDevice.the_gpu_is_not", name, wanted),
          REQUIRED,
          wording("GpuDevice.compute_on_such_a_gpu"));
    }
  }

  /// Name, driver and memory in one line.
  @Override
  public String toString() {
    return wording("GpuDevice.driver_memory", name, driver, memory);
  }
}
