package dev.hindsight.app.cli.counterfactual;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.inspector.attention.AttentionReadingCache;
import dev.hindsight.inspector.counterfactual.CounterfactualQueries;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.TickAddress;
import dev.hindsight.trainer.rollout.foreign.RecordingOpener;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Options that select a policy and one of its queries.
final class QueryOptions {
  @Parameters(paramLabel = "FILE", descriptionKey = "QueryOptions.file")
  private Path file;

  @Option(names = "--agent", paramLabel = "A", descriptionKey = "QueryOptions.agent")
  private Optional<Integer> agent = Optional.empty();

  @Option(names = "--at", paramLabel = "TICK|TRIAL:TICK", descriptionKey = "QueryOptions.at")
  private Optional<String> at = Optional.empty();

  private int tick;

  @Option(names = "--checkpoint", paramLabel = "FILE", descriptionKey = "QueryOptions.checkpoint")
  private Optional<Path> checkpoint = Optional.empty();

  /// The recording.
  Path file() {
    return file;
  }

  /// The agent of the query.
  int agent() {
    return agent.orElse(0);
  }

  /// The tick of the query; set while the query runs.
  int tick() {
    return tick;
  }

  /// Opens the recording, runs the action, and closes it again.
  void ask(QueryAction queryAction) {
    String address =
        at.orElseThrow(() ->
            new Problem(
                wording("QueryOptions.no_tick_was_given"),
                "--at",
                wording("QueryOptions.give_a_tick_or")));
    askAll((rollout, queries) -> {
      tick = TickAddress.of(address, rollout.trials(), rollout.ticks());
      queryAction.ask(rollout, queries);
    });
  }

  /// Opens the recording without choosing a tick, runs the action, and closes it again.
  void askAll(QueryAction queryAction) {
    try (Rollout rollout = RecordingOpener.own(file)) {
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
