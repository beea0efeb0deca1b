package dev.hindsight.app.cli.counterfactual;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.inspector.attention.AttentionReadingCache;
import dev.hindsight.inspector.counterfactual.CounterfactualQueries;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.rollout.TickAddress;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Options that select a policy and one of its queries.
final class QueryOptions {
  @Parameters(paramLabel = "FILE", descriptionKey = "QueryOptions.file")
  private Path file;

  @Option(
      names = "--agent",
      paramLabel = "A",
      defaultValue = "0",
      descriptionKey = "QueryOptions.agent")
  private int agent;

  @Option(
      names = "--at",
      paramLabel = "TICK|TRIAL:TICK",
      required = true,
      descriptionKey = "QueryOptions.at")
  private String at;

  private int tick;

  @Option(names = "--checkpoint", paramLabel = "FILE", descriptionKey = "QueryOptions.checkpoint")
  private Optional<Path> checkpoint = Optional.empty();

  @Option(
      names = "--draws",
      paramLabel = "N",
      defaultValue = "1",
      descriptionKey = "QueryOptions.draws")
  private int draws;

  /// The recording.
  Path file() {
    return file;
  }

  /// The agent of the query.
  int agent() {
    return agent;
  }

  /// The tick of the query; set while the query runs.
  int tick() {
    return tick;
  }

  /// The number of runs to compare.
  int draws() {
    return draws;
  }

  /// Opens the recording, runs the action, and closes it again.
  void ask(QueryAction queryAction) {
    if (draws < 1) {
      throw new Problem(
          wording("QueryOptions.runs_are_too_few", draws),
          "--draws",
          wording("QueryOptions.give_1_or_more"));
    }
    try (Rollout rollout = Rollouts.open(file)) {
      tick = TickAddress.of(at, rollout.trials(), rollout.ticks());
      AttentionReadingCache library = new AttentionReadingCache(rollout);
      checkpoint.ifPresent(library::choose);
      try (CounterfactualQueries interrogation = new CounterfactualQueries(rollout, library)) {
        queryAction.ask(rollout, interrogation);
      }
    }
  }

  /// An action on an open recording.
  @FunctionalInterface
  interface QueryAction {
    /// @param counterfactualQueries of the policy that acted in the recording
    void ask(Rollout rollout, CounterfactualQueries counterfactualQueries);
  }
}
