package dev.hindsight.trainer.learn.net;

/// The episode of each tick of a segment, and how far into it the tick is.
///
/// An end at tick s, for good or at a time limit, belongs to the episode it ends; the next begins
/// at s + 1. Trial ends do not start an episode: memory continues through them.
///
/// @param position `[R * T]`, ticks since the start of the episode, from 0
/// @param episode `[R * T]`, from 0 in every row
public record EpisodeIndex(long[] position, int[] episode) {
  /// @param ended `[R * T]`, row after row: 1 if the action of that tick ended the episode
  public static EpisodeIndex of(byte[] ended, int rows, int ticks) {
    long[] position = new long[rows * ticks];
    int[] episode = new int[rows * ticks];
    for (int row = 0; row < rows; row++) {
      int begun = 0;
      int number = 0;
      for (int t = 0; t < ticks; t++) {
        int at = row * ticks + t;
        position[at] = (long) t - begun;
        episode[at] = number;
        if (ended[at] != 0) {
          begun = t + 1;
          number++;
        }
      }
    }
    return new EpisodeIndex(position, episode);
  }
}
