package dev.hindsight.app.cli.train;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.run.MetricsLog;
import dev.hindsight.trainer.run.RunFolder;
import dev.hindsight.trainer.run.RunLedger;
import dev.hindsight.trainer.run.RunProgress;
import dev.hindsight.trainer.run.RunRecord;
import dev.hindsight.trainer.run.RunStart;
import dev.hindsight.trainer.run.UpdateReport;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `hindsight runs compare`: where runs differ, and what came of it.
@Command(
    name = "compare",
    description = "Compare runs: settings that differ, scores by trial, curves.")
public final class RunsCompareCommand extends CommandBase {
  @Parameters(
      paramLabel = "RUN",
      arity = "2..*",
      description = "Names, prefixes of names, or folders.")
  private List<String> names = new ArrayList<>();

  @Override
  public Integer call() {
    RunLedger runLedger = RunLedger.ofUser();
    List<RunRecord> runs = names.stream().map(runLedger::find).toList();
    Map<String, List<String>> differing = differing(runs);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("runs", runs.stream().map(RunFields::fields).toList());
    fields.put("difference", differing);
    fields.put("curves", runs.stream().map(RunsCompareCommand::curve).toList());
    console().result(format(), fields, words(runs, differing));
    return OK;
  }

  /// Knobs that are not the same in all runs: name to a value per run.
  private static Map<String, List<String>> differing(List<RunRecord> runs) {
    Set<String> all = new TreeSet<>();
    runs.forEach(run -> all.addAll(run.start().effective().keySet()));
    Map<String, List<String>> differing = new LinkedHashMap<>();
    for (String knob : all) {
      List<String> values = RunFields.values(knob, runs);
      if (new HashSet<>(values).size() > 1) {
        differing.put(knob, values);
      }
    }
    put(differing, "seed", runs, start -> Long.toString(start.seed()));
    put(differing, "maps", runs, start -> String.join(", ", start.scenarios()));
    put(differing, "parent", runs, RunStart::parent);
    put(differing, "co-player", runs, RunStart::coPlayer);
    put(differing, "device", runs, start -> start.device().name().toLowerCase(Locale.ROOT));
    put(differing, "code", runs, RunStart::codeVersion);
    return differing;
  }

  private static void put(
      Map<String, List<String>> differing,
      String name,
      List<RunRecord> runs,
      Function<RunStart, String> value) {
    List<String> values = runs.stream().map(RunRecord::start).map(value).toList();
    if (new HashSet<>(values).size() > 1) {
      differing.put(name, values);
    }
  }

  /// A point an update: how far it was, and the scores.
  private static List<Map<String, Object>> curve(RunRecord run) {
    List<Map<String, Object>> curve = new ArrayList<>();
    long steps = 0;
    for (UpdateReport report : MetricsLog.read(new RunFolder(run.start().folder()).metrics())) {
      steps += report.agentSteps();
      Map<String, Object> point = new LinkedHashMap<>();
      point.put("update", report.update());
      point.put("agentSteps", steps);
      point.put("trialScores", report.trialScores());
      curve.add(point);
    }
    return curve;
  }

  private static String words(List<RunRecord> runs, Map<String, List<String>> differing) {
    StringBuilder words = new StringBuilder();
    row(words, "", runs.stream().map(run -> run.id().text()).toList());
    row(
        words,
        "status",
        runs.stream().map(run -> run.status().name().toLowerCase(Locale.ROOT)).toList());
    differing.forEach((knob, values) -> row(words, knob, values));
    row(words, "updates", runs.stream().map(RunsCompareCommand::updates).toList());
    row(words, "agent steps", progress(runs, p -> NumberWords.count(p.agentSteps())));
    row(words, "seconds", progress(runs, p -> NumberWords.decimals(p.seconds(), 1)));
    row(words, "scores by trial", progress(runs, p -> RunResults.scores(p.recentScores())));
    row(words, "last trial, by fifths", runs.stream().map(RunsCompareCommand::fifths).toList());
    row(
        words,
        "ada_delta",
        progress(runs, p -> p.adaDelta().map(NumberWords::exactScore).orElse("none")));
    return words.toString().stripTrailing();
  }

  /// The curve of the last trial's score in a line: its mean over each fifth of the updates done.
  private static String fifths(RunRecord run) {
    List<Double> scores =
        MetricsLog.read(new RunFolder(run.start().folder()).metrics()).stream()
            .map(UpdateReport::trialScores)
            .filter(trials -> !trials.isEmpty())
            .map(List::getLast)
            .toList();
    List<Double> means = new ArrayList<>();
    for (int fifth = 0; fifth < 5; fifth++) {
      scores.subList(fifth * scores.size() / 5, (fifth + 1) * scores.size() / 5).stream()
          .mapToDouble(Double::doubleValue)
          .average()
          .ifPresent(means::add);
    }
    return RunResults.scores(means);
  }

  private static String updates(RunRecord run) {
    return run.progress().map(RunProgress::updates).orElse(0L) + " / " + run.start().updatesInAll();
  }

  private static List<String> progress(List<RunRecord> runs, Function<RunProgress, String> text) {
    return runs.stream().map(run -> run.progress().map(text).orElse("none")).toList();
  }

  private static void row(StringBuilder words, String name, List<String> values) {
    words.append(String.format(Locale.ROOT, "%-28s", name));
    values.forEach(value -> words.append(String.format(Locale.ROOT, "  %-30s", value)));
    words.append('\n');
  }
}
