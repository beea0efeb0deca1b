package dev.hindsight.app.cli.inspect;

import static dev.hindsight.app.text.AppText.wording;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.recording.OtherCheckpointPlan;
import dev.hindsight.inspector.compare.AlignmentRule;
import dev.hindsight.inspector.compare.ChannelDifference;
import dev.hindsight.inspector.compare.ComparisonReport;
import dev.hindsight.inspector.compare.DifferenceWords;
import dev.hindsight.inspector.compare.FirstDifference;
import dev.hindsight.inspector.compare.RecordingComparison;
import dev.hindsight.inspector.compare.ScoreComparison;
import dev.hindsight.inspector.scores.TrialMeasure;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.outcome.RecordedEvents;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.foreign.RecordingOpener;
import dev.hindsight.trainer.study.Interval;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.text.OneLine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight compare`: where two recordings first differ, and how the scores changed.
@Command(name = "compare")
public final class CompareCommand extends CommandBase {
  @Parameters(index = "0", paramLabel = "A", descriptionKey = "CompareCommand.one")
  private Path one;

  @Parameters(
      index = "1",
      paramLabel = "B",
      arity = "0..1",
      descriptionKey = "CompareCommand.other")
  private Optional<Path> other;

  @Option(
      names = "--align",
      paramLabel = "RULE",
      defaultValue = "tick",
      descriptionKey = "CompareCommand.align")
  private String align;

  @Option(names = "--checkpoint", paramLabel = "CKPT", descriptionKey = "CompareCommand.checkpoint")
  private Optional<String> checkpoint;

  @Option(names = "--require-equal", descriptionKey = "CompareCommand.requireEqual")
  private boolean requireEqual;

  @Override
  public Integer call() throws Exception {
    Path second = second();
    try (Rollout a = RecordingOpener.open(one);
        Rollout b = RecordingOpener.open(second)) {
      AlignmentRule rule = AlignmentRule.parse(align, RecordedEvents.of(a).all());
      ComparisonReport report =
          new RecordingComparison(a, b, rule).run(console().progress(), new Cancellation());
      console().result(format(), CompareJson.of(a, b, report), words(a, b, report));
      return requireEqual && !report.equal() ? FAILED : OK;
    }
  }

  private Path second() throws Exception {
    if (checkpoint.isEmpty()) {
      return other.orElseThrow(() ->
          new Problem(
              wording("CompareCommand.there_is_nothing_to_compare_it"),
              one.toString(),
              wording("CompareCommand.name_another_recording_or_a_checkpoint")));
    }
    OtherCheckpointPlan plan =
        new OtherCheckpointPlan(
            one, checkpoint.get(), other.orElseGet(() -> OtherCheckpointPlan.beside(one)));
    return plan.run(console().progress(), new Cancellation()).file();
  }

  private record CompareJson(
      String a,
      String b,
      boolean equal,
      List<String> warnings,
      String align,
      int ticksA,
      int ticksB,
      int ticksCompared,
      int agentsCompared,
      String agentsPairedBy,
      int channelsCompared,
      List<String> notCompared,
      List<ChannelJson> differences,
      List<MeasureJson> scores) {
    static CompareJson of(Rollout one, Rollout other, ComparisonReport report) {
      DifferenceWords words = new DifferenceWords(one, other);
      return new CompareJson(
          one.file().toString(),
          other.file().toString(),
          report.equal(),
          report.warnings(),
          report.rule().id(),
          one.ticks(),
          other.ticks(),
          report.alignment().count(),
          report.agents().pairs().size(),
          report.agents().by().name().toLowerCase(Locale.ROOT),
          report.channels().size(),
          report.left(),
          report.differing().stream().map(each -> ChannelJson.of(each, words)).toList(),
          compared(report).stream()
              .map(measure -> MeasureJson.of(measure, report.scores()))
              .toList());
    }
  }

  private record ChannelJson(
      String channel,
      int ticksDiffering,
      double largest,
      DifferenceJson first,
      List<DifferenceJson> agents) {
    static ChannelJson of(ChannelDifference channel, DifferenceWords words) {
      return new ChannelJson(
          channel.channel(),
          channel.differing(),
          channel.largest(),
          DifferenceJson.of(channel, channel.first().orElseThrow(), words),
          channel.byAgent().stream().map(each -> DifferenceJson.of(channel, each, words)).toList());
    }
  }

  /// @param size null if the numbers are names
  private record DifferenceJson(
      int tickA,
      int tickB,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Integer> agentA,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Integer> agentB,
      int component,
      String name,
      Number a,
      Number b,
      Optional<Double> size) {
    static DifferenceJson of(
        ChannelDifference channel, FirstDifference difference, DifferenceWords words) {
      boolean about = difference.agent() != Moment.NO_AGENT;
      boolean amount = channel.scale() == ChannelDifference.Scale.AMOUNT;
      return new DifferenceJson(
          difference.tick(),
          difference.otherTick(),
          about ? Optional.of(difference.agent()) : Optional.empty(),
          about ? Optional.of(difference.otherAgent()) : Optional.empty(),
          difference.component(),
          words.component(channel.channel(), difference),
          difference.one(),
          difference.other(),
          amount ? Optional.of(difference.size()) : Optional.empty());
    }
  }

  /// @param sides for egos and for co-players: `NAME` is each trial's mean in A and B, `NAME, B -
  ///   A` the difference over the episodes that both have
  @JsonPropertyOrder({"measure", "sides", "agentsChanged"})
  private record MeasureJson(
      String measure,
      @JsonAnyGetter Map<String, List<?>> sides,
      List<AgentChangeJson> agentsChanged) {
    static MeasureJson of(TrialMeasure measure, ScoreComparison scores) {
      Map<String, List<?>> sides = new LinkedHashMap<>();
      for (ScoreComparison.Line line : scores.means(measure)) {
        sides.put(line.who(), changes(line));
        sides.put(
            line.who() + ", B - A",
            line.differences().stream()
                .map(difference -> difference.map(MeanDifferenceJson::of))
                .toList());
      }
      List<AgentChangeJson> agents = new ArrayList<>();
      for (int episode = 0; episode < scores.episodes(); episode++) {
        for (ScoreComparison.Line line : scores.agents(episode, measure)) {
          if (line.changed()) {
            agents.add(
                new AgentChangeJson(episode, line.agent().orElse(Moment.NO_AGENT), changes(line)));
          }
        }
      }
      return new MeasureJson(measure.id(), sides, agents);
    }

    private static List<List<Double>> changes(ScoreComparison.Line line) {
      return line.trials().stream().map(trial -> List.of(trial.one(), trial.other())).toList();
    }
  }

  private record AgentChangeJson(int episode, int agent, List<List<Double>> trials) {}

  /// B minus A over the episodes that both have, with its interval.
  private record MeanDifferenceJson(
      double mean, List<Double> interval, String method, int episodes) {
    static MeanDifferenceJson of(Interval difference) {
      return new MeanDifferenceJson(
          difference.mean(), difference.ends(), difference.method().id(), difference.count());
    }
  }

  private static String words(Rollout one, Rollout other, ComparisonReport report) {
    StringBuilder words = new StringBuilder();
    words.append("A  ").append(one.file()).append('\n');
    words.append("B  ").append(other.file()).append('\n');
    report
        .warnings()
        .forEach(each ->
            words.append(wording("CompareCommand.warning")).append(OneLine.of(each)).append('\n'));
    words.append(OneLine.of(report.sentence(one, other))).append('\n');
    report
        .left()
        .forEach(sentence ->
            words
                .append(wording("CompareCommand.not_compared"))
                .append(OneLine.of(sentence))
                .append('\n'));
    if (!report.differing().isEmpty()) {
      table(words, one, other, report);
    }
    scoreTable(words, report);
    return words.toString().stripTrailing();
  }

  private static void table(
      StringBuilder words, Rollout one, Rollout other, ComparisonReport report) {
    DifferenceWords name = new DifferenceWords(one, other);
    row(
        words, "channel", "tick", "trial", "agent", "A", "B", "|A-B|", "largest", "ticks",
        "number");
    for (ChannelDifference channel : report.differing()) {
      FirstDifference first = channel.first().orElseThrow();
      row(
          words,
          channel.channel(),
          name.tick(first),
          name.address(first),
          name.agent(first),
          DifferenceWords.number(first.one()),
          DifferenceWords.number(first.other()),
          DifferenceWords.size(channel, first),
          DifferenceWords.size(channel),
          Integer.toString(channel.differing()),
          name.component(channel.channel(), first));
    }
  }

  private static void row(StringBuilder words, Object... cells) {
    String line =
        String.format(Locale.ROOT, "%-16s %-11s %-7s %-7s %16s %16s %12s %12s %6s  %s", cells);
    words.append(OneLine.of(line).stripTrailing()).append('\n');
  }

  /// The measures whose changes are printed: contacts, as ever, and what else either recording
  /// counts.
  private static List<TrialMeasure> compared(ComparisonReport report) {
    List<TrialMeasure> all =
        new ArrayList<>(List.of(TrialMeasure.SCORE, TrialMeasure.REACHED, TrialMeasure.RETURN));
    Stream.of(EventKind.COMMON, report.scores().one().events(), report.scores().other().events())
        .flatMap(List::stream)
        .filter(kind -> !kind.equals(EventKind.GOAL) && !kind.equals(EventKind.REFUSED))
        .distinct()
        .map(TrialMeasure::count)
        .forEach(all::add);
    return all;
  }

  private static void scoreTable(StringBuilder words, ComparisonReport report) {
    for (TrialMeasure trialMeasure : compared(report)) {
      for (ScoreComparison.Line line : report.scores().means(trialMeasure)) {
        boolean comparable =
            line.trials().stream().anyMatch(t -> !Double.isNaN(t.one() + t.other()));
        if (comparable && (line.changed() || trialMeasure.equals(TrialMeasure.SCORE))) {
          words
              .append(String.format(Locale.ROOT, "%-11s %-17s", trialMeasure.title(), line.who()))
              .append(line.words())
              .append('\n');
          if (!line.certainty().isEmpty()) {
            words.append("  ").append(line.certainty()).append('\n');
          }
        }
      }
    }
  }
}
