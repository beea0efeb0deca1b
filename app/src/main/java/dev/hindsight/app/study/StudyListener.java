package dev.hindsight.app.study;

/// Receives what happens in a study, from the threads of its runs.
@FunctionalInterface
public interface StudyListener {
  /// A run has got a step further.
  void told(StudyEvent event);

  /// A run in training has finished an update.
  ///
  /// @param arm title of its arm
  /// @param seed of training
  /// @param update the last one, from 1
  /// @param inAll total number of updates
  default void updated(String arm, long seed, long update, long inAll) {}
}
