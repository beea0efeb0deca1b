package dev.hindsight.app.cli.train;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.console.CommandWithSubcommands;
import dev.hindsight.app.cli.console.SeedOption;
import dev.hindsight.app.cli.console.SettingOption;
import dev.hindsight.app.training.RunLauncher;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.fleet.ChaosDrill;
import dev.hindsight.trainer.fleet.ChaosDrill.ChaosRates;
import dev.hindsight.trainer.fleet.ChaosDrill.DrillPart;
import dev.hindsight.trainer.fleet.ChaosDrill.DrillResult;
import dev.hindsight.trainer.fleet.FleetSettings;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.run.ledger.TrainingRequest;
import dev.hindsight.trainer.task.GracefulShutdown;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `hindsight fleet`: workers in processes of their own, and exercises for workers.
@Command(
    name = "fleet",
    subcommands = {
      FleetInitCommand.class,
      FleetLearnerCommand.class,
      FleetWorkerCommand.class,
      FleetCommand.FleetChaosCommand.class,
      FleetSimulateCommand.class,
      FleetReferenceCommand.class
    })
public final class FleetCommand extends CommandWithSubcommands {
  /// `hindsight fleet chaos`: kills workers at random and checks that only the speed changes.
  @Command(name = "chaos")
  public static final class FleetChaosCommand extends CommandBase {
    @Option(
        names = "--seconds",
        paramLabel = "S",
        defaultValue = "300",
        descriptionKey = "FleetChaosCommand.seconds")
    private int seconds;

    @Option(
        names = "--rate",
        paramLabel = "P",
        defaultValue = "0.05",
        descriptionKey = "FleetChaosCommand.rate")
    private double rate;

    @Option(
        names = "--disturb",
        paramLabel = "P",
        defaultValue = "0",
        descriptionKey = "FleetChaosCommand.disturb")
    private double disturb;

    @Option(
        names = "--slow",
        paramLabel = "P",
        defaultValue = "0",
        descriptionKey = "FleetChaosCommand.slow")
    private double slow;

    @Option(
        names = "--workers",
        paramLabel = "N",
        defaultValue = "4",
        descriptionKey = "FleetChaosCommand.workers")
    private int workers;

    @Option(
        names = "--env",
        paramLabel = "E",
        defaultValue = "darkroom",
        descriptionKey = "FleetChaosCommand.environment")
    private String environment;

    private static final int DECIMALS = 4;
    private static final double MOST_DISTURBANCE = 0.33;

    @Mixin private SeedOption seed;

    @Mixin private SettingOption settings;

    @Override
    public Integer call() {
      check(seconds >= 1, "--seconds", wording("FleetChaosCommand.take_at_least_1"));
      check(rate >= 0 && rate <= 1, "--rate", wording("FleetChaosCommand.take_from_0_to_1"));
      check(
          disturb >= 0 && disturb <= MOST_DISTURBANCE,
          "--disturb",
          wording("FleetChaosCommand.take_from_0_to_a_third"));
      check(slow >= 0 && slow <= 1, "--slow", wording("FleetChaosCommand.take_from_0_to_1"));
      check(workers >= 1, "--workers", wording("FleetChaosCommand.take_at_least_1"));
      settings.leave(FleetSettings.WORKERS, "--workers");
      TrainingTask task =
          RunLauncher.checked(
                  TrainingRequest.of(environment)
                      .with(settings.values())
                      .with(Map.of(FleetSettings.WORKERS, Integer.toString(workers)))
                      .withSeed(seed.value())
                      .by("ppo"))
              .task();
      return GracefulShutdown.awaiting(cancellation -> {
        DrillResult result =
            new ChaosDrill(task, seconds, System::nanoTime, () -> {})
                .run(new ChaosRates(rate, disturb, slow), seed.value(), cancellation);
        console().result(format(), DrillJson.of(result), words(result));
        return result.passed() ? OK : FAILED;
      });
    }

    private static void check(boolean good, String option, String remedy) {
      if (!good) {
        throw new Problem(wording("FleetChaosCommand.it_is_out_of_range"), option, remedy);
      }
    }

    private record DrillJson(
        boolean passed, double difference, double tolerance, DrillPart baseline, DrillPart chaos) {
      static DrillJson of(DrillResult result) {
        return new DrillJson(
            result.passed(),
            result.difference(),
            result.tolerance(),
            result.baseline(),
            result.chaos());
      }
    }

    private static String words(DrillResult result) {
      return wording(
          "FleetChaosCommand.result",
          result.passed() ? "PASS" : "FAIL",
          words(result.baseline()),
          words(result.chaos()),
          NumberWords.decimals(result.difference(), DECIMALS),
          NumberWords.decimals(result.tolerance(), DECIMALS));
    }

    private static String words(DrillPart part) {
      return wording(
          "FleetChaosCommand.part",
          NumberWords.decimals(part.meanReturn(), DECIMALS),
          NumberWords.count(part.episodes()),
          NumberWords.count(part.rounds()),
          NumberWords.count(part.kills()),
          NumberWords.count(part.books().failures()),
          NumberWords.count(part.books().lost()),
          NumberWords.count(part.cutOff()),
          wording(
              "FleetChaosCommand.batches",
              NumberWords.count(part.line().lost()),
              NumberWords.count(part.line().doubled()),
              NumberWords.count(part.line().late()),
              NumberWords.count(part.line().slowed())),
          part.books().balanced()
              ? wording("FleetChaosCommand.books_balance")
              : wording("FleetChaosCommand.books_do_not_balance"));
    }
  }
}
