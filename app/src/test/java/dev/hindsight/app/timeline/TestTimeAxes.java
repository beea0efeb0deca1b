package dev.hindsight.app.timeline;

import dev.hindsight.trainer.rollout.TrialIndex;

/// Time axes for tests.
final class TestTimeAxes {
  private TestTimeAxes() {}

  /// A number of ticks of 0.1 s in one trial.
  static TimeAxis ticks(int ticks) {
    return new TimeAxis(ticks, 0.1, new TrialIndex(new int[] {0}, new int[] {0}, ticks));
  }

  /// Trials of equal length, one after the other, `perEpisode` in an episode.
  static TimeAxis trials(int count, int length, int perEpisode) {
    int[] starts = new int[count];
    int[] numbers = new int[count];
    for (int i = 0; i < count; i++) {
      starts[i] = i * length;
      numbers[i] = i % perEpisode;
    }
    return new TimeAxis(count * length, 0.1, new TrialIndex(starts, numbers, count * length));
  }
}
