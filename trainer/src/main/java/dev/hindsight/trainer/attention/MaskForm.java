package dev.hindsight.trainer.attention;

import dev.hindsight.trainer.rollout.Span;
import java.util.BitSet;
import java.util.List;

/// One form of a policy's mask, as the running code applies it: which ticks each query may look at.
@FunctionalInterface
public interface MaskForm {
  /// The ticks each query may look at.
  ///
  /// @param episodeFlags of the whole recording
  /// @param segment the queries; a form that computes many ticks at once sees only these ticks
  /// @return ticks of the recording, for every query of the segment
  List<BitSet> open(EpisodeFlags episodeFlags, Span segment);
}
