package dev.hindsight.app.cli.train;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.console.NeedsOption;
import dev.hindsight.app.cli.console.OutputFormat;
import dev.hindsight.app.cli.console.PartnersOption;
import dev.hindsight.app.cli.console.SeedOption;
import dev.hindsight.app.cli.console.SettingOption;
import dev.hindsight.app.evaluation.EvaluationFile;
import dev.hindsight.app.evaluation.EvaluationJson;
import dev.hindsight.app.evaluation.EvaluationPlan;
import dev.hindsight.app.evaluation.FinishedEvaluation;
import dev.hindsight.trainer.OutputFile;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.study.EvaluationTable;
import dev.hindsight.trainer.study.MemoryWipe;
import dev.hindsight.trainer.study.Suite;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

  @NeedsOption(value = "--suite", whyKey = "EvaluateCommand.the_worst_need_a_file_and")
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
    given.ifPresent(this::requireUse);
    sort.ifPresent(EvaluationTable.empty(FinishedEvaluation.measures(type))::sorted);
    csv.ifPresent(OutputFile::requirePlace);
    worst.flatMap(_ -> suite).ifPresent(OutputFile::requirePlace);
    List<EvaluationPlan.Prepared> prepared = new ArrayList<>();
    for (String checkpoint : checkpoints) {
      prepared.add(plan(type, checkpoint, given).prepare());
      prepared.getFirst().checkSameWorlds(prepared.getLast(), checkpoint);
    }
    if (format() == OutputFormat.WORDS) {
      prepared.stream()
          .flatMap(one -> one.otherVersion().stream())
          .distinct()
          .forEach(change -> console().line(wording("RunPrinter.warning", change)));
    }
    List<FinishedEvaluation> evaluations = new ArrayList<>();
    for (EvaluationPlan.Prepared one : prepared) {
      evaluations.add(done(one));
    }
    EvaluationTable whole = FinishedEvaluation.table(evaluations);
    EvaluationTable table = sort.map(whole::sorted).orElse(whole);
    // First, so that the work of hours is not lost with a full disk.
    console()
        .result(format(), EvaluationFile.json(evaluations), words(prepared, evaluations, table));
    csv.ifPresent(file -> written(file, () -> EvaluationFile.write(file, table.csv())));
    worst.ifPresent(count ->
        suite.ifPresent(
            file -> written(file, () -> FinishedEvaluation.worst(evaluations, count).write(file))));
    return OK;
  }

  /// Refuses a seed that would change nothing: each world has its own, which also seeds its
  /// actions.
  private void requireUse(Suite worlds) {
    if (seed.given() && worlds.worlds().stream().allMatch(world -> world.seed().isPresent())) {
      throw new Problem(
          wording("EvaluateCommand.the_suite_fixes_the_seed"),
          "--seed",
          wording("EvaluateCommand.leave_it_out"));
    }
  }

  private void written(Path file, Runnable writing) {
    writing.run();
    if (format() == OutputFormat.WORDS) {
      console().line(file.toString());
    }
  }

  private void check() {
    if (worst.filter(number -> number < 1).isPresent()) {
      throw new Problem(
          wording("EvaluateCommand.worlds_are_too_few", worst.get()),
          "--worst",
          wording("EvaluateCommand.give_1_or_more"));
    }
    if (suite.isPresent() && worst.isEmpty() && !maps.isEmpty()) {
      throw new Problem(
          wording("EvaluateCommand.a_suite_names_its_own_maps"),
          "--map",
          wording("EvaluateCommand.leave_out_map_or_suite"));
    }
    if (sort.isPresent() && csv.isEmpty() && format() == OutputFormat.JSON) {
      throw new Problem(
          wording("EvaluateCommand.json_has_no_table_to_sort"),
          "--sort",
          wording("EvaluateCommand.leave_it_out_or_add_csv"));
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

  private String words(
      List<EvaluationPlan.Prepared> prepared,
      List<FinishedEvaluation> evaluations,
      EvaluationTable table) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < evaluations.size(); i++) {
      lines.add(EvaluationText.summary(evaluations.get(i)));
      prepared.get(i).remarks(evaluations.get(i)).forEach(remark -> lines.add("  " + remark));
    }
    lines.add(EvaluationText.table(table));
    EvaluationJson.differences(evaluations).forEach(one -> lines.add(one.sentence()));
    return String.join("\n", lines);
  }
}
