package dev.hindsight.inspector.compare;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.CountWords;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.AgentNames;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// The result of comparing two recordings. Immutable; any thread.
///
/// @param rule the rule that paired the ticks
/// @param alignment the paired ticks
/// @param agents the paired agents
/// @param channels every channel that both have, in the order of the first recording; then static
///   arrays and last rows
/// @param warnings what to read before drawing conclusions, in sentences without a full stop
/// @param left what could not be compared, in sentences
/// @param parted how far apart the recordings are at each tick of the first: levels of [Divergence]
/// @param scores the scores of both
public record ComparisonReport(
    AlignmentRule rule,
    Alignment alignment,
    AgentPairs agents,
    List<ChannelDifference> channels,
    List<String> warnings,
    List<String> left,
    byte[] parted,
    ScoreComparison scores) {
  /// Columns that cover the whole state, even what no other column shows.
  static final Set<String> DIGESTS = Set.of("state_hash", "state_parts");

  /// Copies the lists; takes over the array.
  public ComparisonReport {
    channels = List.copyOf(channels);
    warnings = List.copyOf(warnings);
    left = List.copyOf(left);
  }

  /// How far apart the recordings are at a tick.
  public Divergence divergence(int tick) {
    return tick < parted.length ? Divergence.of(parted[tick]) : Divergence.ALONE;
  }

  /// How far apart they are at a tick, in words: equal columns with another state hash or another
  /// digest of a part are not called the same.
  String tickWords(int tick) {
    boolean digests =
        channels.stream()
            .filter(channel -> DIGESTS.contains(channel.channel()))
            .flatMap(channel -> channel.first().stream())
            .anyMatch(first -> first.tick() <= tick);
    Divergence here = divergence(tick);
    return here == Divergence.SAME && digests
        ? wording("ComparisonReport.only_digests_differ")
        : here.words();
  }

  /// The order of causes among differences at one tick: static arrays first, then the world, policy
  /// outputs, actions, results, and the state hash.
  private static int cause(String channel) {
    if (channel.startsWith(ArrayComparison.FIXED)) {
      return 0;
    }
    if (channel.equals("log_prob")) {
      // It also depends on the action, which comes before it.
      return 3;
    }
    return switch (Divergence.by(channel)) {
      case WORLDS -> 1;
      case POLICIES -> 2;
      case ACTIONS -> 3;
      case RESULTS -> 4;
      case SAME, ALONE -> 5;
    };
  }

  /// The warnings, followed by the outcome.
  public String words(Rollout one, Rollout other) {
    StringBuilder words = new StringBuilder();
    warnings.forEach(
        warning -> words.append(wording("ComparisonReport.warning")).append(warning).append(". "));
    return words.append(sentence(one, other)).toString();
  }

  /// The channels that differ, earliest first.
  public List<ChannelDifference> differing() {
    return channels.stream()
        .filter(channel -> !channel.same())
        .sorted(
            Comparator.<ChannelDifference>comparingInt(c -> c.first().orElseThrow().tick())
                .thenComparingInt(c -> cause(c.channel())))
        .toList();
  }

  /// The earliest difference of all.
  public Optional<ChannelDifference> first() {
    return differing().stream().findFirst();
  }

  /// The outcome in a sentence.
  public String sentence(Rollout one, Rollout other) {
    String scope =
        String.format(
            Locale.ROOT,
            wording("ComparisonReport.of_over_of_ticks_aligned"),
            CountWords.of(channels.size(), "channel"),
            CountWords.of(agents.pairs().size(), "agent"),
            CountWords.of(alignment.count(), "pair"),
            rule.title(AgentNames.of(one)));
    String alone =
        (alignment.alone() == 0
                ? ""
                : wording(
                    "ComparisonReport.of_a_without_a_counterpart",
                    CountWords.of(alignment.alone(), "tick")))
            + (alignment.othersAlone() == 0
                ? ""
                : wording("ComparisonReport.of_b_without_one", alignment.othersAlone()));
    Optional<ChannelDifference> found = first();
    if (found.isEmpty() && alignment.count() == 0) {
      return wording(
          "ComparisonReport.nothing_could_be_compared", rule.title(AgentNames.of(one)), alone);
    }
    if (found.isEmpty()) {
      return wording("ComparisonReport.nothing_differs", scope, alone);
    }
    FirstDifference first = found.get().first().orElseThrow();
    DifferenceWords words = new DifferenceWords(one, other);
    String whose =
        words.agent(first).isEmpty()
            ? ""
            : wording("ComparisonReport.of_agent", words.agent(first));
    String part = words.component(found.get().channel(), first);
    boolean before = found.get().channel().startsWith(ArrayComparison.FIXED);
    return wording(
        "ComparisonReport.is_in_a_in_b_compared",
        before
            ? wording("ComparisonReport.they_differ_before_the_first_tick")
            : wording("ComparisonReport.they_diverge_at_tick", words.tick(first)),
        found.get().channel(),
        part.isEmpty() ? "" : " " + part,
        whose,
        DifferenceWords.number(first.one()),
        DifferenceWords.number(first.other()),
        scope,
        alone);
  }

  /// Whether the recordings are identical: there is something to compare, everything that both have
  /// is equal to the last tick, and neither has anything the other lacks.
  public boolean equal() {
    return alignment.count() > 0
        && left.isEmpty()
        && alignment.alone() == 0
        && alignment.othersAlone() == 0
        && channels.stream().allMatch(ChannelDifference::same);
  }
}
