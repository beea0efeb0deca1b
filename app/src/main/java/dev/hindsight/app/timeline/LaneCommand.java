package dev.hindsight.app.timeline;

import dev.hindsight.trainer.rollout.Span;
import java.util.List;

/// Everything that changes which lanes there are and which ticks they show.
public sealed interface LaneCommand {
  /// Put a lane below the chosen one, and choose it; one that is there already is only chosen.
  record Add(LaneSource source) implements LaneCommand {}

  /// Take the chosen lane away.
  record Remove() implements LaneCommand {}

  /// Take away the lane of a source, or add it.
  record Toggle(LaneSource source) implements LaneCommand {}

  /// Put below the chosen lane the same of the recording beside, and how far the two are apart.
  record AddComparison() implements LaneCommand {}

  /// Move the chosen lane so many places down, or up below 0.
  record Move(int places) implements LaneCommand {}

  /// Make a lane so many pixels high.
  record Resize(int lane, int height) implements LaneCommand {}

  /// Make the chosen lane so many pixels higher, or lower below 0.
  record Grow(int pixels) implements LaneCommand {}

  /// Choose a lane.
  record Choose(int lane) implements LaneCommand {}

  /// Choose the lane so many further down.
  record ChooseNext(int lanes) implements LaneCommand {}

  /// Show other lanes altogether.
  record Replace(List<LaneSpec> lanes) implements LaneCommand {
    /// Copies the list.
    public Replace {
      lanes = List.copyOf(lanes);
    }
  }

  /// Look so many times as close, while a tick stays where it is.
  record Zoom(double factor, double about) implements LaneCommand {}

  /// Look so many ticks further on, or back.
  record Pan(double ticks) implements LaneCommand {}

  /// Look at everything.
  record Fit() implements LaneCommand {}

  /// Look at a range.
  record ShowRange(Span range) implements LaneCommand {}

  /// See to it that a tick is shown.
  record Reveal(int tick) implements LaneCommand {}

  /// The recording has another length now.
  record Extend(int ticks) implements LaneCommand {}
}
