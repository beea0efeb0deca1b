package dev.hindsight.app.cli.train;

import static dev.hindsight.app.text.AppText.wording;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.console.Console;
import dev.hindsight.app.cli.console.NeedsOption;
import dev.hindsight.app.cli.console.OutputFormat;
import dev.hindsight.app.figure.FigureFile;
import dev.hindsight.app.training.ChartAxis;
import dev.hindsight.app.training.RunComparison;
import dev.hindsight.app.training.RunFigure;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.run.foreign.ImportedRun;
import dev.hindsight.trainer.run.ledger.Gate;
import dev.hindsight.trainer.run.ledger.LedgerEntry;
import dev.hindsight.trainer.run.ledger.ListedRun;
import dev.hindsight.trainer.run.ledger.MetricsLog;
import dev.hindsight.trainer.run.ledger.RunCopy;
import dev.hindsight.trainer.run.ledger.RunFilter;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.RunLabel;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.run.ledger.RunProgress;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.run.ledger.RunStart;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight runs`: shows the training runs in the ledger. Without a subcommand it lists them.
@Command(
    name = "runs",
    subcommands = {
      RunsCommand.RunsListCommand.class,
      RunsCommand.RunsShowCommand.class,
      RunsCommand.RunsCompareCommand.class,
      RunsVersionsCommand.class,
      RunsBufferCommand.class,
      RunsBucketsCommand.class,
      RunsExportCommand.class,
      RunsImportCommand.class,
      RunsEditCommand.class,
      RunsDeleteCommand.class,
      RunsRestoreCommand.class
    })
public final class RunsCommand extends CommandBase {
  @Override
  public Integer call() {
    return list(console(), format(), RunFilter.ALL);
  }

  /// Prints the runs that pass a filter, oldest first.
  private static int list(Console console, OutputFormat format, RunFilter filter) {
    RunLedger runLedger = RunLedger.ofUser();
    List<ListedRun> all = ListedRun.all(runLedger);
    List<ListedRun> runs = all.reversed().stream().filter(filter::test).toList();
    String none =
        all.isEmpty()
            ? wording("RunsCommand.no_runs_yet_start_one_with")
            : wording("RunsCommand.no_run_passes_the_filter");
    String words =
        runs.isEmpty()
            ? none
            : runs.stream().map(RunsCommand::line).collect(Collectors.joining("\n"));
    long unreadable = runLedger.unreadable();
    if (unreadable > 0) {
      console.problem(wording("RunsCommand.lines_are_no_entry", runLedger.file(), unreadable));
    }
    console.result(
        format,
        new RunsJson(runLedger.file().toString(), runs.stream().map(RunJson::of).toList()),
        words);
    return OK;
  }

  private static String line(ListedRun listed) {
    RunRecord run = listed.record();
    String alarms =
        run.alarms().stream().map(RunRecord.RaisedAlarm::kind).collect(Collectors.joining(", "));
    return String.format(
        Locale.ROOT,
        wording("RunsCommand.updates_scores"),
        run.id(),
        listed.status().words(),
        run.progress().map(p -> p.updates()).orElse(0L),
        run.start().updatesInAll(),
        run.progress().map(p -> RunResults.scores(p.recentScores())).orElse("none"),
        (ImportedRun.is(run)
                ? ""
                : wording("RunsCommand.seed", run.start().preset(), run.start().seed()))
            + label(listed.label())
            + (alarms.isEmpty() ? "" : wording("RunsCommand.alarm", alarms)));
  }

  /// Name and tags after other words: ` "small" #baseline`; empty without both.
  private static String label(RunLabel label) {
    String name = label.name().isEmpty() ? "" : "  \"" + label.name() + "\"";
    return label.tags().stream().map(tag -> " #" + tag).collect(Collectors.joining("", name, ""));
  }

  private record RunsJson(String ledger, List<RunJson> runs) {}

  /// A run in a list.
  ///
  /// @param seed empty for an imported run, like whatever else its log does not say
  /// @param checkpoint the newest, or empty
  /// @param progress null before the first update
  /// @param takenUp how often it was resumed
  private record RunJson(
      String run,
      String name,
      List<String> tags,
      String note,
      String status,
      List<RunAlarmJson> alarms,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<String> reason,
      String begun,
      String environment,
      String preset,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Long> seed,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<String> device,
      String codeVersion,
      String parent,
      String coPlayer,
      String folder,
      String checkpoint,
      long updates,
      long updatesInAll,
      @JsonUnwrapped @Nullable RunProgressJson progress,
      int takenUp) {
    static RunJson of(RunRecord run) {
      return of(ListedRun.of(run));
    }

    static RunJson of(ListedRun listed) {
      RunRecord run = listed.record();
      RunStart start = run.start();
      Path latest = new RunFolder(start.folder()).latest();
      boolean imported = ImportedRun.is(run);
      return new RunJson(
          run.id().text(),
          listed.label().name(),
          listed.label().tags(),
          listed.label().note(),
          listed.status().name().toLowerCase(Locale.ROOT),
          run.alarms().stream().map(RunAlarmJson::of).toList(),
          run.ended().map(LedgerEntry.Ended::reason).filter(reason -> !reason.isEmpty()),
          run.begun().toString(),
          start.environment(),
          start.preset(),
          Optional.of(start.seed()).filter(_ -> !imported),
          Optional.of(start.device().name().toLowerCase(Locale.ROOT)).filter(_ -> !imported),
          start.codeVersion(),
          start.parent(),
          start.coPlayer(),
          start.folder().toString(),
          Files.exists(latest) ? latest.toString() : "",
          run.progress().map(RunProgress::updates).orElse(0L),
          start.updatesInAll(),
          run.progress().map(progress -> RunProgressJson.of(progress, imported)).orElse(null),
          run.takenUp());
    }
  }

  /// An alarm that holds, or held when the run ended.
  ///
  /// @param update the last update before it
  private record RunAlarmJson(String kind, double value, long update, String cause) {
    static RunAlarmJson of(RunRecord.RaisedAlarm alarm) {
      return new RunAlarmJson(alarm.kind(), alarm.value(), alarm.update(), alarm.cause());
    }

    @Override
    public String toString() {
      return kind + ": " + cause;
    }
  }

  private record RunProgressJson(
      long agentSteps,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Long> environmentSteps,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Double> seconds,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Double> agentStepsPerSecond,
      List<Double> trialScores,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Double> adaDelta,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Double> bestScore,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Double> bestReturn) {
    static RunProgressJson of(RunProgress progress, boolean imported) {
      // A log without times does not say how long the run took.
      boolean timed = !imported || progress.seconds() > 0;
      return new RunProgressJson(
          progress.agentSteps(),
          Optional.of(progress.environmentSteps()).filter(_ -> !imported),
          Optional.of(progress.seconds()).filter(_ -> timed),
          Optional.of(progress.agentStepsPerSecond()).filter(_ -> timed),
          progress.recentScores(),
          progress.gain(),
          progress.bestScore(),
          progress.bestReturn());
    }
  }

  /// `hindsight runs list`.
  @Command(name = "list")
  static final class RunsListCommand extends CommandBase {
    @Parameters(paramLabel = "WORD", descriptionKey = "RunsListCommand.words")
    private List<String> words = new ArrayList<>();

    @Option(names = "--alarmed", descriptionKey = "RunsListCommand.alarmed")
    private boolean alarmed;

    @Override
    public Integer call() {
      RunFilter filter = RunFilter.of(String.join(" ", words));
      return list(console(), format(), alarmed ? filter.alarmed() : filter);
    }
  }

  /// `hindsight runs show`: everything in the ledger about one run.
  @Command(name = "show")
  static final class RunsShowCommand extends CommandBase {
    @Parameters(paramLabel = "RUN", descriptionKey = "RunsShowCommand.run")
    private String run;

    @Override
    public Integer call() {
      RunRecord record = RunCopy.find(RunLedger.ofUser(), run);
      console().result(format(), WholeRunJson.of(record), words(record));
      return OK;
    }

    private static String words(RunRecord record) {
      StringBuilder words = new StringBuilder();
      fields(RunJson.of(record))
          .forEach(
              (name, value) -> words.append(String.format(Locale.ROOT, "%-20s %s%n", name, value)));
      words.append("gates\n");
      for (Gate gate : record.gates()) {
        words.append("  ").append(gate).append('\n');
      }
      record
          .changes()
          .forEach(change ->
              words.append(
                  String.format(
                      Locale.ROOT,
                      "%s  %s %s  %s%n",
                      change.time(),
                      change.what(),
                      change.value(),
                      change.words())));
      words.append(
          record.start().parent().isEmpty()
              ? wording("RunsCommand.different_from_the_preset")
              : wording("RunsCommand.different_from_the_parent"));
      for (Map.Entry<String, List<String>> knob : record.start().difference().entrySet()) {
        words.append(
            String.format(
                Locale.ROOT,
                wording("RunsCommand.not"),
                knob.getKey(),
                knob.getValue().getLast(),
                knob.getValue().getFirst()));
      }
      return words.toString().stripTrailing();
    }

    /// Everything about a run.
    ///
    /// @param difference from the preset or the parent: for each knob, their value and its own
    /// @param config the effective value of each knob
    private record WholeRunJson(
        @JsonUnwrapped RunJson run,
        List<RunResults.GateJson> gates,
        List<RunChangeJson> changes,
        List<String> scenarios,
        Map<String, List<String>> difference,
        Map<String, String> config) {
      static WholeRunJson of(RunRecord run) {
        return new WholeRunJson(
            RunJson.of(run),
            RunResults.of(run.gates()),
            run.changes().stream()
                .map(change ->
                    new RunChangeJson(
                        change.time().toString(),
                        change.what(),
                        change.value(),
                        change.update(),
                        change.words()))
                .toList(),
            run.start().scenarios(),
            run.start().difference(),
            run.start().effective());
      }
    }

    /// @param update the last one before the change; -1 if unknown
    /// @param words the cause of an alarm, or empty
    private record RunChangeJson(
        String time, String what, double value, long update, String words) {}
  }

  /// `hindsight runs compare`: how runs differ, and their results.
  @Command(name = "compare")
  static final class RunsCompareCommand extends CommandBase {
    private static final int FIFTHS = 5;

    @Parameters(paramLabel = "RUN", arity = "2..*", descriptionKey = "RunsCompareCommand.names")
    private List<String> names = new ArrayList<>();

    @Option(names = "--figure", paramLabel = "FILE", descriptionKey = "RunsCompareCommand.figure")
    private @Nullable Path figure;

    @NeedsOption("--figure")
    @Option(
        names = "--metric",
        paramLabel = "NAME",
        defaultValue = "last",
        descriptionKey = "RunsCompareCommand.metric")
    private String metric = "last";

    @NeedsOption("--figure")
    @Option(
        names = "--over",
        paramLabel = "AXIS",
        defaultValue = "updates",
        descriptionKey = "RunsCompareCommand.over")
    private ChartAxis over = ChartAxis.UPDATES;

    @NeedsOption("--figure")
    @Option(
        names = "--smoothing",
        paramLabel = "FACTOR",
        defaultValue = "0",
        descriptionKey = "RunsCompareCommand.smoothing")
    private double smoothing;

    @NeedsOption("--figure")
    @Option(
        names = "--width",
        paramLabel = "WIDTH",
        defaultValue = "column",
        descriptionKey = "RunsCompareCommand.width")
    private FigureFile.Width width = FigureFile.Width.COLUMN;

    @NeedsOption("--figure")
    @Option(names = "--apart", descriptionKey = "RunsCompareCommand.apart")
    private boolean apart;

    private record RunsComparisonJson(
        List<RunJson> runs,
        Map<String, List<String>> difference,
        List<List<CurvePointJson>> curves) {}

    private record CurvePointJson(long update, long agentSteps, List<Double> trialScores) {}

    @Override
    public Integer call() {
      RunLedger runLedger = RunLedger.ofUser();
      List<RunRecord> runs = names.stream().map(name -> RunCopy.find(runLedger, name)).toList();
      Map<String, List<String>> differing = RunComparison.differing(runs);
      List<Measured> measured = runs.stream().map(this::measured).toList();
      if (figure != null) {
        RunFigure.of(runs, new RunFigure.Question(metric, over, smoothing, apart))
            .write(figure, width);
      }
      RunsComparisonJson json =
          new RunsComparisonJson(
              runs.stream().map(RunJson::of).toList(),
              differing,
              measured.stream().map(RunsCompareCommand::curve).toList());
      console().result(format(), json, words(measured, differing));
      return OK;
    }

    /// A run and its updates, oldest first.
    private record Measured(RunRecord run, List<UpdateReport> reports) {}

    /// Reads the updates of a run, and says if there are fewer than the ledger knows of.
    private Measured measured(RunRecord run) {
      MetricsLog.lacking(run).ifPresent(problem -> console().problem(problem.getMessage()));
      return new Measured(run, MetricsLog.read(RunFolder.of(run).metrics()));
    }

    /// One point per update: the progress and the scores.
    private static List<CurvePointJson> curve(Measured run) {
      List<CurvePointJson> curve = new ArrayList<>();
      long steps = 0;
      for (UpdateReport report : run.reports()) {
        steps += report.agentSteps();
        curve.add(new CurvePointJson(report.update(), steps, report.trialScores()));
      }
      return curve;
    }

    private static String words(List<Measured> measured, Map<String, List<String>> differing) {
      List<RunRecord> runs = measured.stream().map(Measured::run).toList();
      StringBuilder words = new StringBuilder();
      row(words, "", runs.stream().map(run -> run.id().text()).toList());
      List<String> titles = runs.stream().map(ListedRun::of).map(ListedRun::title).toList();
      if (!titles.equals(runs.stream().map(run -> run.id().text()).toList())) {
        row(words, "name", titles);
      }
      row(
          words,
          "status",
          runs.stream().map(run -> run.status().name().toLowerCase(Locale.ROOT)).toList());
      differing.forEach((knob, values) -> row(words, knob, values));
      row(words, "updates", runs.stream().map(RunsCompareCommand::updates).toList());
      row(
          words,
          wording("RunsCommand.agent_steps"),
          progress(runs, p -> NumberWords.count(p.agentSteps())));
      row(words, "seconds", progress(runs, p -> NumberWords.decimals(p.seconds(), 1)));
      row(
          words,
          wording("RunsCommand.scores_by_trial"),
          progress(runs, p -> RunResults.scores(p.recentScores())));
      row(
          words,
          wording("RunsCommand.last_trial_by_fifths"),
          measured.stream().map(RunsCompareCommand::fifths).toList());
      row(
          words,
          "ada_delta",
          progress(runs, p -> p.gain().map(NumberWords::exactScore).orElse("none")));
      row(words, "return", measured.stream().map(run -> recent(run, UpdateReport.RETURN)).toList());
      row(words, "length", measured.stream().map(run -> recent(run, "episode/length")).toList());
      return words.toString().stripTrailing();
    }

    /// A metric over the same updates as the scores.
    private static String recent(Measured run, String metric) {
      return RunProgress.recent(run.reports(), metric).stream()
          .mapToObj(mean -> NumberWords.decimals(mean, 2))
          .findFirst()
          .orElse("none");
    }

    /// The curve of the last trial's score in one line: its mean over each fifth of the updates so
    /// far, and a dash for a fifth without a score.
    private static String fifths(Measured run) {
      List<UpdateReport> all = run.reports();
      List<OptionalDouble> means = new ArrayList<>();
      for (int fifth = 0; fifth < FIFTHS; fifth++) {
        means.add(
            all.subList(fifth * all.size() / FIFTHS, (fifth + 1) * all.size() / FIFTHS).stream()
                .mapToDouble(UpdateReport::lastScore)
                .filter(Double::isFinite)
                .average());
      }
      return means.stream().allMatch(OptionalDouble::isEmpty)
          ? "none"
          : means.stream()
              .map(mean ->
                  mean.isPresent()
                      ? NumberWords.exactScore(mean.getAsDouble())
                      : wording("RunsCommand.nothing"))
              .collect(Collectors.joining(" "));
    }

    private static String updates(RunRecord run) {
      return run.progress().map(RunProgress::updates).orElse(0L)
          + " / "
          + run.start().updatesInAll();
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
}
