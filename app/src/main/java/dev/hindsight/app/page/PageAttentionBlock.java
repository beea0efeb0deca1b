package dev.hindsight.app.page;

import dev.hindsight.app.page.PageData.PageAttention;
import dev.hindsight.inspector.attention.AttentionReading;
import dev.hindsight.inspector.attention.AttentionReadingCache;
import dev.hindsight.inspector.attention.AttentionSources;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The attention of one agent for a page, as stored in the recording or computed again from its
/// checkpoint: a byte per weight.
///
/// @param shape its sizes
/// @param weights `[layer * heads + head][frame][slot]`, `round(255 * sqrt(weight))`; slot 0 is the
///   first tick since the memory was wiped
record PageAttentionBlock(PageAttention shape, byte[] weights) {
  /// The most bytes for all heads, before they are compressed; beyond it heads are averaged.
  private static final long MOST = 12_000_000;

  /// Reads the rows of some ticks.
  ///
  /// @return empty if the recording has no attention, or it cannot be computed here
  static Optional<PageAttentionBlock> of(
      Rollout rollout, int agent, List<Integer> ticks, Cancellation cancellation) {
    if (agent == Moment.NO_AGENT || !AttentionSources.expected(rollout.manifest())) {
      return Optional.empty();
    }
    try {
      return read(
          AttentionReadingCache.forSinglePass(rollout, Optional.empty()),
          agent,
          ticks,
          cancellation);
    } catch (Problem _) {
      // No checkpoint at hand: the page is whole without it, and the report says so.
      return Optional.empty();
    }
  }

  private static Optional<PageAttentionBlock> read(
      AttentionReadingCache cache, int agent, List<Integer> ticks, Cancellation cancellation) {
    List<AttentionTrace> traces = new ArrayList<>();
    int slots = 0;
    for (int tick : ticks) {
      cancellation.throwIfCancelled();
      AttentionTrace last = traces.isEmpty() ? null : traces.getLast();
      AttentionTrace trace = last;
      if (last == null || !last.span().holds(tick)) {
        AttentionReading reading = cache.reading(agent, tick, cancellation);
        trace = reading.trace();
      }
      if (trace == null || !trace.span().holds(tick)) {
        return Optional.empty();
      }
      slots = Math.max(slots, trace.slots(tick - trace.span().from()));
      traces.add(trace);
    }
    if (traces.isEmpty()) {
      return Optional.empty();
    }
    int layers = traces.getFirst().layers();
    int heads = traces.getFirst().heads();
    boolean averaged = (long) layers * heads * ticks.size() * slots > MOST;
    int kept = averaged ? 1 : heads;
    long size = (long) layers * kept * ticks.size() * slots;
    if (size > MOST || size == 0) {
      return Optional.empty();
    }
    byte[] weights = new byte[(int) size];
    for (int frame = 0; frame < ticks.size(); frame++) {
      AttentionTrace trace = traces.get(frame);
      int query = ticks.get(frame) - trace.span().from();
      for (int plane = 0; plane < layers * kept; plane++) {
        for (int slot = 0; slot < trace.slots(query); slot++) {
          double weight =
              averaged
                  ? mean(trace, plane, query, slot)
                  : trace.weight(plane / kept, plane % kept, query, slot);
          weights[(plane * ticks.size() + frame) * slots + slot] =
              (byte) Math.round(255 * Math.sqrt(Math.clamp(weight, 0, 1)));
        }
      }
    }
    return Optional.of(
        new PageAttentionBlock(
            new PageAttention(
                agent,
                layers,
                kept,
                slots,
                averaged,
                traces.stream().map(trace -> trace.span().from()).toList()),
            weights));
  }

  private static double mean(AttentionTrace trace, int layer, int query, int slot) {
    double sum = 0;
    for (int head = 0; head < trace.heads(); head++) {
      sum += trace.weight(layer, head, query, slot);
    }
    return sum / trace.heads();
  }
}
