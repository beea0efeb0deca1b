package dev.hindsight.trainer.bench;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.DataFolder;
import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// Benchmarks that one machine ran with one version of the program: what a baseline holds.
///
/// @param version of the program
/// @param commit of the checkout that it runs from; empty if it is installed
/// @param date of the run, ISO 8601
/// @param machine it ran on
/// @param benchmarks in the order of the list
public record BenchRun(
    String version, String commit, String date, BenchMachine machine, List<Benchmark> benchmarks) {
  private static final long LONGEST = 1 << 22;

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .build();

  /// Copies the list; refuses what a damaged file lacks.
  public BenchRun {
    Objects.requireNonNull(version);
    Objects.requireNonNull(commit);
    Objects.requireNonNull(date);
    Objects.requireNonNull(machine);
    benchmarks = List.copyOf(benchmarks);
  }

  /// One benchmark with its figures.
  ///
  /// @param name in the list of benchmarks
  /// @param options what it was called with: figures of other options are not compared
  /// @param figures what it measured
  public record Benchmark(String name, String options, List<BenchFigure> figures) {
    /// Copies the figures; refuses what a damaged file lacks.
    public Benchmark {
      Objects.requireNonNull(name);
      Objects.requireNonNull(options);
      figures = List.copyOf(figures);
    }
  }

  /// Where the baseline of a machine is kept.
  public static Path baseline(BenchMachine machine) {
    return folder().resolve(machine.fingerprint() + ".json");
  }

  /// The folder of all baselines; it may not exist.
  public static Path folder() {
    return DataFolder.path().resolve("bench");
  }

  /// The benchmark of a name.
  public Optional<Benchmark> benchmark(String name) {
    return benchmarks.stream().filter(one -> one.name().equals(name)).findFirst();
  }

  /// Writes it, completely or not at all.
  ///
  /// @throws Problem if the file cannot be written
  public void write(Path file) {
    try {
      Files.createDirectories(file.toAbsolutePath().resolveSibling(""));
      AtomicFile.write(file, JSON.writeValueAsBytes(this));
    } catch (IOException e) {
      throw new Problem(
          wording("BenchRun.it_cannot_be_written", String.valueOf(e.getMessage())),
          file.toString(),
          wording("BenchRun.choose_a_folder"),
          e);
    }
  }

  /// Reads what [#write] wrote.
  ///
  /// @throws Problem if it is damaged or no such file
  public static BenchRun read(Path file) {
    try {
      if (Files.size(file) > LONGEST) {
        throw unreadable(file, wording("BenchRun.it_is_too_long"));
      }
      return Optional.ofNullable(JSON.readValue(Files.readAllBytes(file), BenchRun.class))
          .orElseThrow(() -> unreadable(file, wording("BenchRun.it_is_empty")));
    } catch (JsonProcessingException e) {
      throw unreadable(file, String.valueOf(e.getOriginalMessage()));
    } catch (IOException e) {
      throw unreadable(file, String.valueOf(e.getMessage()));
    }
  }

  private static Problem unreadable(Path file, String why) {
    return new Problem(
        wording("BenchRun.this_baseline_cannot_be_read", why),
        file.toString(),
        wording("BenchRun.delete_it_or_save"));
  }
}
