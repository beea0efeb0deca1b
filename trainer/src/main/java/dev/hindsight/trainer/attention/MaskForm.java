package dev.hindsight.trainer.attention;

import dev.hindsight.trainer.rollout.Span;
import java.util.BitSet;
import java.util.List;

/// A form of a policy's mask, as the code that runs has it: who may look at whom.
@FunctionalInterface
public interface MaskForm {
  /// The ticks each query may look at.
  ///
  /// @param episodeFlags of the whole recording
  /// @param segment the queries; to a form that computes many ticks at once, these ticks are all
  ///   there are
  /// @return ticks of the recording, for every query of the segment
  List<BitSet> open(EpisodeFlags episodeFlags, Span segment);
}
