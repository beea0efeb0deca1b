package dev.hindsight.trainer.attention;

import dev.hindsight.trainer.rollout.Span;
import java.util.BitSet;
import java.util.List;

/// One stretch of an agent's life with all its keys and values kept, so that a query can be asked
/// again without computing the past: what would it have said without this or that? One owner thread
/// at a time.
///
/// What is switched off is switched off for the query alone, in every layer. What earlier ticks
/// stored stays as it was.
public interface QueryReplay extends AutoCloseable {
  /// The ticks.
  Span span();

  /// Places a query may look at, itself included.
  ///
  /// @param query place in the stretch
  BitSet open(int query);

  /// Asks a query as often as there are cuts, all at once. A cut that closes nothing the query may
  /// look at gets what the uncut query says, to the bit.
  ///
  /// @param query place in the stretch
  Answers replay(int query, List<QueryAblation> cuts);

  /// The mean output of a head over the live ticks of the stretch, `[d / H]`.
  float[] mean(Ablation.Head head);

  /// Bytes of native memory it holds.
  long bytes();

  @Override
  void close();

  /// What was said. Arrays are not to be written.
  ///
  /// @param logits `[B][n]`
  /// @param values `[B]`
  record Answers(float[][] logits, float[] values) {}
}
