package dev.hindsight.trainer.record;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.env.StateParts;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.rollout.Integrity;
import dev.hindsight.trainer.scene.AgentNames;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/// Whether a recording repeats.
///
/// @param ticks simulated up to the first difference
/// @param firstDifference where it first differs; empty if every bit repeats
/// @param code version of the environment, when recorded and now
/// @param causes as far as known, each with what it explains; unsuccessful attempts come last
/// @param faults of the file: content that is not what was written
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

  /// The report of an intact file without anything to explain.
  public ReplayReport(int ticks, Optional<Difference> firstDifference, CodeVersions code) {
    this(ticks, firstDifference, code, List.of(), List.of());
  }

  /// "all 804 ticks replay bit for bit", or where and in which number it differs, why, and by which
  /// code.
  ///
  /// @param names of the agents
  /// @param dimensions name of a number: `pose.x`
  public String words(AgentNames names, Function<Difference, String> dimensions) {
    StringBuilder words = new StringBuilder();
    words.append(
        firstDifference
            .map(difference ->
                wording(
                    "ReplayReport.does_not_replay_here",
                    difference.words(names, dimensions.apply(difference))))
            .orElse(wording("ReplayReport.all_ticks_replay_bit_for_bit", ticks)));
    words.append(code.words().map(version -> " (" + version + ")").orElse(""));
    causes.forEach(cause -> words.append("\n  ").append(cause.words()));
    faults.forEach(fault -> words.append(wording("ReplayReport.the_file")).append(fault.words()));
    return words.toString();
  }

  /// The same, with numbers of a row named by their index.
  public String words(AgentNames names) {
    return words(names, Difference::place);
  }

  /// One number that differs from the stored one.
  ///
  /// @param tick row of the channel; T for the rows of `final/`, 0 for arrays that never change
  /// @param channel name of the channel, `static/NAME`, or `summary NAME`
  /// @param agent the agent, or -1 if the channel has no such axis
  /// @param index element of the row, in C order
  /// @param stored the recording's number: a Long if whole numbers are stored, else a Double
  /// @param here the new number, likewise
  /// @param elements how many numbers of that row differ
  /// @param field name of the number: a dimension of an observation; empty if it has no name
  public record Difference(
      int tick,
      String channel,
      int agent,
      int index,
      Number stored,
      Number here,
      int elements,
      String field) {
    /// A copy with the name of the dimension.
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

    /// Whether it is the digest of the state or of a part of it, whose size means nothing.
    public boolean digest() {
      return channel.equals(WorldCheck.STATE_HASH) || channel.equals(StateParts.COLUMN);
    }

    /// The stored number in words; digests as hexadecimal.
    public String storedWords() {
      return words(stored);
    }

    /// The new number, likewise.
    public String hereWords() {
      return words(here);
    }

    private String words(Number number) {
      return digest()
          ? String.format(Locale.ROOT, "0x%016x", number.longValue())
          : number.toString();
    }

    /// Size of the difference; NaN for numbers that measure nothing: digests, flags, action
    /// indices.
    public double size() {
      return stored instanceof Double && here instanceof Double
          ? Math.abs(here.doubleValue() - stored.doubleValue())
          : Double.NaN;
    }

    /// In a sentence.
    ///
    /// @param dimension name of the number
    String words(AgentNames names, String dimension) {
      String off =
          Double.isNaN(size())
              ? ""
              : wording("ReplayReport.off_by", NumberWords.significant(size(), 3));
      String many =
          digest()
              ? ""
              : String.format(
                  Locale.ROOT,
                  wording("ReplayReport.of_this_row"),
                  off,
                  elements,
                  elements == 1 ? "number" : "numbers",
                  elements == 1 ? "differs" : "differ");
      return wording(
          "ReplayReport.tick_stored_here",
          tick,
          channel.equals(WorldCheck.STATE_HASH) ? channel : dimension,
          agent < 0 ? "" : wording("ReplayReport.of", names.titled(agent)),
          storedWords(),
          hereWords(),
          many);
    }
  }
}
