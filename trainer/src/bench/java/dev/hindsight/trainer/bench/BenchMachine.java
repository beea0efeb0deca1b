package dev.hindsight.trainer.bench;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.record.RecordingRequest;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/// The machine that figures were measured on, as far as it decides whether they can be compared.
///
/// @param cpu model of the processor
/// @param cores that Java may use
/// @param memoryGib memory of the machine, rounded to GiB because a system reserves some at each
///   start; 0 where it does not say
/// @param os name, version and architecture
/// @param java version of the JDK
/// @param threads of PyTorch, where a benchmark does not choose them
/// @param options of Java that change how fast it is
public record BenchMachine(
    String cpu, int cores, long memoryGib, String os, String java, int threads, String options) {
  private static final int DIGITS = 12;

  /// Refuses what a damaged file lacks.
  public BenchMachine {
    Objects.requireNonNull(cpu);
    Objects.requireNonNull(os);
    Objects.requireNonNull(java);
    Objects.requireNonNull(options);
  }

  /// This machine.
  public static BenchMachine here() {
    return new BenchMachine(
        model(),
        Runtime.getRuntime().availableProcessors(),
        Math.round(memory() / (double) (1L << 30)),
        system(),
        String.valueOf(Runtime.version()),
        Integer.getInteger(RecordingRequest.TORCH_THREADS, 1),
        options(ManagementFactory.getRuntimeMXBean().getInputArguments()));
  }

  /// A name for files: the same for the same machine.
  public String fingerprint() {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(toString().getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest).substring(0, DIGITS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /// In words, for messages.
  public String words() {
    return wording("BenchMachine.words", cpu, cores, memoryGib, os, java);
  }

  private static String system() {
    return System.getProperty("os.name")
        + " "
        + System.getProperty("os.version")
        + " "
        + System.getProperty("os.arch");
  }

  /// Those that matter, without paths: where a checkout lies does not.
  static String options(List<String> arguments) {
    return arguments.stream()
        .filter(
            one -> one.matches("-X(?!log|share|bootclasspath|X:AOT).*|-Dhindsight\\.(mkl|torch).*"))
        .collect(Collectors.joining(" "));
  }

  /// Bytes; 0 where the system does not say.
  private static long memory() {
    return read(Path.of("/proc/meminfo"), "MemTotal")
        .map(text -> Long.parseLong(text.replaceAll("\\D", "")) << 10)
        .orElse(0L);
  }

  private static String model() {
    return Optional.ofNullable(System.getenv("PROCESSOR_IDENTIFIER"))
        .or(() -> read(Path.of("/proc/cpuinfo"), "model name"))
        .orElse(String.valueOf(System.getProperty("os.arch")));
  }

  private static Optional<String> read(Path file, String name) {
    try (var lines = Files.lines(file)) {
      return lines
          .filter(line -> line.startsWith(name))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst();
    } catch (IOException _) {
      return Optional.empty();
    }
  }
}
