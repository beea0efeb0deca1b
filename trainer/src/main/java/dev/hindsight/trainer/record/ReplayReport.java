package dev.hindsight.trainer.record;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.env.ObservationLayout;
import dev.hindsight.trainer.scene.AgentNames;
import java.util.Locale;
import java.util.Optional;

/// Whether a recording happened again.
///
/// @param ticks how many were simulated again
/// @param firstDifference where it first went another way; nothing if every bit repeated
/// @param code of the environment, then and now
public record ReplayReport(int ticks, Optional<Difference> firstDifference, CodeVersions code) {
  /// "all 804 ticks replay bit for bit", or where and in what it is another one, and by which code.
  public String words(AgentNames names) {
    String outcome =
        firstDifference
            .map(difference -> "does not replay here: " + difference.words(names))
            .orElse("all " + ticks + " ticks replay bit for bit");
    return outcome + code.words().map(words -> " (" + words + ")").orElse("");
  }

  /// One number that is not what was stored.
  ///
  /// @param tick row of the channel; T for the rows of `final/`
  /// @param channel name of the channel
  /// @param agent the agent, or -1 where the channel has no such axis
  /// @param index element of the row, in C order
  /// @param stored what the recording holds
  /// @param here what came out this time
  /// @param elements how many numbers of that row differ
  /// @param field what the number is called: a dimension of an observation; empty where it has no
  ///   name
  public record Difference(
      int tick,
      String channel,
      int agent,
      int index,
      double stored,
      double here,
      int elements,
      String field) {
    /// The same, with the name the dimension has.
    Difference in(ObservationLayout layout) {
      String name = layout.size() == 0 ? "" : layout.nameOf(index % layout.size());
      return new Difference(tick, channel, agent, index, stored, here, elements, name);
    }

    /// In a sentence.
    public String words(AgentNames names) {
      return String.format(
          Locale.ROOT,
          "tick %d, %s[%d]%s%s: stored %s, here %s (off by %s; %d numbers of this row differ)",
          tick,
          channel,
          index,
          field.isEmpty() ? "" : " (" + field + ")",
          agent < 0 ? "" : " of " + names.titled(agent),
          stored,
          here,
          NumberWords.significant(Math.abs(here - stored), 3),
          elements);
    }
  }
}
