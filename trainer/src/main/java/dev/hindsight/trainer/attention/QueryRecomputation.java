package dev.hindsight.trainer.attention;

import dev.hindsight.trainer.rollout.Span;
import java.util.BitSet;
import java.util.List;

/// A span of an agent's ticks with all keys and values kept, so that a query can be repeated under
/// different ablations without recomputing the past. One owner thread at a time.
///
/// An ablation applies only to the query, in every layer. What earlier ticks stored stays
/// unchanged.
public interface QueryRecomputation extends AutoCloseable {
  /// The ticks.
  Span span();

  /// Places a query may look at, itself included.
  ///
  /// @param query place in the stretch
  BitSet open(int query);

  /// Repeats a query once per ablation, all in one batch. An ablation that closes nothing the query
  /// may look at gives the original output, to the bit.
  ///
  /// @param query place in the span
  Answers recompute(int query, List<QueryAblation> cuts);

  /// The mean output of a head over the live ticks of the span, `[d / H]`.
  float[] mean(Ablation.Head head);

  /// Bytes of native memory it holds.
  long bytes();

  @Override
  void close();

  /// The outputs, one row per ablation. Do not modify the arrays.
  ///
  /// @param logits `[B][n]`
  /// @param values `[B]`
  record Answers(float[][] logits, float[] values) {}
}
