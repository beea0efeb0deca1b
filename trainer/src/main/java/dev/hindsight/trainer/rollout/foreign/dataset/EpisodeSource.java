package dev.hindsight.trainer.rollout.foreign.dataset;

import java.util.List;
import java.util.Map;

/// A file of episodes, open. One owner thread.
interface EpisodeSource extends AutoCloseable {
  /// What kind of file it is, in words.
  String form();

  /// The id of the environment, as the file names it; empty if it does not.
  String environment();

  /// Number of episodes.
  int count();

  /// K, trials of an episode: as many as the file has, at least 1.
  default int trials() {
    return 1;
  }

  /// The name of an episode in the file.
  String name(int episode);

  /// Reads an episode.
  ///
  /// @throws dev.hindsight.trainer.Problem if it is inconsistent
  EpisodeArrays read(int episode);

  /// The arrays of the episodes read so far that are left out, because they hold no numbers of a
  /// fixed size: texts, structures, rows of different lengths.
  default List<String> leftOut() {
    return List.of();
  }

  /// What a reader must know of how the arrays were taken, a sentence each.
  default List<String> notes() {
    return List.of();
  }

  /// Names of observed numbers, by the path of the observation; empty if the file has none.
  default Map<String, List<String>> observationNames() {
    return Map.of();
  }

  @Override
  void close();
}
