package dev.hindsight.trainer.run.session;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.JsonFault;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.WholeJson;
import dev.hindsight.trainer.partner.PartnerPopulation;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.run.UpdateProgress;
import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.study.ReferenceGap;
import dev.hindsight.trainer.study.ReferenceGap.GapRow;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// Compares the policy of a run now and then with reference numbers, in the worlds of a canonical
/// suite. Each comparison is a row in a file of the run's folder. One owner thread.
public final class RunGap {
  /// Metric: mean over the scenarios of their gaps.
  public static final String MEAN = "gap/mean";

  private static final String PREFIX = "gap/";

  private static final JsonMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  private final RunFolder folder;
  private final PolicyLibrary policies;
  private final Optional<Comparison> comparison;
  private long every;
  private Optional<GapRow> latest = Optional.empty();

  private record Comparison(ReferenceGap reference, CanonicalSuite suite) {}

  RunGap(TrainingSpec spec, RunFolder folder, PolicyLibrary policies) {
    this.folder = folder;
    this.policies = policies;
    this.comparison = comparison(spec);
    this.every = spec.run().gap().every();
  }

  /// Reads and checks what a run compares itself with.
  ///
  /// @throws Problem if a file is none, or they do not fit
  static void check(TrainingSpec spec) {
    Optional<Comparison> _ = comparison(spec);
  }

  private static Optional<Comparison> comparison(TrainingSpec spec) {
    if (spec.run().gap().reference().isEmpty()) {
      return Optional.empty();
    }
    Path file = Path.of(spec.run().gap().reference());
    ReferenceGap reference = ReferenceGap.read(file);
    CanonicalSuite suite =
        CanonicalSuite.of(
            spec.environment(),
            file.toAbsolutePath().resolveSibling(reference.suite()),
            spec.task().factories().getFirst().effective().values(),
            spec.task().coPlayer().map(PartnerPopulation::parse));
    suite.check(spec.task().factories().getFirst(), reference, file);
    return Optional.of(new Comparison(reference, suite));
  }

  /// Changes how often the policy is compared.
  void change(RunSettings.GapRule rule) {
    every = rule.every();
  }

  /// Adds a comparison to the measurements of an update if it is time for one.
  UpdateReport measured(UpdateReport report, Supplier<Checkpoint> policy, UpdateProgress progress) {
    latest = Optional.empty();
    if (comparison.isEmpty() || every == 0 || report.update() % every != 0) {
      return report;
    }
    progress.reached(UpdateProgress.Phase.EVALUATE, 0, 0);
    Comparison with = comparison.get();
    Map<String, Double> simulated = policies.evaluate(policy.get(), with.suite());
    GapRow row = with.reference().row(report.update(), report.update(), simulated);
    append(folder, row);
    latest = Optional.of(row);
    Map<String, Double> metrics = new LinkedHashMap<>();
    row.gaps().forEach((scenario, gap) -> metrics.put(PREFIX + scenario, gap));
    metrics.put(MEAN, row.mean());
    return report.with(metrics);
  }

  /// The comparison of the last update, if it calls for adjustment.
  Optional<GapRow> alert() {
    return latest.filter(GapRow::alert);
  }

  /// Adds a row; rows of updates that run again are replaced.
  private static void append(RunFolder folder, GapRow row) {
    List<GapRow> rows = new ArrayList<>();
    for (GapRow old : read(folder)) {
      if (old.epoch() < row.epoch()) {
        rows.add(old);
      }
    }
    rows.add(row);
    try {
      StringBuilder lines = new StringBuilder();
      for (GapRow each : rows) {
        lines.append(JSON.writeValueAsString(each)).append('\n');
      }
      AtomicFile.write(folder.gaps(), lines.toString().getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new Problem(
          wording("RunGap.rows_cannot_be_written"),
          folder.gaps().toString(),
          wording("RunGap.free_disk_space"),
          e);
    }
  }

  /// The comparisons of a run so far, oldest first.
  ///
  /// @throws Problem if the file cannot be read
  public static List<GapRow> read(RunFolder folder) {
    List<GapRow> rows = new ArrayList<>();
    try {
      for (String line : Files.readAllLines(folder.gaps(), StandardCharsets.UTF_8)) {
        rows.add(WholeJson.read(JSON, line, GapRow.class));
      }
    } catch (NoSuchFileException _) {
      return List.of();
    } catch (JsonProcessingException e) {
      throw new Problem(
          wording("RunGap.rows_are_damaged", JsonFault.words(e)),
          folder.gaps().toString(),
          wording("RunGap.delete_the_file"),
          e);
    } catch (IOException e) {
      throw new Problem(
          wording("RunGap.rows_cannot_be_read"),
          folder.gaps().toString(),
          wording("RunGap.delete_the_file"),
          e);
    }
    return rows;
  }
}
