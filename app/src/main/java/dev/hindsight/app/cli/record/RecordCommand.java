package dev.hindsight.app.cli.record;

import static dev.hindsight.app.text.AppText.wording;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.console.OutputFormat;
import dev.hindsight.app.cli.console.PartnersOption;
import dev.hindsight.app.cli.console.SeedOption;
import dev.hindsight.app.cli.console.SettingOption;
import dev.hindsight.app.recording.RecordingPlan;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.env.gym.GymEnvironmentType;
import dev.hindsight.trainer.record.RecordingReport;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `hindsight record`: records an environment and a policy into a rollout file.
@Command(name = "record")
public final class RecordCommand extends CommandBase {
  /// The counts that a person is told, as far as the environment counts them, by their names among
  /// the totals.
  private static final List<String> TOLD =
      List.of("goals", "collisions", "offroad", "losses", "left");

  @Option(names = "--env", defaultValue = "drive", descriptionKey = "RecordCommand.environment")
  private String environment;

  @Option(names = "--map", paramLabel = "FILE|NAME", descriptionKey = "RecordCommand.map")
  private Optional<String> map;

  @Option(
      names = "--checkpoint",
      paramLabel = "FILE|NAME",
      descriptionKey = "RecordCommand.checkpoint")
  private Optional<String> checkpoint;

  @Option(names = "--ticks", paramLabel = "N", descriptionKey = "RecordCommand.ticks")
  private Optional<Integer> ticks;

  @Option(
      names = "--actions",
      paramLabel = "HOW",
      defaultValue = "argmax",
      descriptionKey = "RecordCommand.actions")
  private String actions;

  @Mixin private PartnersOption partners;

  @Mixin private SeedOption seed;

  @Mixin private SettingOption settings;

  @Option(
      names = "--out",
      paramLabel = "X.rollout",
      required = true,
      descriptionKey = "RecordCommand.out")
  private Path out;

  @Override
  public Integer call() throws Exception {
    RecordingPlan plan =
        new RecordingPlan(
            environment,
            map,
            checkpoint,
            partners.value(),
            ticks,
            actions,
            seed.value(),
            settings.values(),
            out);
    Optional<String> warning = plan.otherVersion();
    Optional<String> program = plan.program();
    if (format() == OutputFormat.WORDS) {
      program.ifPresent(console()::line);
      warning.ifPresent(change -> console().line(wording("RunPrinter.warning", change)));
    }
    plan.permitted();
    var report = done(plan);
    console().result(format(), RecordingJson.of(report, out, warning), words(report, out));
    return OK;
  }

  /// A recording, for a program.
  ///
  /// @param goals null if the environment does not count them; so are `collisions` and `offroad`
  /// @param otherVersion that the policy was trained in another version of the environment, in
  ///   words; absent if it was not
  record RecordingJson(
      String rollout,
      int ticks,
      int agents,
      Optional<Long> goals,
      Optional<Long> collisions,
      Optional<Long> offroad,
      SortedMap<String, Double> totals,
      List<Double> trialScores,
      double seconds,
      double agentStepsPerSecond,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<String> otherVersion) {
    static RecordingJson of(RecordingReport report, Path file, Optional<String> otherVersion) {
      return new RecordingJson(
          file.toString(),
          report.ticks(),
          report.agents(),
          report.told("goals"),
          report.told("collisions"),
          report.told("offroad"),
          new TreeMap<>(report.totals()),
          report.trialScores(),
          report.seconds(),
          report.agentStepsPerSecond(),
          otherVersion);
    }
  }

  private static String counted(String name, long count) {
    return switch (name) {
      case "goals" -> wording("RecordCommand.goals", count);
      case "collisions" -> wording("RecordCommand.collisions", count);
      case "offroad" -> wording("RecordCommand.offroad", count);
      case "losses" -> wording("RecordCommand.losses", count);
      default -> wording("RecordCommand.left", count);
    };
  }

  /// A recording, for a person.
  static String words(RecordingReport report, Path file) {
    StringBuilder words = new StringBuilder();
    words.append(
        wording(
            "RecordCommand.ticks_of_agents_in",
            file,
            report.ticks(),
            report.agents(),
            NumberWords.seconds(report.seconds())));
    String counts =
        TOLD.stream()
            .flatMap(name -> report.told(name).map(count -> counted(name, count)).stream())
            .collect(Collectors.joining(", "));
    words.append(counts.isEmpty() ? "" : "; ").append(counts);
    if (Objects.equals(report.totals().get(GymEnvironmentType.REPEATS), 0.0)) {
      words.append(System.lineSeparator()).append(wording("RecordCommand.it_does_not_repeat"));
    }
    for (int k = 0; k < report.trialScores().size(); k++) {
      words.append(
          String.format(
              Locale.ROOT,
              wording("RecordCommand.trial_score"),
              k + 1,
              report.trials(),
              NumberWords.exactScore(report.trialScores().get(k))));
    }
    return words.toString();
  }
}
