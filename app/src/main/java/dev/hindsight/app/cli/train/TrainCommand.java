package dev.hindsight.app.cli.train;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.console.DeviceOption;
import dev.hindsight.app.cli.console.PartnersOption;
import dev.hindsight.app.cli.console.SeedOption;
import dev.hindsight.app.cli.console.SettingOption;
import dev.hindsight.app.training.RunLauncher;
import dev.hindsight.trainer.fleet.FleetSettings;
import dev.hindsight.trainer.run.ledger.TrainingRequest;
import dev.hindsight.trainer.run.session.RunContext;
import dev.hindsight.trainer.run.session.TrainingResult;
import dev.hindsight.trainer.run.session.TrainingRun;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `hindsight train`: trains a policy from scratch, or starts from another one.
@Command(name = "train")
public class TrainCommand extends CommandBase {
  @Option(
      names = "--env",
      paramLabel = "E",
      required = true,
      descriptionKey = "TrainCommand.environment")
  private String environment;

  @Option(names = "--algorithm", paramLabel = "A", descriptionKey = "TrainCommand.algorithm")
  private Optional<String> algorithm;

  @Option(names = "--preset", paramLabel = "P", descriptionKey = "TrainCommand.preset")
  private Optional<String> preset;

  @Option(names = "--map", paramLabel = "FILE|NAME", descriptionKey = "TrainCommand.maps")
  private List<String> maps = List.of();

  @Mixin private SettingOption settings;

  @Mixin private SeedOption seed;

  @Mixin private DeviceOption device;

  @Option(names = "--from", paramLabel = "CHECKPOINT", descriptionKey = "TrainCommand.parent")
  private Optional<String> parent;

  @Mixin private PartnersOption partners;

  @Option(names = "--workers", paramLabel = "N", descriptionKey = "TrainCommand.workers")
  private Optional<Integer> workers = Optional.empty();

  @Option(names = "--break-when", paramLabel = "CONDITION", descriptionKey = "TrainCommand.breaks")
  private List<String> breaks = List.of();

  @Option(names = "--out", paramLabel = "DIR", descriptionKey = "TrainCommand.out")
  private Optional<Path> out;

  @Override
  public final Integer call() {
    TrainingRequest request =
        new TrainingRequest(
            environment,
            preset,
            maps,
            typed(),
            seed.value(),
            device.value(),
            parent,
            partners.value(),
            algorithm);
    Path home = out.orElseGet(RunContext::usualHome);
    return stopping(
        wording("TrainCommand.stopping"),
        cancellation -> {
          TrainingBreakpoints listener =
              new TrainingBreakpoints(console(), format(), new RunPrinter(console(), format()));
          TrainingRun run = RunLauncher.begin(request, home, listener).armed(breaks);
          listener.follow(run);
          TrainingResult result = run.run(Progress.SILENT, cancellation);
          listener.check();
          return RunResults.print(console(), format(), result);
        });
  }

  /// The settings, with those that other options decide.
  private Map<String, String> typed() {
    List<DecidedSetting> decided = new ArrayList<>(decided());
    workers.ifPresent(count ->
        decided.add(
            new DecidedSetting("--workers", FleetSettings.WORKERS, Integer.toString(count))));
    Map<String, String> typed = new LinkedHashMap<>(settings.values());
    for (DecidedSetting each : decided) {
      settings.leave(each.name, each.option);
      typed.put(each.name, each.value);
    }
    return typed;
  }

  /// A setting that an option of its own decides.
  protected record DecidedSetting(String option, String name, String value) {}

  /// Settings that further options of a command decide.
  protected List<DecidedSetting> decided() {
    return List.of();
  }
}
