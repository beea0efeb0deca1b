package dev.hindsight.trainer.rollout;

import java.util.Arrays;

/// Where trials begin in a recording: translates tick to (trial, tick within it) and back.
///
/// Counts *stretches* of one trial: where episodes follow each other, trial 0 comes again and is a
/// stretch of its own.
public final class TrialIndex {
  private final int[] starts;
  private final int[] numbers;
  private final int ticks;

  /// @param starts first tick of every stretch, ascending, the first is 0
  /// @param numbers the trial number (from 0) of every stretch
  /// @param ticks ticks in all
  public TrialIndex(int[] starts, int[] numbers, int ticks) {
    if (starts.length != numbers.length || (ticks > 0 && (starts.length == 0 || starts[0] != 0))) {
      throw new IllegalArgumentException("a trial must begin at tick 0");
    }
    this.starts = starts.clone();
    this.numbers = numbers.clone();
    this.ticks = ticks;
  }

  /// Number of stretches.
  public int count() {
    return starts.length;
  }

  /// Which stretch a tick is in.
  public int stretchAt(int tick) {
    int found = Arrays.binarySearch(starts, tick);
    return found >= 0 ? found : -found - 2;
  }

  /// First tick of a stretch.
  public int start(int stretch) {
    return starts[stretch];
  }

  /// Tick after the last of a stretch.
  public int end(int stretch) {
    return stretch + 1 < starts.length ? starts[stretch + 1] : ticks;
  }

  /// All ticks of a stretch.
  public Span span(int stretch) {
    return new Span(start(stretch), end(stretch));
  }

  /// Trial number, from 0, of a stretch.
  public int trial(int stretch) {
    return numbers[stretch];
  }
}
