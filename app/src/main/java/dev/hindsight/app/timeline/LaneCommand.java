package dev.hindsight.app.timeline;

import dev.hindsight.trainer.rollout.Span;
import java.util.List;

/// Everything that changes the lanes and the ticks they show.
public sealed interface LaneCommand {
  /// Adds a lane below the chosen one and chooses it; chooses a lane that already exists.
  record Add(LaneSource source) implements LaneCommand {}

  /// Removes the chosen lane.
  record Remove() implements LaneCommand {}

  /// Removes the lane of a source, or adds it.
  record Toggle(LaneSource source) implements LaneCommand {}

  /// Adds, below the chosen lane, the same channel of the recording beside this one, and their
  /// difference.
  record AddComparison() implements LaneCommand {}

  /// Moves the chosen lane down a number of places, or up below 0.
  record Move(int places) implements LaneCommand {}

  /// Sets the height of a lane in pixels.
  record Resize(int lane, int height) implements LaneCommand {}

  /// Makes the chosen lane higher by a number of pixels, or lower below 0.
  record Grow(int pixels) implements LaneCommand {}

  /// Chooses a lane.
  record Choose(int lane) implements LaneCommand {}

  /// Chooses the lane a number of places further down.
  record ChooseNext(int lanes) implements LaneCommand {}

  /// Replaces all lanes.
  record Replace(List<LaneSpec> lanes) implements LaneCommand {
    /// Copies the list.
    public Replace {
      lanes = List.copyOf(lanes);
    }
  }

  /// Zooms by a factor while a tick stays in place.
  record Zoom(double factor, double about) implements LaneCommand {}

  /// Moves the visible ticks forwards, or backwards below 0.
  record Pan(double ticks) implements LaneCommand {}

  /// Shows everything.
  record Fit() implements LaneCommand {}

  /// Shows a range.
  record ShowRange(Span range) implements LaneCommand {}

  /// Makes a tick visible.
  record Reveal(int tick) implements LaneCommand {}

  /// Sets the new length of the recording.
  record Extend(int ticks) implements LaneCommand {}
}
