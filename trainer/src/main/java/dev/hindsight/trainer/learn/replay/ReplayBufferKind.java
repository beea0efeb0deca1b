package dev.hindsight.trainer.learn.replay;

import java.util.List;
import java.util.function.Function;

/// A kind of replay buffer, by the name that the setting `replay_buffer` takes. To add one, add it
/// to [#ALL].
///
/// @param id its name in settings
/// @param opener makes an empty one
public record ReplayBufferKind(String id, Function<Sizes, ReplayBuffer> opener) {
  /// All kinds, the default first.
  public static final List<ReplayBufferKind> ALL =
      List.of(
          new ReplayBufferKind(
              "uniform", sizes -> new UniformReplayBuffer(sizes.capacity(), sizes.steps())),
          new ReplayBufferKind(
              "prioritised",
              sizes ->
                  new PrioritisedReplayBuffer(
                      sizes.capacity(), sizes.steps(), sizes.alpha(), sizes.beta())));

  /// Names of all kinds.
  public static List<String> ids() {
    return ALL.stream().map(ReplayBufferKind::id).toList();
  }

  /// An empty buffer of a kind.
  ///
  /// @param id one of [#ids]
  public static ReplayBuffer open(String id, Sizes sizes) {
    return ALL.stream()
        .filter(kind -> kind.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(id))
        .opener()
        .apply(sizes);
  }

  /// What settings say of a buffer.
  ///
  /// @param capacity in steps, at least 1
  /// @param steps n, drawn together
  /// @param alpha power of a priority, for kinds that have such
  /// @param beta how far weights make up for it
  public record Sizes(int capacity, int steps, double alpha, double beta) {}
}
