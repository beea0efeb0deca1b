package dev.hindsight.app.cli.train;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.console.PartnersOption;
import dev.hindsight.app.cli.console.SeedOption;
import dev.hindsight.app.cli.console.SettingOption;
import dev.hindsight.app.training.EvaluationPlan;
import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.study.Difference;
import dev.hindsight.trainer.study.EvaluationReport;
import dev.hindsight.trainer.study.EvaluationTable;
import dev.hindsight.trainer.study.MemoryWipe;
import dev.hindsight.trainer.study.Suite;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `hindsight evaluate`: how well policies do in each trial, over many episodes.
@Command(name = "evaluate")
public final class EvaluateCommand extends CommandBase {
  @Option(names = "--env", paramLabel = "E", descriptionKey = "EvaluateCommand.environment")
  private Optional<String> environment;

  @Option(
      names = "--checkpoint",
      paramLabel = "FILE|NAME",
      required = true,
      descriptionKey = "EvaluateCommand.checkpoint")
  private List<String> checkpoints = new ArrayList<>();

  @Option(
      names = "--episodes",
      paramLabel = "N",
      defaultValue = "1000",
      descriptionKey = "EvaluateCommand.episodes")
  private int episodes;

  @Option(names = "--wipe-memory", descriptionKey = "EvaluateCommand.wipeMemory")
  private boolean wipeMemory;

  @Option(
      names = "--actions",
      paramLabel = "HOW",
      defaultValue = "sample",
      descriptionKey = "EvaluateCommand.actions")
  private String actions;

  @Option(names = "--map", paramLabel = "FILE|NAME", descriptionKey = "EvaluateCommand.maps")
  private List<String> maps = List.of();

  @Option(names = "--sort", paramLabel = "COLUMN", descriptionKey = "EvaluateCommand.sort")
  private Optional<String> sort;

  @Option(names = "--csv", paramLabel = "FILE", descriptionKey = "EvaluateCommand.csv")
  private Optional<Path> csv;

  @Option(names = "--suite", paramLabel = "FILE", descriptionKey = "EvaluateCommand.suite")
  private Optional<Path> suite;

  @Option(names = "--worst", paramLabel = "N", descriptionKey = "EvaluateCommand.worst")
  private Optional<Integer> worst;

  @Mixin private PartnersOption partners;

  @Mixin private SettingOption settings;

  @Mixin private SeedOption seed;

  @Override
  public Integer call() throws Exception {
    check();
    Optional<Suite> given = worst.isPresent() ? Optional.empty() : suite.map(Suite::read);
    String type = environment(given);
    List<EvaluationPlan.Prepared> prepared = new ArrayList<>();
    for (String checkpoint : checkpoints) {
      prepared.add(plan(type, checkpoint, given).prepare());
      prepared.getFirst().checkSameWorlds(prepared.getLast(), checkpoint);
    }
    List<EvaluationReport> reports = new ArrayList<>();
    for (EvaluationPlan.Prepared one : prepared) {
      reports.add(done(one.evaluation()));
    }
    EvaluationTable table = table(prepared, reports);
    csv.ifPresent(file -> write(file, table.csv()));
    if (worst.isPresent()) {
      new Suite(type, texts(prepared.getFirst()), Suite.worst(reports.getFirst(), worst.get()))
          .write(suite.orElseThrow());
    }
    print(type, prepared, reports, table);
    return OK;
  }

  private void check() {
    if (worst.isPresent() && (worst.get() < 1 || suite.isEmpty() || checkpoints.size() > 1)) {
      throw new Problem(
          wording("EvaluateCommand.the_worst_need_a_file_and"),
          "--worst",
          wording("EvaluateCommand.give_worst_n_suite_file_and"));
    }
    if (suite.isPresent() && worst.isEmpty() && !maps.isEmpty()) {
      throw new Problem(
          wording("EvaluateCommand.a_suite_names_its_own_maps"),
          "--map",
          wording("EvaluateCommand.leave_out_map_or_suite"));
    }
    if (checkpoints.stream().distinct().count() < checkpoints.size()) {
      throw new Problem(
          wording("EvaluateCommand.a_checkpoint_is_given_twice"),
          "--checkpoint",
          wording("EvaluateCommand.give_each_once"));
    }
  }

