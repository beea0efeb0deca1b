package dev.hindsight.inspector.compare;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.outcome.ScoreReader;
import dev.hindsight.trainer.outcome.TickEvents;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.AgentNames;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;

/// Compares two recordings from end to end: every number that both have, at every pair of ticks,
/// bit by bit; and their scores. They may be of different lengths, numbers of agents, shapes and
/// environments: what both have is compared, and what could not be is said.
///
/// @param one the one recording, "A"
/// @param other the other, "B"
/// @param rule which ticks belong together
public record Comparison(Rollout one, Rollout other, AlignmentRule rule)
    implements Job<ComparisonReport> {

  /// Reads both once.
  ///
  /// @throws Problem if the rule names an agent there is not
  @Override
  public ComparisonReport run(Progress progress, Cancellation cancellation) {
    AgentPairs agents = AgentPairs.of(one, other);
    requireAgent();
    Alignment alignment = Aligner.align(rule, one, other, agents, cancellation);
    List<String> left = new ArrayList<>(differentWorlds(agents));
    List<ChannelPair> pairs = pairs(agents, left);
    byte[] parted = new byte[one.ticks()];
    Arrays.fill(parted, Parting.ALONE.level());
    alignment
        .spans()
        .forEach(span ->
            Arrays.fill(parted, span.one(), span.one() + span.length(), Parting.SAME.level()));
    List<ChannelDifference> channels = new ArrayList<>();
    for (int i = 0; i < pairs.size(); i++) {
      progress.report(i, pairs.size(), "channels");
      Parting by = Parting.by(pairs.get(i).one().spec().name());
      channels.add(new ChannelScan(pairs.get(i), alignment).run(cancellation, marking(parted, by)));
    }
    ScoreComparison scores =
        new ScoreComparison(
            ScoreReader.read(one, Progress.SILENT, cancellation),
            ScoreReader.read(other, Progress.SILENT, cancellation),
            agents,
            AgentNames.of(one));
    progress.report(pairs.size(), pairs.size(), "channels");
    return new ComparisonReport(rule, alignment, agents, channels, left, parted, scores);
  }

  private static IntConsumer marking(byte[] parted, Parting by) {
    return tick -> parted[tick] = (byte) Math.max(parted[tick], by.level());
  }

  private void requireAgent() {
    if (rule instanceof AlignmentRule.ByEvent event
        && event.agent().isPresent()
        && event.agent().getAsInt() >= one.manifest().agents()) {
      throw new Problem(
          "it has no agent " + event.agent().getAsInt(),
          one.file().toString(),
          "choose from 0 to " + (one.manifest().agents() - 1));
    }
    if (rule instanceof AlignmentRule.ByEvent event
        && !(new TickEvents(one).tells(event.kind())
            && new TickEvents(other).tells(event.kind()))) {
      throw new Problem(
          "one of the two does not tell of events of the kind "
              + event.kind().title().toLowerCase(java.util.Locale.ROOT),
          "--align " + rule.id(),
          "align by tick or by trial");
    }
  }

  private List<String> differentWorlds(AgentPairs agents) {
    List<String> left = new ArrayList<>();
    String world = one.manifest().environment().id();
    String otherWorld = other.manifest().environment().id();
    if (!world.equals(otherWorld)) {
      left.add("A is a recording of " + world + ", B of " + otherWorld);
    }
    if (agents.pairs().size() < Math.max(agents.agents(), agents.others())) {
      left.add(
          "A has "
              + agents.agents()
              + " agents, B "
              + agents.others()
              + "; compared are the "
              + agents.pairs().size()
              + " that both have");
    }
    return left;
  }

  private List<ChannelPair> pairs(AgentPairs agents, List<String> left) {
    List<ChannelPair> pairs = new ArrayList<>();
    List<String> mine = new ArrayList<>();
    for (Channel channel : one.channels()) {
      Optional<Channel> same = other.channel(channel.spec().name());
      if (same.isEmpty()) {
        mine.add(channel.spec().name());
        continue;
      }
      ChannelPair.Matched matched = ChannelPair.of(one, other, channel, same.get(), agents);
      matched.pair().filter(pair -> pair.length() > 0).ifPresent(pairs::add);
      if (!matched.left().isEmpty()) {
        left.add(matched.left());
      }
    }
    List<String> theirs =
        other.channels().stream()
            .map(channel -> channel.spec().name())
            .filter(name -> one.channel(name).isEmpty())
            .toList();
    if (!mine.isEmpty()) {
      left.add("only A has " + String.join(", ", mine));
    }
    if (!theirs.isEmpty()) {
      left.add("only B has " + String.join(", ", theirs));
    }
    return pairs;
  }
}
