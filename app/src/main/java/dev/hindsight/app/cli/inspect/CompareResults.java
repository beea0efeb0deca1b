package dev.hindsight.app.cli.inspect;

import com.fasterxml.jackson.databind.node.NullNode;
import dev.hindsight.inspector.compare.ChannelDifference;
import dev.hindsight.inspector.compare.ComparisonReport;
import dev.hindsight.inspector.compare.DifferenceWords;
import dev.hindsight.inspector.compare.FirstDifference;
import dev.hindsight.inspector.compare.ScoreComparison;
import dev.hindsight.inspector.compare.TrialScoreChange;
import dev.hindsight.inspector.scores.TrialMeasure;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.run.Interval;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// A comparison, as fields and as words. Numbers that are none are null in the fields.
record CompareResults(Rollout one, Rollout other, ComparisonReport report) {
  private static final Object NONE = NullNode.getInstance();
  private static final List<TrialMeasure> TOLD =
      List.of(
          TrialMeasure.SCORE,
          TrialMeasure.REACHED,
          TrialMeasure.RETURN,
          TrialMeasure.COLLISIONS,
          TrialMeasure.OFFROAD);

  Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("a", one.file().toString());
    fields.put("b", other.file().toString());
    fields.put("equal", report.equal());
    fields.put("warnings", report.warnings());
    fields.put("align", report.rule().id());
    fields.put("ticksA", one.ticks());
    fields.put("ticksB", other.ticks());
    fields.put("ticksCompared", report.alignment().count());
    fields.put("agentsCompared", report.agents().pairs().size());
    fields.put("agentsPairedBy", report.agents().by().name().toLowerCase(Locale.ROOT));
    fields.put("channelsCompared", report.channels().size());
    fields.put("notCompared", report.left());
    fields.put("differences", report.differing().stream().map(this::channel).toList());
    fields.put("scores", TOLD.stream().map(this::scores).toList());
    return fields;
  }

  private Map<String, Object> channel(ChannelDifference channel) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("channel", channel.channel());
    fields.put("ticksDiffering", channel.differing());
    fields.put("largest", finite(channel.largest()));
    fields.put("first", difference(channel, channel.first().orElseThrow()));
    fields.put(
        "agents", channel.byAgent().stream().map(each -> difference(channel, each)).toList());
    return fields;
  }

  private Map<String, Object> difference(ChannelDifference channel, FirstDifference difference) {
    DifferenceWords words = new DifferenceWords(one, other);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("tickA", difference.tick());
    fields.put("tickB", difference.otherTick());
    if (difference.agent() != Moment.NO_AGENT) {
      fields.put("agentA", difference.agent());
      fields.put("agentB", difference.otherAgent());
    }
    fields.put("component", difference.component());
    fields.put("name", words.component(channel.channel(), difference));
    fields.put("a", finite(difference.one()));
    fields.put("b", finite(difference.other()));
    boolean amount = channel.scale() == ChannelDifference.Scale.AMOUNT;
    fields.put("size", amount ? finite(difference.size()) : NONE);
    return fields;
  }

  private Map<String, Object> scores(TrialMeasure trialMeasure) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("measure", trialMeasure.name().toLowerCase(Locale.ROOT));
    for (ScoreComparison.Line line : report.scores().means(trialMeasure)) {
      fields.put(line.who(), line.trials().stream().map(CompareResults::change).toList());
      fields.put(line.who() + ", B - A", line.gains().stream().map(CompareResults::gain).toList());
    }
    List<Map<String, Object>> agents = new ArrayList<>();
    for (int episode = 0; episode < report.scores().episodes(); episode++) {
      for (ScoreComparison.Line line : report.scores().agents(episode, trialMeasure)) {
        if (line.changed()) {
          Map<String, Object> agent = new LinkedHashMap<>();
          agent.put("episode", episode);
          agent.put("agent", line.agent().orElse(Moment.NO_AGENT));
          agent.put("trials", line.trials().stream().map(CompareResults::change).toList());
          agents.add(agent);
        }
      }
    }
    fields.put("agentsChanged", agents);
    return fields;
  }

  private static List<Object> change(TrialScoreChange change) {
    return List.of(finite(change.one()), finite(change.other()));
  }

  /// B less A over the episodes both have, with its interval.
  private static Object gain(Optional<Interval> gain) {
    if (gain.isEmpty()) {
      return NONE;
    }
    Interval known = gain.get();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("mean", finite(known.mean()));
    fields.put("interval", List.of(finite(known.low()), finite(known.high())));
    fields.put("method", known.method().id());
    fields.put("episodes", known.count());
    return fields;
  }

  private static Object finite(Number number) {
    return number instanceof Double real && !Double.isFinite(real) ? NONE : number;
  }

  String words() {
    StringBuilder words = new StringBuilder();
    words.append("A  ").append(one.file()).append('\n');
    words.append("B  ").append(other.file()).append('\n');
    report.warnings().forEach(each -> words.append("warning: ").append(each).append('\n'));
    words.append(report.sentence(one, other)).append('\n');
    report.left().forEach(sentence -> words.append("not compared: ").append(sentence).append('\n'));
    if (!report.differing().isEmpty()) {
      table(words);
    }
    scoreTable(words);
    return words.toString().stripTrailing();
  }

  private void table(StringBuilder words) {
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
    words.append(line.stripTrailing()).append('\n');
  }

  private void scoreTable(StringBuilder words) {
    for (TrialMeasure trialMeasure : TOLD) {
      for (ScoreComparison.Line line : report.scores().means(trialMeasure)) {
        boolean told = line.trials().stream().anyMatch(t -> !Double.isNaN(t.one() + t.other()));
        if (told && (line.changed() || trialMeasure == TrialMeasure.SCORE)) {
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
