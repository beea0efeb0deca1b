package dev.hindsight.trainer.learn.replay;

/// Takes episodes while they are made. One owner thread.
public interface EpisodeSink {
  /// Adds a new episode.
  void begin(ReplayEpisode episode);

  /// Takes notice that a step of an unfinished episode has become complete.
  void grow(ReplayEpisode episode);

  /// Marks an episode as ended.
  void end(ReplayEpisode episode);
}
