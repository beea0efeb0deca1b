package dev.hindsight.inspector.compare;

import java.util.Optional;

/// A row of the table of first differences.
sealed interface DifferenceRow {
  /// Where a click leads; nothing where it leads nowhere.
  default Optional<FirstDifference> target() {
    return Optional.empty();
  }

  /// A channel.
  record OfChannel(ChannelDifference channel) implements DifferenceRow {
    @Override
    public Optional<FirstDifference> target() {
      return channel.first();
    }
  }

  /// One agent, or one number, of a channel.
  record OfPart(ChannelDifference channel, FirstDifference difference) implements DifferenceRow {
    @Override
    public Optional<FirstDifference> target() {
      return Optional.of(difference);
    }
  }
}
