package dev.hindsight.app;

/// A study of the dark room that takes seconds: two arms, one with memory and one without.
public final class RoomsStudy {
  private RoomsStudy() {}

  /// Its file.
  ///
  /// @param seeds the line of the seeds
  public static String yaml(String seeds, int updates) {
    return """
    environment: darkroom
    preset: 5x5
    settings:
      num_envs: 8
      updates: %d
      hidden_size: 8
      feed_forward: 8
      update_epochs: 1
      minibatches: 2
    arms:
      memory:
      no memory:
        policy: mlp
    %s
    evaluation:
      episodes: 10
      seed: 1000
    """
        .formatted(updates, seeds);
  }
}
