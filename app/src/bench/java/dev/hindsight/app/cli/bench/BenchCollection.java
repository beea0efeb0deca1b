package dev.hindsight.app.cli.bench;

import static dev.hindsight.app.text.AppText.wording;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.hindsight.trainer.bench.BenchFigure;
import dev.hindsight.trainer.bench.BenchRun;
import dev.hindsight.trainer.task.Cancellation;
import java.io.Serial;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Runs benchmarks several times, all of them once before any for the second time: a slow minute of
/// the machine then shows as spread instead of as a slow benchmark.
final class BenchCollection {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Map<String, Map<String, BenchFigure>> figures = new LinkedHashMap<>();
  private final Map<String, String> failures = new LinkedHashMap<>();

  /// Runs one benchmark once.
  @FunctionalInterface
  interface Runner {
    /// @return what it printed with `--json`
    /// @throws Failure if it did not end well
    String run(BenchSuite.Entry entry) throws Exception;
  }

  /// Why a benchmark failed: what it said last.
  static final class Failure extends Exception {
    @Serial private static final long serialVersionUID = 1;

    Failure(String message) {
      super(message);
    }
  }

  /// Runs all, in turn; one that fails is not tried again.
  ///
  /// @param rounds number of repetitions
  /// @param told receives a line before each
  void run(
      List<BenchSuite.Entry> entries,
      int rounds,
      Runner runner,
      Consumer<String> told,
      Cancellation cancellation)
      throws Exception {
    int begun = 0;
    for (int round = 1; round <= rounds; round++) {
      for (BenchSuite.Entry entry : entries) {
        cancellation.throwIfCancelled();
        begun++;
        if (failures.containsKey(entry.name())) {
          continue;
        }
        told.accept(
            wording(
                "BenchCollection.round",
                begun,
                rounds * entries.size(),
                entry.name(),
                round,
                rounds));
        try {
          add(entry.name(), runner.run(entry));
        } catch (Failure failure) {
          failures.put(entry.name(), String.valueOf(failure.getMessage()));
          figures.remove(entry.name());
          told.accept(wording("BenchCollection.failed", entry.name(), failure.getMessage()));
        }
      }
    }
  }

  /// The benchmarks that did not fail, with what they were called with.
  List<BenchRun.Benchmark> benchmarks(List<BenchSuite.Entry> entries, boolean quick, String map) {
    return entries.stream()
        .filter(entry -> figures.containsKey(entry.name()))
        .map(entry ->
            new BenchRun.Benchmark(
                entry.name(),
                entry.options(quick, map),
                figures(entry.name()).filter(BenchFigure::measured).toList()))
        .toList();
  }

  /// Why the others failed, by name.
  Map<String, String> failures() {
    return failures;
  }

  private Stream<BenchFigure> figures(String name) {
    return figures.getOrDefault(name, Map.of()).values().stream();
  }

  private void add(String name, String output) throws Failure {
    Map<String, BenchFigure> known = figures.computeIfAbsent(name, _ -> new LinkedHashMap<>());
    for (BenchFigure figure : read(output)) {
      if (figure.better() != BenchFigure.Better.NEITHER) {
        known.merge(figure.name(), figure, (before, next) -> before.and(next.values()));
      }
    }
  }

  /// The figures that a benchmark printed with `--json`.
  static List<BenchFigure> read(String output) throws Failure {
    try {
      List<BenchFigure> figures = new ArrayList<>();
      for (JsonNode figure : JSON.readTree(output).path("figures")) {
        figures.add(
            new BenchFigure(
                figure.path("name").asText(""),
                figure.path("unit").asText(""),
                FigureCommand.Words.better(figure.path("better").asText("")),
                List.of(figure.path("value").asDouble(Double.NaN))));
      }
      if (figures.isEmpty()) {
        throw new Failure(wording("BenchCollection.it_printed_no_figure"));
      }
      return figures;
    } catch (JsonProcessingException e) {
      throw new Failure(String.valueOf(e.getOriginalMessage()));
    }
  }
}
