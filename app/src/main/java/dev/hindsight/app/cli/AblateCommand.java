package dev.hindsight.app.cli;

import dev.hindsight.inspector.attention.AttentionLibrary;
import dev.hindsight.inspector.counterfactual.Effect;
import dev.hindsight.inspector.counterfactual.Interrogation;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.counterfactual.ScoreChange;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.task.Cancellation;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight ablate`: what a policy would have said at a tick with less attention.
@Command(
    name = "ablate",
    description = "Switch off part of a policy's attention at a tick, and see what changes.")
final class AblateCommand extends CommandBase {
  @Parameters(paramLabel = "FILE", description = "A rollout with observations.")
  private Path file;

  @Option(
      names = "--agent",
      paramLabel = "A",
      defaultValue = "0",
      description = "Whose attention. Default: 0.")
  private int agent;

  @Option(names = "--at", paramLabel = "T", required = true, description = "The tick of the query.")
  private int tick;

  @Option(
      names = "--checkpoint",
      paramLabel = "FILE",
      description = "The checkpoint it was recorded with. Default: it is looked for.")
  private Optional<Path> checkpoint = Optional.empty();

  @Option(
      names = "--run-on",
      description =
          "Live on from the tick to the end of the episode, and compare the scores of its trials.")
  private boolean runOn;

  @Option(
      names = "--wipe-memory",
      description =
          "Live on with the memory wiped at the start of every trial. For policies of any kind.")
  private boolean wipe;

  @Option(
      names = "--draws",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "How often to live on, each time with other random numbers. Default: 1, those of the"
              + " recording.")
  private int draws;

  @Mixin private AblationOptions options;

  @Override
  public Integer call() {
    Ablation ablation = options.ablation();
    if (ablation.isNone() && !wipe) {
      throw new Problem(
          "nothing is named to switch off",
          file.toString(),
          "give --head, --ticks, --slots, --trial, --earlier-trials, --limbo or --others");
    }
    if (draws < 1) {
      throw new Problem(draws + " lives tell nothing", "--draws", "give 1 or more");
    }
    try (Rollout rollout = Rollouts.open(file)) {
      AttentionLibrary library = new AttentionLibrary(rollout);
      checkpoint.ifPresent(library::choose);
      try (Interrogation interrogation = new Interrogation(rollout, library)) {
        AblationResults results =
            new AblationResults(
                rollout, file, effect(interrogation, ablation), lived(interrogation, ablation));
        console().result(format(), results.fields(), results.words());
      }
    }
    return OK;
  }

  private Optional<Effect> effect(Interrogation interrogation, Ablation ablation) {
    return ablation.isNone()
        ? Optional.empty()
        : Optional.of(interrogation.effect(agent, tick, ablation, new Cancellation()));
  }

  private Optional<ScoreChange> lived(Interrogation interrogation, Ablation ablation) {
    Cancellation cancellation = new Cancellation();
    if (wipe) {
      return Optional.of(
          interrogation.wiped(agent, tick, draws, console().progress(), cancellation));
    }
    return runOn
        ? Optional.of(
            interrogation.runOn(agent, tick, ablation, draws, console().progress(), cancellation))
        : Optional.empty();
  }
}
