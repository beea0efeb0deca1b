package dev.hindsight.app.cli.record;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.console.SeedOption;
import dev.hindsight.app.cli.console.SettingOption;
import dev.hindsight.app.recording.RecordingPlan;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.record.RecordingReport;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `hindsight record`: records an environment and a policy into a rollout file.
@Command(name = "record", description = "Record what a policy does.")
public final class RecordCommand extends CommandBase {
  /// The totals that count bad events; each environment counts its own.
  private static final List<String> HARMS = List.of("collisions", "offroad", "losses", "left");

  @Option(names = "--env", defaultValue = "drive", description = "The environment. Default: drive.")
  private String environment;

  @Option(
      names = "--map",
      paramLabel = "FILE|NAME",
      description = "A map file, or the name of a shipped map.")
  private Optional<String> map;

  @Option(
      names = "--checkpoint",
      paramLabel = "FILE|NAME",
      description =
          "A .pt, .bin or .safetensors file, or a shipped policy. Default: scripted, if"
              + " the actions need a policy.")
  private Optional<String> checkpoint;

  @Option(
      names = "--ticks",
      paramLabel = "N",
      description = "Number of ticks. Default: one whole episode.")
  private Optional<Integer> ticks;

  @Option(
      names = "--actions",
      paramLabel = "HOW",
      defaultValue = "argmax",
      description =
          "argmax, sample, random, or a .npy file of int32 [tick, agent]. Default: argmax.")
  private String actions;

  @Mixin private SeedOption seed;

  @Mixin private SettingOption settings;

  @Option(
      names = "--out",
      paramLabel = "X.rollout",
      required = true,
      description = "The file to write.")
  private Path out;

  @Override
  public Integer call() throws Exception {
    RecordingPlan plan =
        new RecordingPlan(
            environment, map, checkpoint, ticks, actions, seed.value(), settings.values(), out);
    var report = done(plan);
    console().result(format(), RecordingJson.of(report, out), words(report, out));
    return OK;
  }

  /// A recording, for a program.
  record RecordingJson(
      String rollout,
      int ticks,
      int agents,
      long goals,
      long collisions,
      long offroad,
      SortedMap<String, Double> totals,
      List<Double> trialScores,
      double seconds,
      double agentStepsPerSecond) {
    static RecordingJson of(RecordingReport report, Path file) {
      return new RecordingJson(
          file.toString(),
          report.ticks(),
          report.agents(),
          report.goals(),
          report.count("collisions"),
          report.count("offroad"),
          new TreeMap<>(report.totals()),
          report.trialScores(),
          report.seconds(),
          report.agentStepsPerSecond());
    }
  }

  /// A recording, for a person.
  static String words(RecordingReport report, Path file) {
    StringBuilder words = new StringBuilder();
    words.append(
        String.format(
            Locale.ROOT,
            "%s: %d ticks of %d agents in %s; %d goals",
            file,
            report.ticks(),
            report.agents(),
            NumberWords.seconds(report.seconds()),
            report.goals()));
    for (String harm : HARMS) {
      if (report.totals().containsKey(harm)) {
        words.append(", ").append(report.count(harm)).append(' ').append(harm);
      }
    }
    for (int k = 0; k < report.trialScores().size(); k++) {
      words.append(
          String.format(
              Locale.ROOT,
              "%n  trial %d / %d: score %s",
              k + 1,
              report.trialScores().size(),
              NumberWords.exactScore(report.trialScores().get(k))));
    }
    return words.toString();
  }
}
