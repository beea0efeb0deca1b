package dev.hindsight.app.cli.train;

import dev.hindsight.trainer.run.RunFolder;
import dev.hindsight.trainer.run.RunProgress;
import dev.hindsight.trainer.run.RunRecord;
import dev.hindsight.trainer.run.RunStart;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Runs of the ledger as fields.
final class RunFields {
  private RunFields() {}

  /// What a list shows of a run.
  static Map<String, Object> fields(RunRecord run) {
    RunStart start = run.start();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("run", run.id().text());
    fields.put("status", run.status().name().toLowerCase(Locale.ROOT));
    run.ended()
        .filter(end -> !end.reason().isEmpty())
        .ifPresent(e -> fields.put("reason", e.reason()));
    fields.put("begun", run.begun().toString());
    fields.put("environment", start.environment());
    fields.put("preset", start.preset());
    fields.put("seed", start.seed());
    fields.put("device", start.device().name().toLowerCase(Locale.ROOT));
    fields.put("codeVersion", start.codeVersion());
    fields.put("parent", start.parent());
    fields.put("coPlayer", start.coPlayer());
    fields.put("folder", start.folder().toString());
    fields.put("checkpoint", checkpoint(start));
    fields.put("updates", run.progress().map(RunProgress::updates).orElse(0L));
    fields.put("updatesInAll", start.updatesInAll());
    run.progress()
        .ifPresent(progress -> {
          fields.put("agentSteps", progress.agentSteps());
          fields.put("environmentSteps", progress.environmentSteps());
          fields.put("seconds", progress.seconds());
          fields.put("agentStepsPerSecond", progress.agentStepsPerSecond());
          fields.put("trialScores", progress.recentScores());
          progress.adaDelta().ifPresent(delta -> fields.put("adaDelta", delta));
          progress.bestScore().ifPresent(best -> fields.put("bestScore", best));
        });
    fields.put("takenUp", run.takenUp());
    return fields;
  }

  private static String checkpoint(RunStart start) {
    RunFolder folder = new RunFolder(start.folder());
    return Files.exists(folder.latest()) ? folder.latest().toString() : "";
  }

  /// All there is of a run.
  static Map<String, Object> whole(RunRecord run) {
    Map<String, Object> fields = fields(run);
    fields.put("gates", RunResults.of(run.gates()));
    fields.put(
        "changes",
        run.changes().stream()
            .map(change ->
                Map.of(
                    "time", change.time().toString(),
                    "what", change.what(),
                    "value", change.value()))
            .toList());
    fields.put("scenarios", run.start().scenarios());
    fields.put("difference", run.start().difference());
    fields.put("config", run.start().effective());
    return fields;
  }

  /// Values of a knob in several runs, the same order.
  static List<String> values(String knob, List<RunRecord> runs) {
    return runs.stream().map(run -> run.start().effective().getOrDefault(knob, "")).toList();
  }
}
