package dev.hindsight.app.cli.train;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.console.SeedOption;
import dev.hindsight.app.cli.console.SettingOption;
import dev.hindsight.app.training.RunLauncher;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.run.ledger.TrainingRequest;
import dev.hindsight.trainer.run.session.RunContext;
import dev.hindsight.trainer.run.session.TrainingResult;
import dev.hindsight.trainer.run.session.TrainingRun;
import dev.hindsight.trainer.task.GracefulShutdown;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `hindsight train`: trains a policy from scratch, or starts from another one.
@Command(name = "train", description = "Train a policy.")
public final class TrainCommand extends CommandBase {
  @Option(
      names = "--env",
      paramLabel = "E",
      required = true,
      description = "The environment: drive, darkroom, ...")
  private String environment;

  @Option(
      names = "--algorithm",
      paramLabel = "A",
      description = "The algorithm: ppo, sac. Default: ppo.")
  private Optional<String> algorithm;

  @Option(
      names = "--preset",
      paramLabel = "P",
      description =
          "A named set of tested settings. Default: the first for environment and algorithm.")
  private Optional<String> preset;

  @Option(
      names = "--map",
      paramLabel = "FILE|NAME",
      description = "A map to train on; may be repeated. Default: the preset's.")
  private List<String> maps = List.of();

  @Mixin private SettingOption settings;

  @Mixin private SeedOption seed;

  @Option(names = "--device", defaultValue = "cpu", description = "cpu or gpu. Default: cpu.")
  private TrainingTask.Device device;

  @Option(
      names = "--from",
      paramLabel = "CHECKPOINT",
      description = "Initial weights. Default: random.")
  private Optional<String> parent;

  @Option(
      names = "--co-player",
      paramLabel = "CHECKPOINT",
      description =
          "A finished policy, by file or name, that drives all agents that are not egos"
              + " (drive: --set num_ego_agents=N). It does not learn and its scores do not count.")
  private Optional<String> coPlayer;

  @Option(
      names = "--break-when",
      paramLabel = "CONDITION",
      description = {
        "End the run at the tick at which this starts to hold for an agent, and record what"
            + " led to it in the run's folder; may be repeated.",
        "Written like a breakpoint: 'collision[a] && value[a] > 0.5'."
      })
  private List<String> breaks = List.of();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Parent of the run's folder. Default: the user's data folder.")
  private Optional<Path> out;

  @Override
  public Integer call() {
    TrainingRequest request =
        new TrainingRequest(
            environment,
            preset,
            maps,
            settings.values(),
            seed.value(),
            device,
            parent,
            coPlayer,
            algorithm);
    Path home = out.orElseGet(RunContext::usualHome);
    return GracefulShutdown.awaiting(cancellation -> {
      TrainingBreakpoints listener =
          new TrainingBreakpoints(console(), format(), new RunPrinter(console(), format()));
      TrainingRun run = RunLauncher.begin(request, home, listener);
      listener.arm(run, breaks);
      TrainingResult result = run.run(Progress.SILENT, cancellation);
      listener.check();
      return RunResults.print(console(), format(), result);
    });
  }
}
