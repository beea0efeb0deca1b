package dev.hindsight.trainer.learn.transformer;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import dev.hindsight.trainer.attention.MemoryRules.MaskRule;
import dev.hindsight.trainer.learn.net.SegmentBatch;

/// The mask over whole segments: which ticks each query may look at.
///
/// A query sees ticks that are not later, in the same episode, and not in limbo. It always sees
/// itself: a query that sees nothing would yield NaN. Batches may ask for one of the mistakes that
/// [MaskRule] names.
final class AttentionMask {
  private AttentionMask() {}

  /// An additive mask: 0 if the query may look, otherwise -inf.
  ///
  /// @return `[B, 1, T, T]`, the same for every head: query, then source
  static NDArray of(SegmentBatch batch) {
    NDManager manager = batch.observation().getManager();
    int ticks = batch.ticks();
    NDArray tick = manager.arange(ticks);
    NDArray query = tick.reshape(ticks, 1);
    NDArray source = tick.reshape(1, ticks);
    NDArray later = source.gt(query);
    NDArray self = source.eq(query);
    NDArray elsewhere =
        batch
            .episode()
            .reshape(batch.rows(), ticks, 1)
            .neq(batch.episode().reshape(batch.rows(), 1, ticks));
    NDArray limbo = batch.removed().reshape(batch.rows(), 1, ticks);
    NDArray closed = elsewhere.logicalOr(limbo);
    NDArray hidden =
        (batch.mask() == MaskRule.FUTURE_OPEN ? closed : closed.logicalOr(later))
            .logicalAnd(self.logicalNot());
    if (batch.window() > 0) {
      hidden = hidden.logicalOr(source.lte(query.sub(batch.window())));
    }
    if (batch.mask() == MaskRule.DIAGONAL_CLOSED) {
      // A query without other open ticks keeps itself: without any key it would yield NaN.
      NDArray others =
          hidden
              .logicalOr(self)
              .logicalNot()
              .toType(DataType.INT32, false)
              .sum(new int[] {2}, true);
      hidden = hidden.logicalOr(self.logicalAnd(others.gt(0)));
    }
    // Repeated without being copied: DJL asks for three arrays of the same shape.
    NDArray shut = manager.create(Float.NEGATIVE_INFINITY).broadcast(hidden.getShape());
    NDArray open = manager.create(0.0f).broadcast(hidden.getShape());
    return NDArrays.where(hidden, shut, open).reshape(batch.rows(), 1, ticks, ticks);
  }
}
