package dev.hindsight.app.cli.counterfactual;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.inspector.counterfactual.AblationEffect;
import dev.hindsight.inspector.counterfactual.CounterfactualQueries;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.counterfactual.ScoreEffect;
import dev.hindsight.trainer.task.Cancellation;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `hindsight ablate`: what a policy would have said at a tick with less attention.
@Command(
    name = "ablate",
    description = "Switch off part of a policy's attention at a tick and see what changes.")
public final class AblateCommand extends CommandBase {
  @Mixin private QueryOptions query;

  @Option(
      names = "--run-on",
      description =
          "Run from the tick to the end of the episode and compare the scores of its trials.")
  private boolean runOn;

  @Option(
      names = "--wipe-memory",
      description =
          "Run from the tick with the memory wiped at the start of every trial. Works for"
              + " any policy.")
  private boolean wipe;

  @Mixin private AblationOptions options;

  @Override
  public Integer call() {
    Ablation ablation = options.ablation();
    if (ablation.isNone() && !wipe) {
      throw new Problem(
          "no part of the attention is named",
          query.file().toString(),
          "give --head, --ticks, --slots, --trial, --earlier-trials, --limbo or --others");
    }
    query.ask((rollout, counterfactualQueries) -> {
      AblationResults results =
          new AblationResults(
              rollout,
              query.file(),
              effect(counterfactualQueries, ablation),
              lived(counterfactualQueries, ablation));
      console().result(format(), results.fields(), results.words());
    });
    return OK;
  }

  private Optional<AblationEffect> effect(
      CounterfactualQueries counterfactualQueries, Ablation ablation) {
    return ablation.isNone()
        ? Optional.empty()
        : Optional.of(
            counterfactualQueries.effect(
                query.agent(), query.tick(), ablation, new Cancellation()));
  }

  private Optional<ScoreEffect> lived(
      CounterfactualQueries counterfactualQueries, Ablation ablation) {
    Cancellation cancellation = new Cancellation();
    if (wipe) {
      return Optional.of(
          counterfactualQueries.runOnWiped(
              query.agent(), query.tick(), query.draws(), console().progress(), cancellation));
    }
    return runOn
        ? Optional.of(
            counterfactualQueries.runOn(
                query.agent(),
                query.tick(),
                ablation,
                query.draws(),
                console().progress(),
                cancellation))
        : Optional.empty();
  }
}
