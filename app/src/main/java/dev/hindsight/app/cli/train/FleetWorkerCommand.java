package dev.hindsight.app.cli.train;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.console.DeviceOption;
import dev.hindsight.trainer.fleet.FleetAddress;
import dev.hindsight.trainer.fleet.FleetWorker;
import dev.hindsight.trainer.fleet.WorkerEvent;
import dev.hindsight.trainer.fleet.keys.FleetKeys;
import dev.hindsight.trainer.task.GracefulShutdown;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `hindsight fleet worker`: collects for a learner in another process until the run has ended.
@Command(name = "worker")
public final class FleetWorkerCommand extends CommandBase {
  @Option(
      names = "--join",
      paramLabel = "HOST:PORT",
      required = true,
      descriptionKey = "FleetWorkerCommand.join")
  private String join;

  @Option(names = "--keys", paramLabel = "DIR", descriptionKey = "FleetLearnerCommand.keys")
  private Optional<Path> keys = Optional.empty();

  @Option(names = "--bind", paramLabel = "HOST:PORT", descriptionKey = "FleetWorkerCommand.bind")
  private Optional<String> bind = Optional.empty();

  @Option(
      names = "--patience",
      paramLabel = "SECONDS",
      defaultValue = "600",
      descriptionKey = "FleetWorkerCommand.patience")
  private long patience;

  @Mixin private DeviceOption device;

  @Override
  public Integer call() {
    FleetAddress learner = FleetAddress.parse(join, "--join");
    FleetWorker worker =
        new FleetWorker(
            learner,
            bind.map(text -> FleetAddress.parse(text, "--bind")),
            keys.orElseGet(FleetKeys::usualFolder),
            device.value(),
            Duration.ofSeconds(patience));
    return GracefulShutdown.awaiting(cancellation -> {
      EventJson looking =
          new EventJson("looking", wording("FleetWorkerCommand.looking", learner.toString()));
      console().result(format(), looking, looking.detail());
      worker.run(this::print, cancellation);
      return OK;
    });
  }

  private record EventJson(String event, String detail) {}

  private void print(WorkerEvent event) {
    EventJson said =
        switch (event) {
          case WorkerEvent.Joined joined ->
              new EventJson(
                  "joined", wording("FleetWorkerCommand.joined", joined.learner().toString()));
          case WorkerEvent.Assigned assigned ->
              new EventJson(
                  "assigned",
                  wording(
                      "FleetWorkerCommand.assigned", assigned.worker() + 1, assigned.generation()));
          case WorkerEvent.LearnerGone _ ->
              new EventJson("lost", wording("FleetWorkerCommand.lost"));
          case WorkerEvent.Finished _ ->
              new EventJson("finished", wording("FleetWorkerCommand.finished"));
          case WorkerEvent.Refused refused -> new EventJson("refused", refused.why());
        };
    console().result(format(), said, said.detail());
  }
}
