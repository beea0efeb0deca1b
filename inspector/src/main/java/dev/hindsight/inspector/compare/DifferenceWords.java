package dev.hindsight.inspector.compare;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.tick.ElementNames;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.scene.AgentNames;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/// Differences in words, with the first recording's names.
///
/// @param one the one recording
/// @param other the other
public record DifferenceWords(Rollout one, Rollout other) {
  private static final long HEXADECIMAL = 1L << 40;
  private static final String NO_AMOUNT = "–";

  /// The name of a number within a channel: `partners[3].rel_x`; empty if it has none.
  public String component(String channel, FirstDifference difference) {
    if (channel.startsWith(ArrayComparison.FIXED)) {
      return "[" + difference.component() + "]";
    }
    String name = channel.replaceFirst("^" + ArrayComparison.FINAL, "");
    Channel found = one.channel(name).orElseThrow();
    List<Integer> shape = IntStream.of(found.rowShape()).boxed().toList();
    List<Integer> part =
        found.spec().perAgent() ? shape.subList(Math.min(1, shape.size()), shape.size()) : shape;
    int count = part.stream().reduce(1, Math::multiplyExact);
    return count == 1
        ? ""
        : ElementNames.of(one.manifest(), name, part).apply(difference.component());
  }

  /// `7`, `7 KL008` or, if the index differs in the second recording, `7 / 3`; empty if there is no
  /// agent.
  public String agent(FirstDifference difference) {
    if (difference.agent() == Moment.NO_AGENT) {
      return "";
    }
    return difference.agent() == difference.otherAgent()
        ? AgentNames.of(one).numbered(difference.agent())
        : AgentNames.of(one).numbered(difference.agent())
            + " / "
            + AgentNames.of(other).numbered(difference.otherAgent());
  }

  /// `412` or, if the counterpart is another tick, `412 / 398`.
  public String tick(FirstDifference difference) {
    return difference.tick() == difference.otherTick()
        ? Integer.toString(difference.tick())
        : difference.tick() + " / " + difference.otherTick();
  }

  /// `2:17`, the trial and its tick; empty if there are no trials.
  public String address(FirstDifference difference) {
    TrialIndex trials = one.trials();
    if (one.manifest().trials().count() <= 1 || trials.count() == 0) {
      return "";
    }
    // A last row holds the world after the last tick.
    int stretch = trials.stretchAt(Math.min(difference.tick(), one.ticks() - 1));
    return trials.trial(stretch) + 1 + ":" + (difference.tick() - trials.start(stretch));
  }

  /// A number with as many digits as distinguish it from its neighbours.
  public static String number(Number value) {
    return switch (value) {
      case Long whole when Math.abs(whole) > HEXADECIMAL ->
          String.format(Locale.ROOT, "%016x", whole);
      case Long whole -> whole.toString();
      default -> decimal(value.doubleValue());
    };
  }

  private static String decimal(double value) {
    if (value == Math.rint(value) && Math.abs(value) < 1e6) {
      boolean negativeZero = value == 0 && 1 / value < 0;
      return negativeZero ? "-0" : Long.toString((long) value);
    }
    return (float) value == value ? Float.toString((float) value) : Double.toString(value);
  }

  /// |A - B| of a difference; a dash if the numbers are names.
  public static String size(ChannelDifference channel, FirstDifference difference) {
    return channel.scale() == ChannelDifference.Scale.NAME ? NO_AMOUNT : size(difference.size());
  }

  /// The largest |A - B| of a channel; a dash if the numbers are names.
  public static String size(ChannelDifference channel) {
    return channel.scale() == ChannelDifference.Scale.NAME ? NO_AMOUNT : size(channel.largest());
  }

  /// |A - B| with three digits.
  public static String size(double size) {
    if (Double.isInfinite(size)) {
      return wording("DifferenceWords.not_a_number");
    }
    return NumberWords.significant(size, 3);
  }
}
