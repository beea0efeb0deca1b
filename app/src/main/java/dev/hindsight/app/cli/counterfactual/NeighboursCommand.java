package dev.hindsight.app.cli.counterfactual;

import static dev.hindsight.app.text.AppText.wording;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.inspector.attention.TickWords;
import dev.hindsight.inspector.neighbours.LeaveOneOut;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.EdgeHeads;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.rollout.AgentNumber;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.TickAddress;
import dev.hindsight.trainer.rollout.foreign.RecordingOpener;
import dev.hindsight.trainer.scene.BodyNames;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight neighbours`: what an agent of a graph policy would have done without each neighbour.
@Command(name = "neighbours")
public final class NeighboursCommand extends CommandBase {
  @Parameters(paramLabel = "FILE", descriptionKey = "NeighboursCommand.file")
  private Path file;

  @Option(
      names = "--at",
      paramLabel = "TICK|TRIAL:TICK",
      required = true,
      descriptionKey = "NeighboursCommand.at")
  private String at;

  @Option(
      names = "--agent",
      paramLabel = "N",
      defaultValue = "0",
      descriptionKey = "NeighboursCommand.agent")
  private int agent;

  @Option(
      names = "--leave-out",
      paramLabel = "J",
      split = ",",
      descriptionKey = "NeighboursCommand.together")
  private List<Integer> together = List.of();

  @Option(names = "--checkpoint", paramLabel = "C", descriptionKey = "NeighboursCommand.checkpoint")
  private Optional<String> checkpoint = Optional.empty();

  @Override
  public Integer call() throws Exception {
    try (Rollout rollout = noted(RecordingOpener.open(file))) {
      AgentNumber.check(agent, rollout.manifest(), file);
      together.forEach(other -> AgentNumber.check(other, rollout.manifest(), file));
      int tick = TickAddress.of(at, rollout.trials(), rollout.ticks());
      Optional<Path> weights = checkpoint.map(BuiltInPolicies::file);
      LeaveOneOut result =
          LeaveOneOut.of(rollout, agent, tick, weights)
              .orElseThrow(() ->
                  new Problem(
                      wording("NeighboursCommand.in_limbo", agent, tick),
                      file.toString(),
                      wording("NeighboursCommand.choose_another_tick")));
      Set<Integer> others = new TreeSet<>(together);
      Optional<LeaveOneOut.View> without =
          others.isEmpty()
              ? Optional.empty()
              : LeaveOneOut.together(rollout, agent, tick, others, weights);
      result(json(result, without), words(rollout, result, without));
    }
    return OK;
  }

  /// @param taken the recorded action
  /// @param whole nothing left out
  /// @param neighbours one left out, largest effect first
  /// @param alone all left out
  /// @param together those of `--leave-out` left out
  private record NeighboursJson(
      String rollout,
      int agent,
      int tick,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<String> taken,
      double differenceFromRecorded,
      ViewJson whole,
      List<ViewJson> neighbours,
      ViewJson alone,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<ViewJson> together) {}

  /// @param without indices of the agents left out
  /// @param attention on them before they were left out: last layer, mean of all heads
  /// @param mostAttention the agent that gets most attention instead
  /// @param kl `KL(whole || this)`, nats
  private record ViewJson(
      Set<Integer> without,
      String action,
      boolean otherAction,
      double kl,
      double value,
      double attention,
      int mostAttention) {
    static ViewJson of(LeaveOneOut result, LeaveOneOut.View view) {
      return new ViewJson(
          view.without(),
          view.action(),
          view.otherAction(),
          view.divergence(),
          view.value(),
          result.attention(result.whole(), view.without(), EdgeHeads.ALL),
          result.mostAttention(view, EdgeHeads.ALL));
    }
  }

  private NeighboursJson json(LeaveOneOut result, Optional<LeaveOneOut.View> without) {
    return new NeighboursJson(
        file.toString(),
        agent,
        result.tick(),
        result.taken(),
        result.fromRecorded(),
        ViewJson.of(result, result.whole()),
        result.each().stream().map(view -> ViewJson.of(result, view)).toList(),
        ViewJson.of(result, result.alone()),
        without.map(view -> ViewJson.of(result, view)));
  }

  private static String words(
      Rollout rollout, LeaveOneOut result, Optional<LeaveOneOut.View> without) {
    StringBuilder words =
        new StringBuilder(TickWords.of(rollout.trials(), result.tick()))
            .append(", ")
            .append(
                result.words(
                    BodyNames.titled(rollout, result.agent()),
                    other -> BodyNames.brief(rollout, other)));
    result.each().forEach(view -> words.append(line(rollout, result, view)));
    if (!result.each().isEmpty()) {
      words.append(
          line(result, result.alone(), wording("NeighboursCommand.all", result.each().size())));
    }
    without.ifPresent(view -> words.append(line(rollout, result, view)));
    return words.toString();
  }

  private static String line(Rollout rollout, LeaveOneOut result, LeaveOneOut.View view) {
    return line(
        result,
        view,
        view.without().stream()
            .map(other -> BodyNames.brief(rollout, other))
            .collect(Collectors.joining(", ")));
  }

  private static String line(LeaveOneOut result, LeaveOneOut.View view, String name) {
    return wording(
        "NeighboursCommand.without",
        name,
        view.otherAction() ? view.action() : wording("NeighboursCommand.the_same"),
        NumberWords.significant(view.divergence(), 3),
        NumberWords.decimals(result.whole().value(), 2),
        NumberWords.decimals(view.value(), 2),
        NumberWords.percent(result.attention(result.whole(), view.without(), EdgeHeads.ALL)));
  }
}
