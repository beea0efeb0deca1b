package dev.hindsight.trainer.run.ledger;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hindsight.trainer.run.TrainingTask;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Ledger entries as lines of JSON. Keys of later versions are ignored.
final class LedgerJson {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private LedgerJson() {}

  /// An entry as one line, without the line break.
  static String line(LedgerEntry entry) {
    ObjectNode node = JSON.createObjectNode();
    node.put("run", entry.run().text());
    node.put("time", entry.time().toString());
    switch (entry) {
      case LedgerEntry.Begun begun -> node.put("kind", "begun").set("start", start(begun.start()));
      case LedgerEntry.TakenUp taken ->
          node.put("kind", "taken-up")
              .put("updates", taken.updatesDone())
              .set("process", JSON.valueToTree(taken.process()));
      case LedgerEntry.Checked checked ->
          node.put("kind", "gate").set("gate", JSON.valueToTree(checked.gate()));
      case LedgerEntry.Advanced advanced ->
          node.put("kind", "progress").set("progress", progress(advanced.progress()));
      case LedgerEntry.Changed changed -> {
        node.put("kind", "changed")
            .put("what", changed.what())
            .put("value", changed.value())
            .put("update", changed.update());
        if (!changed.words().isEmpty()) {
          node.put("words", changed.words());
        }
      }
      case LedgerEntry.Deleted _ -> node.put("kind", "deleted");
      case LedgerEntry.Restored _ -> node.put("kind", "restored");
      case LedgerEntry.Ended ended ->
          node.put("kind", "ended")
              .put("status", ended.status().name().toLowerCase(Locale.ROOT))
              .put("reason", ended.reason())
              .set("progress", progress(ended.progress()));
    }
    return node.toString();
  }

  /// Parses a line; empty if it is damaged or of a kind from a later version.
  static Optional<LedgerEntry> entry(String line) {
    try {
      JsonNode node = JSON.readTree(line);
      RunId run = new RunId(node.required("run").asText());
      Instant time = Instant.parse(node.required("time").asText());
      return switch (node.required("kind").asText()) {
        case "begun" ->
            Optional.of(new LedgerEntry.Begun(run, time, start(node.required("start"))));
        case "taken-up" ->
            Optional.of(
                new LedgerEntry.TakenUp(
                    run,
                    time,
                    JSON.treeToValue(node.required("process"), RunProcess.class),
                    node.required("updates").asLong()));
        case "gate" ->
            Optional.of(
                new LedgerEntry.Checked(
                    run, time, JSON.treeToValue(node.required("gate"), Gate.class)));
        case "progress" ->
            Optional.of(new LedgerEntry.Advanced(run, time, progress(node.required("progress"))));
        case "changed" ->
            Optional.of(
                new LedgerEntry.Changed(
                    run,
                    time,
                    node.required("what").asText(),
                    node.required("value").asDouble(),
                    node.path("update").asLong(-1),
                    node.path("words").asText()));
        case "deleted" -> Optional.of(new LedgerEntry.Deleted(run, time));
        case "restored" -> Optional.of(new LedgerEntry.Restored(run, time));
        case "ended" ->
            Optional.of(
                new LedgerEntry.Ended(
                    run,
                    time,
                    RunStatus.valueOf(node.required("status").asText().toUpperCase(Locale.ROOT)),
                    node.path("reason").asText(),
                    progress(node.required("progress"))));
        default -> Optional.empty();
      };
    } catch (JsonProcessingException | RuntimeException _) {
      return Optional.empty();
    }
  }

  /// The JSON of a run's start.
  static ObjectNode start(RunStart start) {
    ObjectNode node = JSON.createObjectNode();
    node.put("environment", start.environment()).put("preset", start.preset());
    node.put("algorithm", start.algorithm()).put("seed", start.seed());
    node.put("device", start.device().name().toLowerCase(Locale.ROOT));
    node.put("codeVersion", start.codeVersion());
    node.put("parent", start.parent()).put("parentSha256", start.parentSha256());
    node.put("coPlayer", start.coPlayer()).put("coPlayerSha256", start.coPlayerSha256());
    node.put("folder", start.folder().toString()).put("updatesInAll", start.updatesInAll());
    node.set("scenarios", JSON.valueToTree(start.scenarios()));
    node.set("mapSha256", JSON.valueToTree(start.mapSha256()));
    node.set("typed", JSON.valueToTree(start.typed()));
    node.set("difference", JSON.valueToTree(start.difference()));
    node.set("effective", JSON.valueToTree(start.effective()));
    return node;
  }

  private static RunStart start(JsonNode node) throws JsonProcessingException {
    return new RunStart(
        node.required("environment").asText(),
        node.path("preset").asText(),
        node.required("algorithm").asText(),
        JSON.treeToValue(node.required("scenarios"), new TypeReference<List<String>>() {}),
        node.has("mapSha256")
            ? JSON.treeToValue(
                node.required("mapSha256"), new TypeReference<Map<String, String>>() {})
            : Map.of(),
        JSON.treeToValue(node.required("typed"), new TypeReference<Map<String, String>>() {}),
        JSON.treeToValue(node.required("effective"), new TypeReference<Map<String, String>>() {}),
        JSON.treeToValue(
            node.required("difference"), new TypeReference<Map<String, List<String>>>() {}),
        node.required("seed").asLong(),
        TrainingTask.Device.valueOf(node.required("device").asText().toUpperCase(Locale.ROOT)),
        node.path("codeVersion").asText(),
        node.path("parent").asText(),
        node.path("parentSha256").asText(),
        node.path("coPlayer").asText(),
        node.path("coPlayerSha256").asText(),
        Path.of(node.required("folder").asText()),
        node.required("updatesInAll").asLong());
  }

  /// The JSON of a run's progress.
  static ObjectNode progress(RunProgress progress) {
    ObjectNode node = JSON.createObjectNode();
    node.put("updates", progress.updates()).put("updatesInAll", progress.updatesInAll());
    node.put("agentSteps", progress.agentSteps());
    node.put("environmentSteps", progress.environmentSteps());
    node.put("seconds", progress.seconds());
    progress.bestScore().ifPresent(best -> node.put("bestScore", best));
    node.put("learningRateFactor", progress.learningRateFactor());
    node.set("trialScores", JSON.valueToTree(progress.recentScores()));
    return node;
  }

  /// Parses a run's progress.
  static RunProgress progress(JsonNode node) {
    List<Double> scores = new ArrayList<>();
    node.required("trialScores").forEach(score -> scores.add(score.asDouble()));
    return new RunProgress(
        node.required("updates").asLong(),
        node.required("updatesInAll").asLong(),
        node.required("agentSteps").asLong(),
        node.required("environmentSteps").asLong(),
        node.required("seconds").asDouble(),
        Optional.ofNullable(node.get("bestScore")).map(JsonNode::asDouble),
        node.required("learningRateFactor").asDouble(),
        scores);
  }
}
