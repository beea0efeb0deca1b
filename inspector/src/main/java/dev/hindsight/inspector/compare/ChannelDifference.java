package dev.hindsight.inspector.compare;

import dev.hindsight.trainer.rollout.ChannelSpec;
import java.util.List;
import java.util.Optional;

/// How one channel differs between two recordings.
///
/// @param channel its name; `static/NAME` for an array without ticks, `final/NAME` for a last row
/// @param unit SI unit, `1` for none
/// @param scale whether its numbers are amounts
/// @param compared ticks that were compared
/// @param differing of those, the ticks at which anything differs
/// @param largest the largest |A - B| there is; infinite where a number stands against none, NaN
///   where numbers are no amounts
/// @param first where it first differs: of several at one tick the lowest agent, then component;
///   nothing where it is the same throughout
/// @param byAgent where it first differs for each agent that differs, in the order of the agents;
///   one without an agent for a channel that has none
/// @param byComponent where each component first differs, for whichever agent, in their order
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
  /// What a number of a channel is.
  public enum Scale {
    /// An amount: one can be taken from another.
    AMOUNT,
    /// A name for something: an action, a flag, a kind, a digest.
    NAME
  }

  /// What the numbers of a channel are: flags, small codes and digests are names, and so are joint
  /// actions.
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

  /// Whether it is the same at every tick that was compared.
  public boolean same() {
    return first.isEmpty();
  }
}
