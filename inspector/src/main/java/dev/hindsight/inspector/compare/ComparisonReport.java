package dev.hindsight.inspector.compare;

import dev.hindsight.trainer.CountWords;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.AgentNames;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What comparing two recordings found. Immutable; any thread.
///
/// @param rule which ticks belonged together
/// @param alignment the ticks themselves
/// @param agents which agents are the same
/// @param channels every channel that both have, in the order of the one recording; then the arrays
///   without ticks and the last rows
/// @param warnings what to read before anything is concluded, in sentences without a full stop
/// @param left what could not be compared, in sentences
/// @param parted how far the two are apart at each tick of the one: levels of [Divergence]
/// @param scores what they came to
public record ComparisonReport(
    AlignmentRule rule,
    Alignment alignment,
    AgentPairs agents,
    List<ChannelDifference> channels,
    List<String> warnings,
    List<String> left,
    byte[] parted,
    ScoreComparison scores) {
  /// Copies the lists; the array is handed over.
  public ComparisonReport {
    channels = List.copyOf(channels);
    warnings = List.copyOf(warnings);
    left = List.copyOf(left);
  }

  /// How far the two are apart at a tick.
  public Divergence divergence(int tick) {
    return tick < parted.length ? Divergence.of(parted[tick]) : Divergence.ALONE;
  }

  /// Of what differs at one tick, what the rest follows from comes first: what never changes, the
  /// world, what policies say of it, what is done, what comes of it, the digest of all.
  private static int cause(String channel) {
    if (channel.startsWith(ArrayComparison.FIXED)) {
      return 0;
    }
    if (channel.equals("log_prob")) {
      // It follows from the action too, which comes before it.
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

  /// The warnings, and then the outcome.
  public String words(Rollout one, Rollout other) {
    StringBuilder words = new StringBuilder();
    warnings.forEach(warning -> words.append("Warning: ").append(warning).append(". "));
    return words.append(sentence(one, other)).toString();
  }

  /// The channels that differ, the earliest first.
  public List<ChannelDifference> differing() {
    return channels.stream()
        .filter(channel -> !channel.same())
        .sorted(
            Comparator.<ChannelDifference>comparingInt(c -> c.first().orElseThrow().tick())
                .thenComparingInt(c -> cause(c.channel())))
        .toList();
  }

  /// The earliest difference there is.
  public Optional<ChannelDifference> first() {
    return differing().stream().findFirst();
  }

  /// The outcome in a sentence.
  public String sentence(Rollout one, Rollout other) {
    String scope =
        String.format(
            Locale.ROOT,
            "%s of %s over %s of ticks, aligned %s",
            CountWords.of(channels.size(), "channel"),
            CountWords.of(agents.pairs().size(), "agent"),
            CountWords.of(alignment.count(), "pair"),
            rule.title(AgentNames.of(one)));
    String alone =
        (alignment.alone() == 0
                ? ""
                : "; " + CountWords.of(alignment.alone(), "tick") + " of A without a counterpart")
            + (alignment.othersAlone() == 0
                ? ""
                : "; " + alignment.othersAlone() + " of B without one");
    Optional<ChannelDifference> found = first();
    if (found.isEmpty()) {
      return "Nothing differs: " + scope + alone + ".";
    }
    FirstDifference first = found.get().first().orElseThrow();
    DifferenceWords words = new DifferenceWords(one, other);
    String whose = words.agent(first).isEmpty() ? "" : " of agent " + words.agent(first);
    String part = words.component(found.get().channel(), first);
    boolean before = found.get().channel().startsWith(ArrayComparison.FIXED);
    return (before
            ? "They differ before the first tick"
            : "They diverge at tick " + words.tick(first))
        + ": "
        + found.get().channel()
        + (part.isEmpty() ? "" : " " + part)
        + whose
        + " is "
        + DifferenceWords.number(first.one())
        + " in A, "
        + DifferenceWords.number(first.other())
        + " in B. Compared: "
        + scope
        + alone
        + ".";
  }

  /// Whether the two are the same in everything: all that both have, to the last tick, and neither
  /// has anything that the other has not.
  public boolean equal() {
    return left.isEmpty()
        && alignment.alone() == 0
        && alignment.othersAlone() == 0
        && channels.stream().allMatch(ChannelDifference::same);
  }
}
