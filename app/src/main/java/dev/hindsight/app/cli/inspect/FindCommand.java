package dev.hindsight.app.cli.inspect;

import static dev.hindsight.app.text.AppText.wording;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.inspector.breakpoint.BuiltInSignals;
import dev.hindsight.inspector.mask.AttentionSignals;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.condition.Condition;
import dev.hindsight.trainer.condition.ConditionHits;
import dev.hindsight.trainer.condition.ConditionScan;
import dev.hindsight.trainer.condition.Signals;
import dev.hindsight.trainer.rollout.AgentNumber;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.rollout.foreign.RecordingOpener;
import dev.hindsight.trainer.scene.AgentNames;
import dev.hindsight.trainer.task.GracefulShutdown;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight find`: where a condition holds in a recording.
@Command(name = "find")
public final class FindCommand extends CommandBase {
  @Parameters(paramLabel = "FILE", descriptionKey = "FindCommand.file")
  private Path file;

  @Option(
      names = "--when",
      paramLabel = "EXPR",
      required = true,
      descriptionKey = "FindCommand.expression")
  private String expression;

  @Option(names = "--agent", paramLabel = "N", descriptionKey = "FindCommand.agent")
  private Optional<Integer> agent;

  @Option(names = "--checkpoint", paramLabel = "FILE", descriptionKey = "FindCommand.checkpoint")
  private Optional<Path> checkpoint;

  @ArgGroup private HitSelectionOptions hitSelectionOptions = new HitSelectionOptions();

  /// Options for which hits to print.
  static final class HitSelectionOptions {
    @Option(names = "--first", descriptionKey = "HitSelectionOptions.first")
    private boolean first;

    @Option(names = "--last", descriptionKey = "HitSelectionOptions.last")
    private boolean last;

    @Option(names = "--count", descriptionKey = "HitSelectionOptions.count")
    private boolean count;

    HitSelection chosen() {
      return first
          ? HitSelection.FIRST
          : last ? HitSelection.LAST : count ? HitSelection.COUNT : HitSelection.ALL;
    }
  }

  @Override
  public Integer call() throws Exception {
    try (Rollout rollout = noted(RecordingOpener.open(file))) {
      Signals signals = BuiltInSignals.of(rollout, checkpoint);
      agent.ifPresent(number -> AgentNumber.check(number, signals.agents(), file));
      Condition condition = Condition.of(expression, signals.vocabulary());
      if (agent.isPresent() && !condition.perAgent()) {
        throw new Problem(
            wording("FindCommand.the_condition_is_about_no_agent"),
            "--agent",
            wording("FindCommand.leave_it_out_or_write_a"));
      }
      List<String> attended = AttentionSignals.NAMES;
      if (checkpoint.isPresent() && condition.signals().stream().noneMatch(attended::contains)) {
        throw new Problem(
            wording("FindCommand.the_condition_needs_no_checkpoint"),
            "--checkpoint",
            wording("FindCommand.leave_it_out_or_use_one_of", String.join(", ", attended)));
      }
      ConditionHits conditionHits =
          GracefulShutdown.awaiting(
              cancelled -> ConditionScan.of(condition, signals, console().progress(), cancelled));
      HitSelection part = hitSelectionOptions.chosen();
      List<HitSpan> found = stretches(conditionHits, condition.perAgent(), part);
      TrialIndex trials = rollout.trials();
      AgentNames names = AgentNames.of(rollout);
      result(
          json(condition, conditionHits.ticks(), part, found, trials),
          words(
              conditionHits.ticks(),
              part,
              found,
              hit -> words(hit, condition.perAgent(), trials, names)));
    }
    return OK;
  }

  /// Which hits to print.
  enum HitSelection {
    /// All hits.
    ALL,
    /// Only the first hit.
    FIRST,
    /// Only the last hit.
    LAST,
    /// Only the number of hits.
    COUNT
  }

  /// Consecutive hits.
  private record HitSpan(int agent, Span ticks) {}

  /// The spans of consecutive hits, in the order of their first ticks.
  private List<HitSpan> stretches(ConditionHits hits, boolean perAgent, HitSelection part) {
    List<HitSpan> found = new ArrayList<>();
    for (int tick = 0; tick < hits.ticks(); tick++) {
      for (int i = 0; hits.at(tick, ConditionHits.ANYONE) && i < hits.agents(); i++) {
        if ((!perAgent || agent.isEmpty() || agent.get() == i) && hits.begins(tick, i)) {
          found.add(new HitSpan(i, hits.holding(tick, i)));
          if (part == HitSelection.FIRST) {
            return found;
          }
        }
      }
    }
    return part == HitSelection.LAST && !found.isEmpty() ? List.of(found.getLast()) : found;
  }

  /// The ticks with a hit; one at which it holds for several agents counts once.
  private static int ticks(List<HitSpan> found) {
    BitSet ticks = new BitSet();
    found.forEach(each -> ticks.set(each.ticks.from(), each.ticks.to()));
    return ticks.cardinality();
  }

  /// @param count left out, as is `ticksHit`, if only the first or the last hit was requested
  /// @param ticksHit number of ticks at which it holds for any agent
  /// @param hits absent if only their number was requested
  private record FindJson(
      String rollout,
      String when,
      int ticks,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Integer> count,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Integer> ticksHit,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<List<HitJson>> hits) {}

  /// @param last last tick, inclusive
  private record HitJson(
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Integer> agent,
      int first,
      int last,
      int trial,
      int trialTick) {}

  private FindJson json(
      Condition condition, int ticks, HitSelection part, List<HitSpan> found, TrialIndex trials) {
    boolean counted = part == HitSelection.ALL || part == HitSelection.COUNT;
    return new FindJson(
        file.toString(),
        condition.text(),
        ticks,
        counted ? Optional.of(found.size()) : Optional.empty(),
        counted ? Optional.of(ticks(found)) : Optional.empty(),
        part == HitSelection.COUNT
            ? Optional.empty()
            : Optional.of(
                found.stream().map(hit -> json(hit, condition.perAgent(), trials)).toList()));
  }

  private static HitJson json(HitSpan hit, boolean perAgent, TrialIndex trials) {
    int within = trials.stretchAt(hit.ticks.from());
    return new HitJson(
        perAgent ? Optional.of(hit.agent) : Optional.empty(),
        hit.ticks.from(),
        hit.ticks.last(),
        trials.trial(within),
        hit.ticks.from() - trials.start(within));
  }

  private static String words(
      int ticks, HitSelection part, List<HitSpan> found, Function<HitSpan, String> line) {
    List<String> lines = new ArrayList<>();
    if (part != HitSelection.COUNT) {
      found.forEach(hit -> lines.add(line.apply(hit)));
    }
    if (part == HitSelection.FIRST || part == HitSelection.LAST) {
      return found.isEmpty()
          ? wording("FindCommand.no_hits_in_ticks", ticks)
          : String.join("\n", lines);
    }
    lines.add(wording("FindCommand.times_ticks_in_all", found.size(), ticks(found), ticks));
    return String.join("\n", lines);
  }

  private static String words(HitSpan hit, boolean perAgent, TrialIndex trials, AgentNames names) {
    int within = trials.stretchAt(hit.ticks.from());
    return String.format(
        Locale.ROOT,
        wording("FindCommand.trial_its_tick"),
        perAgent ? names.titled(hit.agent) + ": " : "",
        hit.ticks.words(),
        trials.trial(within) + 1,
        hit.ticks.from() - trials.start(within));
  }
}
