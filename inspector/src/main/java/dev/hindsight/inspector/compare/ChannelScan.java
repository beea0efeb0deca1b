package dev.hindsight.inspector.compare;

import dev.hindsight.trainer.task.Cancellation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;

/// Reads one channel of both recordings from end to end. Rows that are equal cost a comparison of
/// their bytes; the loop allocates nothing. One owner thread.
final class ChannelScan {
  private static final int CHECK_EVERY = 256;
  private static final int NEVER = Integer.MAX_VALUE;

  private final ChannelPair pair;
  private final Alignment alignment;
  private final RowPair rows;
  private final int[] firstTick;
  private final int width;
  private int differing;
  private double largest;

  ChannelScan(ChannelPair pair, Alignment alignment) {
    this.pair = pair;
    this.alignment = alignment;
    rows = RowPair.of(pair);
    firstTick = new int[pair.length()];
    Arrays.fill(firstTick, NEVER);
    width = Math.max(1, pair.components().length);
  }

  /// @param parted is told of each tick at which anything differs, once
  ChannelDifference run(Cancellation cancellation, IntConsumer parted) {
    int compared = 0;
    for (Alignment.SideBySide span : alignment.spans()) {
      for (int i = 0; i < span.length(); i++) {
        if (compared++ % CHECK_EVERY == 0) {
          cancellation.throwIfCancelled();
        }
        int tick = span.one() + i;
        if (rows.read(tick, span.other() + i) && look(tick)) {
          differing++;
          parted.accept(tick);
        }
      }
    }
    return found(compared);
  }

  private boolean look(int tick) {
    boolean any = false;
    for (int i = 0; i < firstTick.length; i++) {
      if (rows.differs(i)) {
        any = true;
        largest = Math.max(largest, rows.gap(i));
        firstTick[i] = Math.min(firstTick[i], tick);
      }
    }
    return any;
  }

  private ChannelDifference found(int compared) {
    List<FirstDifference> byAgent = new ArrayList<>();
    for (int agent = 0; agent < pair.agents().size(); agent++) {
      earliest(agent * width, 1, pair.components().length).ifPresent(byAgent::add);
    }
    List<FirstDifference> byComponent = new ArrayList<>();
    for (int part = 0; part < pair.components().length; part++) {
      earliest(part, width, pair.agents().size()).ifPresent(byComponent::add);
    }
    ChannelDifference.Scale scale = ChannelDifference.scale(pair.one().spec());
    return new ChannelDifference(
        pair.one().spec().name(),
        pair.one().spec().unit(),
        scale,
        compared,
        differing,
        scale == ChannelDifference.Scale.AMOUNT ? largest : Double.NaN,
        earliest(0, 1, firstTick.length),
        byAgent,
        byComponent);
  }

  /// The earliest of some of the compared numbers; of equally early ones the first.
  private Optional<FirstDifference> earliest(int from, int step, int count) {
    int best = -1;
    for (int i = 0; i < count; i++) {
      int at = from + i * step;
      if (firstTick[at] != NEVER && (best < 0 || firstTick[at] < firstTick[best])) {
        best = at;
      }
    }
    return best < 0 ? Optional.empty() : Optional.of(difference(best));
  }

  private FirstDifference difference(int at) {
    int tick = firstTick[at];
    int otherTick = alignment.paired(tick).orElseThrow();
    AgentPairs.AgentPair who = pair.agents().get(at / width);
    return new FirstDifference(
        tick,
        otherTick,
        who.one(),
        who.other(),
        pair.components()[at % width],
        RowPair.number(pair.one(), tick, rows.places[at]),
        RowPair.number(pair.other(), otherTick, rows.others[at]));
  }
}