  private String environment(Optional<Suite> given) {
    given.ifPresent(one -> {
      if (environment.filter(id -> !id.equals(one.environment())).isPresent()) {
        throw new Problem(
            wording("EvaluateCommand.the_suite_is_for_another", one.environment()),
            "--env",
            wording("EvaluateCommand.leave_it_out"));
      }
    });
    return environment
        .or(() -> given.map(Suite::environment))
        .orElseThrow(() ->
            new Problem(
                wording("EvaluateCommand.no_environment_is_named"),
                "--env",
                wording("EvaluateCommand.name_one_as_in_env_darkroom")));
  }

  private EvaluationPlan plan(String type, String checkpoint, Optional<Suite> given) {
    return new EvaluationPlan(
        type,
        checkpoint,
        maps,
        settings.values(),
        episodes,
        wipeMemory ? MemoryWipe.TRIALS : MemoryWipe.NONE,
        actions,
        seed.value(),
        given,
        partners.value());
  }

  private EvaluationTable table(
      List<EvaluationPlan.Prepared> prepared, List<EvaluationReport> reports) {
    EvaluationTable table = new EvaluationTable(prepared.getFirst().measures(), List.of());
    for (int i = 0; i < reports.size(); i++) {
      table =
          table.and(
              EvaluationTable.of(
                  checkpoints.get(i), reports.get(i), prepared.getFirst().measures()));
    }
    return sort.map(table::sorted).orElse(table);
  }

  /// The settings of an environment as a user would type them.
  private static Map<String, String> texts(EvaluationPlan.Prepared prepared) {
    Map<String, String> texts = new LinkedHashMap<>();
    prepared.world().values().forEach((name, value) -> texts.put(name, value.asText()));
    return texts;
  }

  private void print(
      String type,
      List<EvaluationPlan.Prepared> prepared,
      List<EvaluationReport> reports,
      EvaluationTable table) {
    List<EvaluationJson> evaluations = new ArrayList<>();
    StringBuilder words = new StringBuilder();
    for (int i = 0; i < reports.size(); i++) {
      evaluations.add(
          EvaluationJson.of(
              type,
              checkpoints.get(i),
              wipeMemory,
              actions,
              reports.get(i),
              prepared.get(i).measures()));
      words.append(i == 0 ? "" : "\n");
      words.append(EvaluationText.summary(checkpoints.get(i), reports.get(i), actions, wipeMemory));
    }
    words.append('\n').append(EvaluationText.table(table));
    List<EvaluationJson.DifferenceJson> differences = differences(reports);
    differences.forEach(one -> words.append('\n').append(one.sentence()));
    csv.ifPresent(file -> words.append('\n').append(file));
    worst.ifPresent(_ -> words.append('\n').append(suite.orElseThrow()));
    console()
        .result(
            format(),
            reports.size() == 1
                ? evaluations.getFirst()
                : new EvaluationJson.ComparisonJson(evaluations, differences),
            words.toString());
  }

  /// Each later policy against the first.
  private List<EvaluationJson.DifferenceJson> differences(List<EvaluationReport> reports) {
    List<EvaluationJson.DifferenceJson> differences = new ArrayList<>();
    for (int i = 1; i < reports.size(); i++) {
      String name = checkpoints.get(i);
      reports
          .getFirst()
          .lastTrialOf(reports.get(i))
          .map(interval -> new Difference(checkpoints.getFirst(), name, interval))
          .ifPresent(difference ->
              differences.add(
                  EvaluationJson.DifferenceJson.of(
                      difference,
                      "lastTrialScore",
                      difference.sentence(
                          wording("EvaluateCommand.the_score_of_the_last_trial"),
                          wording("EvaluateCommand.pairs_of_episodes"),
                          wording("EvaluateCommand.pair_of_episodes")))));
    }
    return differences;
  }

  private static void write(Path file, String text) {
    try {
      AtomicFile.write(file, text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new Problem(
          wording("EvaluateCommand.the_table_cannot_be_written"),
          file.toString(),
          wording("EvaluateCommand.check_the_folder_and_the_free"),
          e);
    }
  }
}
