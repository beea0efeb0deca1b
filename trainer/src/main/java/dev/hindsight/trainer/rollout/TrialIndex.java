package dev.hindsight.trainer.rollout;

import java.util.Arrays;

/// Where trials begin in a recording: translates ticks to (trial, tick within it) and back.
///
/// It counts *spans* of one trial each: if episodes follow each other, trial 0 occurs again and is
/// a separate span.
public final class TrialIndex {
  /// The column that numbers the trials, from 0.
  static final String COLUMN = "trial";

  /// The most trials of an episode; readers count through them.
  public static final int MOST = 1_000_000;

  private final int[] starts;
  private final int[] numbers;

  /// The number of each span's episode, from 1.
  private final int[] episodes;

  private final int ticks;

  /// @param starts first tick of every span, ascending, the first is 0
  /// @param numbers the trial number (from 0) of every span
  /// @param ticks total number of ticks
  public TrialIndex(int[] starts, int[] numbers, int ticks) {
    if (starts.length != numbers.length || (ticks > 0 && (starts.length == 0 || starts[0] != 0))) {
      throw new IllegalArgumentException("a trial must begin at tick 0");
    }
    this.starts = starts.clone();
    this.numbers = numbers.clone();
    this.episodes = new int[numbers.length];
    this.ticks = ticks;
    for (int stretch = 0; stretch < numbers.length; stretch++) {
      int before = stretch == 0 ? 0 : episodes[stretch - 1];
      episodes[stretch] = before + (beginsEpisode(stretch) ? 1 : 0);
    }
  }

  /// Number of spans.
  public int count() {
    return starts.length;
  }

  /// The span of a tick.
  public int stretchAt(int tick) {
    int found = Arrays.binarySearch(starts, tick);
    return found >= 0 ? found : -found - 2;
  }

  /// First tick of a span.
  public int start(int stretch) {
    return starts[stretch];
  }

  /// End of a span, exclusive.
  public int end(int stretch) {
    return stretch + 1 < starts.length ? starts[stretch + 1] : ticks;
  }

  /// All ticks of a span.
  public Span span(int stretch) {
    return new Span(start(stretch), end(stretch));
  }

  /// Trial number, from 0, of a span.
  public int trial(int stretch) {
    return numbers[stretch];
  }

  /// Number of episodes.
  public int episodes() {
    return episodes.length == 0 ? 0 : episodes[episodes.length - 1];
  }

  /// Number of a span's episode, from 1.
  public int episode(int stretch) {
    return episodes[stretch];
  }

  /// Whether an episode begins with a span: within one, trial numbers go up.
  public boolean beginsEpisode(int stretch) {
    return stretch == 0 || numbers[stretch] <= numbers[stretch - 1];
  }
}
