package dev.hindsight.app.cli.counterfactual;

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
  @Parameters(paramLabel = "FILE", description = "A rollout with observations.")
  private Path file;

  @Option(
      names = "--agent",
      paramLabel = "A",
      defaultValue = "0",
      description = "The agent whose attention and memory are replayed. Default: 0.")
  private int agent;

  @Option(
      names = "--at",
      paramLabel = "TICK|TRIAL:TICK",
      required = true,
      description =
          "The tick of the query, from 0, or a trial from 1 and a tick in it;"
              + " EPISODE:TRIAL:TICK if there are several episodes.")
  private String at;

  private int tick;

  @Option(
      names = "--checkpoint",
      paramLabel = "FILE",
      description = "The checkpoint used for the recording. Default: Hindsight searches for it.")
  private Optional<Path> checkpoint = Optional.empty();

  @Option(
      names = "--draws",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Number of runs, each with other random numbers. Default: 1, with those of the"
              + " recording.")
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
      throw new Problem(draws + " runs are too few", "--draws", "give 1 or more");
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
