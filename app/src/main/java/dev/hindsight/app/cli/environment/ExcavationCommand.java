package dev.hindsight.app.cli.environment;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.console.CommandWithSubcommands;
import dev.hindsight.app.cli.console.SeedOption;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.excavation.cases.EpisodeCase;
import dev.hindsight.trainer.env.excavation.maps.ExcavationMap;
import dev.hindsight.trainer.env.excavation.maps.SiteFolder;
import dev.hindsight.trainer.env.excavation.maps.SiteGenerator;
import dev.hindsight.trainer.env.excavation.maps.SiteKind;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight excavation`: small tools for excavation.
@Command(
    name = "excavation",
    synopsisSubcommandLabel = "WHAT",
    subcommands = {
      ExcavationCommand.ExcavationRunCommand.class,
      ExcavationCommand.ExcavationGenerateCommand.class
    })
public final class ExcavationCommand extends CommandWithSubcommands {
  /// `hindsight excavation run`: plays the actions of a file.
  @Command(name = "run")
  static final class ExcavationRunCommand extends CommandBase {
    @Parameters(paramLabel = "FILE.json", descriptionKey = "ExcavationRunCommand.file")
    private Path file;

    @Override
    public Integer call() {
      Map<String, Object> result = EpisodeCase.read(file).result();
      String words =
          result.get("steps") instanceof List<?> steps
              ? steps.stream().map(String::valueOf).collect(Collectors.joining("\n"))
              : "";
      console().result(format(), result, words);
      return OK;
    }
  }

  /// `hindsight excavation generate`: writes a folder of sites.
  @Command(name = "generate")
  static final class ExcavationGenerateCommand extends CommandBase {
    private static final int SMALLEST = 32;
    private static final int LARGEST = 127;

    @Option(
        names = "--kind",
        paramLabel = "KIND",
        defaultValue = "pit",
        descriptionKey = "ExcavationGenerateCommand.kind")
    private SiteKind kind;

    @Option(
        names = "--count",
        paramLabel = "N",
        defaultValue = "4",
        descriptionKey = "ExcavationGenerateCommand.count")
    private int count;

    @Option(
        names = "--size",
        paramLabel = "N",
        defaultValue = "32",
        descriptionKey = "ExcavationGenerateCommand.size")
    private int size;

    @Mixin private SeedOption seed;

    @Option(
        names = "--out",
        paramLabel = "FOLDER",
        required = true,
        descriptionKey = "ExcavationGenerateCommand.out")
    private Path out;

    @Override
    public Integer call() throws Exception {
      if (size < SMALLEST || size > LARGEST) {
        throw new Problem(
            wording("ExcavationCommand.no_sites_have_this_size", size),
            "--size",
            wording("ExcavationCommand.give_a_size", SMALLEST, LARGEST));
      }
      if (count < 1) {
        throw new Problem(
            wording("ExcavationCommand.the_count_is", count),
            "--count",
            wording("ExcavationCommand.give_a_count"));
      }
      List<ExcavationMap> sites = done(this::sites);
      console()
          .result(
              format(),
              Map.of("sites", out.toString(), "count", sites.size(), "size", size),
              wording("ExcavationCommand.sites_of", out, sites.size(), size));
      return OK;
    }

    /// Makes the sites and writes them.
    private List<ExcavationMap> sites(Progress progress, Cancellation cancellation) {
      List<ExcavationMap> sites = new ArrayList<>();
      while (sites.size() < count) {
        cancellation.throwIfCancelled();
        sites.add(SiteGenerator.generate(kind, size, seed.value() + sites.size()));
      }
      SiteFolder.write(out, sites);
      return sites;
    }
  }
}
