package dev.hindsight.trainer.study;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.JsonFault;
import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// How far a simulation is from reference numbers: numbers that a user brings in a data file, for
/// the scenarios of a suite. They may have been measured anywhere, so nothing here calls them real.
///
/// ```
/// gap of a scenario = |simulated - reference| / max(|reference|, 1e-8)
/// alert            <=> mean of the gaps > 0.15
/// ```
///
/// @param suite name of the suite's file; beside the file with the numbers unless it is absolute
/// @param reference the number of each scenario, at least one, all finite
public record ReferenceGap(String suite, Map<String, Double> reference) {
  /// The mean gap above which training should pause for adjustment; exactly this one does not.
  public static final double LARGEST = 0.15;

  /// Number of epochs after which the suite runs again.
  public static final int EVERY_EPOCHS = 10;

  private static final double LEAST_REFERENCE = 1e-8;

  /// Copies the map, keeping the order.
  public ReferenceGap {
    reference = Collections.unmodifiableMap(new LinkedHashMap<>(reference));
  }

  /// One run of the suite.
  ///
  /// @param epoch of the training
  /// @param version of the policy
  /// @param suite name of the suite
  /// @param gaps by scenario
  /// @param mean of the gaps
  public record GapRow(
      long epoch, long version, String suite, Map<String, Double> gaps, double mean) {
    /// Copies the map, keeping the order.
    public GapRow {
      gaps = Collections.unmodifiableMap(new LinkedHashMap<>(gaps));
    }

    /// Whether training should pause for adjustment.
    public boolean alert() {
      return mean > LARGEST;
    }
  }

  /// Writes a file that [#read] reads.
  ///
  /// @throws Problem if that fails
  public void write(Path file) {
    try {
      AtomicFile.write(
          file, new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsBytes(this));
    } catch (IOException e) {
      throw new Problem(
          wording("ReferenceGap.it_cannot_be_written", e.getMessage()),
          file.toString(),
          wording("ReferenceGap.check_the_folder"),
          e);
    }
  }

  /// Reads a file such as `{"suite": "rooms.json", "reference": {"seed 1": 0.8, "seed 2": 0.5}}`.
  ///
  /// @throws Problem if it is no such file
  public static ReferenceGap read(Path file) {
    try {
      JsonNode root = new ObjectMapper().readTree(Files.readString(file));
      JsonNode numbers = root.path("reference");
      Map<String, Double> reference = new LinkedHashMap<>();
      numbers.properties().forEach(one -> reference.put(one.getKey(), number(one, file)));
      if (reference.isEmpty() || !root.path("suite").isTextual()) {
        throw problem(wording("ReferenceGap.suite_or_reference_is_missing"), file);
      }
      return new ReferenceGap(root.path("suite").asText(), reference);
    } catch (JsonProcessingException e) {
      throw problem(wording("ReferenceGap.it_is_not_json", JsonFault.words(e)), file);
    } catch (IOException e) {
      throw problem(wording("ReferenceGap.it_cannot_be_read", e.getMessage()), file);
    }
  }

  private static double number(Map.Entry<String, JsonNode> one, Path file) {
    if (!one.getValue().isNumber() || !Double.isFinite(one.getValue().asDouble())) {
      throw problem(wording("ReferenceGap.is_not_a_number", one.getKey()), file);
    }
    return one.getValue().asDouble();
  }

  private static Problem problem(String what, Path file) {
    return new Problem(what, file.toString(), wording("ReferenceGap.write_a_suite_and_numbers"));
  }

  /// Compares a run of the suite with the reference.
  ///
  /// @param simulated the number of every scenario of the reference
  /// @throws IllegalArgumentException if one is missing or not finite
  public GapRow row(long epoch, long version, Map<String, Double> simulated) {
    Map<String, Double> gaps = new LinkedHashMap<>();
    double sum = 0;
    for (Map.Entry<String, Double> one : reference.entrySet()) {
      double here = simulated.getOrDefault(one.getKey(), Double.NaN);
      if (!Double.isFinite(here)) {
        throw new IllegalArgumentException(one.getKey() + " was not simulated");
      }
      double size = Math.max(Math.abs(one.getValue()), LEAST_REFERENCE);
      double gap = Math.abs(here - one.getValue()) / size;
      gaps.put(one.getKey(), gap);
      sum += gap;
    }
    return new GapRow(epoch, version, suite, gaps, sum / gaps.size());
  }
}
