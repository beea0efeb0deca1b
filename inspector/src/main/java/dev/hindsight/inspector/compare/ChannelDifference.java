package dev.hindsight.inspector.compare;

import dev.hindsight.trainer.rollout.ChannelSpec;
import java.util.List;
import java.util.Optional;

/// How one channel differs between two recordings.
///
/// @param channel its name; `static/NAME` for an array without ticks, `final/NAME` for a last row
/// @param unit SI unit, `1` for none
/// @param scale whether its numbers are amounts or names
/// @param compared number of ticks compared
/// @param differing number of compared ticks at which anything differs
/// @param largest the largest |A - B|; infinite if a number stands against NaN, NaN if the numbers
///   are names
/// @param first the first difference: of several at one tick, the lowest agent's, then the lowest
///   component's; empty if there is none
/// @param byAgent the first difference of each agent that differs, in the order of agents; one
///   without an agent if the channel has none
/// @param byComponent the first difference of each component, for any agent, in the order of
///   components
public record ChannelDifference(
    String channel,
    String unit,
    Scale scale,
    int compared,
    int differing,
    double largest,
    Optional<FirstDifference> first,
    List<FirstDifference> byAgent,
    List<FirstDifference> byComponent) {
  /// What the numbers of a channel are.
  public enum Scale {
    /// Amounts, which can be subtracted.
    AMOUNT,
    /// Names for something: an action, a flag, a kind, a digest.
    NAME
  }

  /// The kind of a channel's numbers: flags, small codes, digests and joint actions are names.
  static Scale scale(ChannelSpec spec) {
    return switch (spec.type()) {
      case BOOL, I1, U1, I8 -> Scale.NAME;
      case I2, I4 -> spec.name().equals("action") ? Scale.NAME : Scale.AMOUNT;
      case F2, F4, F8 -> Scale.AMOUNT;
    };
  }

  /// Copies the lists.
  public ChannelDifference {
    byAgent = List.copyOf(byAgent);
    byComponent = List.copyOf(byComponent);
  }

  /// Whether no compared tick differs.
  public boolean same() {
    return first.isEmpty();
  }
}
