package dev.hindsight.inspector.compare;

import java.util.List;
import java.util.Optional;

/// How one channel differs between two recordings.
///
/// @param channel its name
/// @param unit SI unit, `1` for none
/// @param compared ticks that were compared
/// @param differing of those, the ticks at which anything differs
/// @param largest the largest |A - B| there is; infinite where a number stands against none
/// @param first where it first differs: of several at one tick the lowest agent, then component;
///   nothing where it is the same throughout
/// @param byAgent where it first differs for each agent that differs, in the order of the agents;
///   one without an agent for a channel that has none
/// @param byComponent where each component first differs, for whichever agent, in their order
public record ChannelDifference(
    String channel,
    String unit,
    int compared,
    int differing,
    double largest,
    Optional<FirstDifference> first,
    List<FirstDifference> byAgent,
    List<FirstDifference> byComponent) {
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
