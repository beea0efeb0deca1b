package dev.hindsight.app.evaluation;

import static dev.hindsight.app.text.AppText.wording;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.app.cli.console.ResultJson;
import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.study.EpisodeResult;
import dev.hindsight.trainer.study.EpisodeSteps;
import dev.hindsight.trainer.study.EvaluationReport;
import dev.hindsight.trainer.study.Measure;
import dev.hindsight.trainer.study.MemoryWipe;
import dev.hindsight.trainer.study.TrialResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Evaluations as a file: what `evaluate --json` prints, one or several. Only the episodes are read
/// back; means and intervals are computed from them again.
public final class EvaluationFile {
  private EvaluationFile() {}

  /// Writes evaluations, completely or not at all.
  ///
  /// @param evaluations at least one
  public static void write(Path file, List<FinishedEvaluation> evaluations) {
    write(file, ResultJson.text(json(evaluations)) + "\n");
  }

  /// What `evaluate --json` prints: one evaluation, or several with their comparisons.
  public static Object json(List<FinishedEvaluation> evaluations) {
    List<EvaluationJson> all = evaluations.stream().map(EvaluationJson::of).toList();
    return all.size() == 1
        ? all.getFirst()
        : new EvaluationJson.ComparisonJson(all, EvaluationJson.differences(evaluations));
  }

  /// Writes a text, completely or not at all.
  ///
  /// @throws Problem if the folder or the disk does not allow it
  public static void write(Path file, String text) {
    try {
      AtomicFile.write(file, text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new Problem(
          wording("EvaluationFile.the_file_cannot_be_written"),
          file.toString(),
          wording("EvaluationFile.check_the_folder_and_the_free"),
          e);
    }
  }

  /// Reads evaluations.
  ///
  /// @throws Problem if the file is missing, or not what `evaluate --json` prints
  public static List<FinishedEvaluation> read(Path file) {
    JsonNode node;
    try {
      node = new ObjectMapper().readTree(Files.readString(file));
    } catch (JsonProcessingException e) {
      throw unreadable(file, e);
    } catch (IOException e) {
      throw new Problem(
          wording("EvaluationFile.the_file_cannot_be_read"),
          file.toString(),
          wording("EvaluationFile.check_its_name_and_permissions"),
          e);
    }
    List<FinishedEvaluation> all = new ArrayList<>();
    try {
      if (node.path("evaluations").isArray()) {
        node.path("evaluations").forEach(one -> all.add(evaluation(one)));
      } else {
        all.add(evaluation(node));
      }
    } catch (IllegalArgumentException e) {
      throw unreadable(file, e);
    }
    if (all.isEmpty()) {
      throw unreadable(file, new IllegalArgumentException("no evaluations"));
    }
    return all;
  }

  private static Problem unreadable(Path file, Exception cause) {
    return new Problem(
        wording("EvaluationFile.it_is_not_an_evaluation"),
        file.toString(),
        wording("EvaluationFile.save_one_with_evaluate_json"),
        cause);
  }

  private static FinishedEvaluation evaluation(JsonNode node) {
    String environment = node.required("environment").asText();
    // An environment of a later version has no measures here.
    BuiltInEnvironments.named(environment);
    Map<String, String> settings = new LinkedHashMap<>();
    node.required("settings")
        .properties()
        .forEach(one -> settings.put(one.getKey(), one.getValue().asText()));
    List<EpisodeResult> results = new ArrayList<>();
    node.required("results").forEach(one -> results.add(episode(one)));
    if (results.isEmpty()) {
      throw new IllegalArgumentException("no results");
    }
    return new FinishedEvaluation(
        environment,
        node.required("checkpoint").asText(),
        node.required("checkpointSha256").asText(),
        node.required("wipeMemory").asBoolean() ? MemoryWipe.TRIALS : MemoryWipe.NONE,
        node.required("actions").asText(),
        node.required("seed").asLong(),
        settings,
        text(node, "partners"),
        text(node, "reused"),
        text(node, "otherVersion"),
        new EvaluationReport(
            results,
            node.path("agentSteps").asLong(),
            node.path("environmentSteps").asLong(),
            node.path("seconds").asDouble()));
  }

  private static EpisodeResult episode(JsonNode node) {
    List<TrialResult> trials = new ArrayList<>();
    for (JsonNode trial : node.required("trials")) {
      Map<String, Double> events = new LinkedHashMap<>();
      for (Map.Entry<String, JsonNode> one : trial.properties()) {
        if (!Measure.COMMON.contains(one.getKey()) && one.getValue().isNumber()) {
          events.put(one.getKey(), one.getValue().asDouble());
        }
      }
      trials.add(
          new TrialResult(score(trial), number(trial, "return"), number(trial, "length"), events));
    }
    Map<String, Double> totals = new LinkedHashMap<>();
    node.path("totals")
        .properties()
        .forEach(one -> totals.put(one.getKey(), one.getValue().asDouble(Double.NaN)));
    return new EpisodeResult(
        text(node, "scenario").orElse(""),
        text(node, "partner"),
        node.required("seed").asLong(),
        trials,
        totals,
        trials.isEmpty() && node.hasNonNull("return")
            ? Optional.of(EpisodeSteps.sums(number(node, "return"), number(node, "length")))
            : Optional.empty());
  }

  /// A score is always finite.
  private static double score(JsonNode trial) {
    JsonNode score = trial.required("score");
    if (!score.isNumber()) {
      throw new IllegalArgumentException("a score that is no number: " + score);
    }
    return score.asDouble();
  }

  /// A number that must be there; null is one that is not finite.
  private static double number(JsonNode node, String key) {
    return node.required(key).asDouble(Double.NaN);
  }

  private static Optional<String> text(JsonNode node, String key) {
    return node.hasNonNull(key) ? Optional.of(node.get(key).asText()) : Optional.empty();
  }
}
