package dev.hindsight.trainer.parity;

import dev.hindsight.trainer.attention.MemoryLayout;
import dev.hindsight.trainer.attention.MemoryRules;
import java.util.Optional;

/// A network opened in both its forms, with the same weights. One owner thread at a time.
public interface TrainingAndActingForms extends AutoCloseable {
  /// What it remembers with.
  MemoryKind remembers();

  /// S, ticks its memory reaches back at most; [Integer#MAX_VALUE] where it has no limit.
  int horizon();

  /// The form it learns with: all ticks at once. Under [MemoryRules#RIGHT] by the code of training
  /// itself, under others told positions, episodes and limbo as these rules have them.
  Outputs learned(ObservationSequence observationSequence, MemoryRules rules);

  /// The form it learns with, its memory laid out tick by tick: for mistakes no rule describes.
  Outputs learned(ObservationSequence observationSequence, MemoryLayout layout);

  /// The form it acts with: tick by tick, its memory empty at first. Rules it cannot be told of
  /// (positions, masks) are as they are.
  Outputs acted(ObservationSequence observationSequence, MemoryRules rules);

  /// How much a loss over the ticks outside limbo moves with each tick of what it saw: the largest
  /// element, by size, of the gradient at the encoding of each tick, `[n]`. Nothing while somebody
  /// else in this process learns, since only one may take gradients at a time.
  Optional<float[]> gradient(ObservationSequence observationSequence);

  @Override
  void close();
}
