package dev.hindsight.app.cli.inspect;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.inspector.breakpoint.BuiltInSignals;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.condition.Condition;
import dev.hindsight.trainer.condition.ConditionHits;
import dev.hindsight.trainer.condition.ConditionScan;
import dev.hindsight.trainer.condition.Signals;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.rollout.foreign.Recordings;
import dev.hindsight.trainer.scene.AgentNames;
import dev.hindsight.trainer.task.GracefulShutdown;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight find`: where a condition holds in a recording.
@Command(
    name = "find",
    description =
        "Find where a condition holds: 'hindsight find X.rollout --when \"removed[a] && trial =="
            + " 2\"'.")
public final class FindCommand extends CommandBase {
  @Parameters(paramLabel = "FILE", description = "A rollout, complete or cut off.")
  private Path file;

  @Option(
      names = "--when",
      paramLabel = "EXPR",
      required = true,
      description = "The condition, in CEL; docs/breakpoints.md lists the names it may use.")
  private String expression;

  @Option(names = "--agent", paramLabel = "N", description = "This agent only. Default: all.")
  private Optional<Integer> agent;

  @Option(
      names = "--checkpoint",
      paramLabel = "FILE",
      description =
          "The checkpoint for entropy and limbo_mass. Default: the one used for the"
              + " recording.")
  private Optional<Path> checkpoint;

  @ArgGroup private HitSelectionOptions hitSelectionOptions = new HitSelectionOptions();

  /// How much of what is found is told.
  static final class HitSelectionOptions {
    @Option(names = "--first", description = "Print only the first hit.")
    private boolean first;

    @Option(names = "--last", description = "Print only the last hit.")
    private boolean last;

    @Option(names = "--count", description = "Print only the number of hits.")
    private boolean count;

    FindResults.HitSelection chosen() {
      return first
          ? FindResults.HitSelection.FIRST
          : last
              ? FindResults.HitSelection.LAST
              : count ? FindResults.HitSelection.COUNT : FindResults.HitSelection.ALL;
    }
  }

  @Override
  public Integer call() throws Exception {
    try (Rollout rollout = Recordings.open(file)) {
      Signals signals = BuiltInSignals.of(rollout, checkpoint);
      if (agent.isPresent() && (agent.get() < 0 || agent.get() >= signals.agents())) {
        throw new Problem(
            "there is no agent " + agent.get(), file.toString(), "it has " + signals.agents());
      }
      Condition condition = Condition.of(expression, signals.vocabulary());
      ConditionHits conditionHits =
          GracefulShutdown.awaiting(
              cancelled -> ConditionScan.of(condition, signals, console().progress(), cancelled));
      TrialIndex trials = rollout.trials();
      FindResults results =
          new FindResults(
              file,
              condition,
              conditionHits,
              trials,
              AgentNames.of(rollout),
              agent.orElse(ConditionHits.ANYONE),
              hitSelectionOptions.chosen());
      console().result(format(), results.fields(), results.words());
    }
    return OK;
  }
}
