package dev.hindsight.trainer.record;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.env.StateParts;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.rollout.Integrity;
import dev.hindsight.trainer.scene.AgentNames;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/// Whether a recording happened again.
///
/// @param ticks how many were simulated again up to the first difference
/// @param firstDifference where it first went another way; nothing if every bit repeated
/// @param code of the environment, then and now
/// @param causes why, as far as it is known: each explains what it says it explains; what was tried
///   in vain comes last
/// @param faults of the file: what is not what was written
public record ReplayReport(
    int ticks,
    Optional<Difference> firstDifference,
    CodeVersions code,
    List<ReplayCause> causes,
    List<Integrity.Fault> faults) {
  /// Copies the lists.
  public ReplayReport {
    causes = List.copyOf(causes);
    faults = List.copyOf(faults);
  }

  /// Of a file that is what was written, with nothing to explain.
  public ReplayReport(int ticks, Optional<Difference> firstDifference, CodeVersions code) {
    this(ticks, firstDifference, code, List.of(), List.of());
  }

  /// "all 804 ticks replay bit for bit", or where and in what it is another one, why, and by which
  /// code.
  ///
  /// @param names what agents are called
  /// @param dimensions what a number is called: `pose.x`
  public String words(AgentNames names, Function<Difference, String> dimensions) {
    StringBuilder words = new StringBuilder();
    words.append(
        firstDifference
            .map(difference ->
                "does not replay here: " + difference.words(names, dimensions.apply(difference)))
            .orElse("all " + ticks + " ticks replay bit for bit"));
    words.append(code.words().map(version -> " (" + version + ")").orElse(""));
    causes.forEach(cause -> words.append("\n  ").append(cause.words()));
    faults.forEach(fault -> words.append("\n  the file: ").append(fault.words()));
    return words.toString();
  }

  /// As the other, numbers of a row being called by their place in it.
  public String words(AgentNames names) {
    return words(names, Difference::place);
  }

  /// One number that is not what was stored.
  ///
  /// @param tick row of the channel; T for the rows of `final/`, 0 for arrays that never change
  /// @param channel name of the channel, `static/NAME`, or `summary NAME`
  /// @param agent the agent, or -1 where the channel has no such axis
  /// @param index element of the row, in C order
  /// @param stored what the recording holds: a Long where whole numbers are stored, else a Double
  /// @param here what came out this time, likewise
  /// @param elements how many numbers of that row differ
  /// @param field what the number is called: a dimension of an observation; empty where it has no
  ///   name
  public record Difference(
      int tick,
      String channel,
      int agent,
      int index,
      Number stored,
      Number here,
      int elements,
      String field) {
    /// The same, with the name the dimension has.
    Difference in(ObservationLayout layout) {
      String name = layout.size() == 0 ? "" : layout.nameOf(index % layout.size());
      return new Difference(tick, channel, agent, index, stored, here, elements, name);
    }

    /// `pose[4]`, or `observation[3] (ego.speed)`.
    public String place() {
      return channel.startsWith(WorldCheck.SUMMARY)
          ? channel
          : channel + "[" + index + "]" + (field.isEmpty() ? "" : " (" + field + ")");
    }

    /// Whether it is the digest of the state or of a part of it: a number that measures nothing.
    public boolean digest() {
      return channel.equals(WorldCheck.STATE_HASH) || channel.equals(StateParts.COLUMN);
    }

    /// What was stored, for people: digests as hexadecimal.
    public String storedWords() {
      return words(stored);
    }

    /// What came out, likewise.
    public String hereWords() {
      return words(here);
    }

    private String words(Number number) {
      return digest()
          ? String.format(Locale.ROOT, "0x%016x", number.longValue())
          : number.toString();
    }

    /// By how much it is off; NaN for what measures nothing: digests, flags, numbers of actions.
    public double size() {
      return stored instanceof Double && here instanceof Double
          ? Math.abs(here.doubleValue() - stored.doubleValue())
          : Double.NaN;
    }

    /// In a sentence.
    ///
    /// @param dimension what the number is called
    String words(AgentNames names, String dimension) {
      String off =
          Double.isNaN(size()) ? "" : "off by " + NumberWords.significant(size(), 3) + "; ";
      String many =
          digest()
              ? ""
              : String.format(
                  Locale.ROOT,
                  " (%s%d %s of this row %s)",
                  off,
                  elements,
                  elements == 1 ? "number" : "numbers",
                  elements == 1 ? "differs" : "differ");
      return "tick "
          + tick
          + ", "
          + (channel.equals(WorldCheck.STATE_HASH) ? channel : dimension)
          + (agent < 0 ? "" : " of " + names.titled(agent))
          + ": stored "
          + storedWords()
          + ", here "
          + hereWords()
          + many;
    }
  }
}
