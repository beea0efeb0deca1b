package dev.hindsight.trainer.branch;

import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Summary;

/// Identifies the recording that a branch belongs to. In files it is an object with the components
/// as keys.
///
/// @param file its file name when the branch was made, without folders
/// @param hash of its full content; for a recording that was cut off, the last value of its hash
///   chain
public record BranchOrigin(String file, String hash) {
  /// Identifies a recording.
  public static BranchOrigin of(Rollout rollout) {
    String name = String.valueOf(rollout.file().getFileName());
    return new BranchOrigin(
        name,
        rollout
            .summary()
            .map(Summary::hash)
            .filter(hash -> !hash.isEmpty())
            .orElseGet(() -> chain(rollout)));
  }

  private static String chain(Rollout rollout) {
    return rollout
        .channel("state_hash")
        .filter(_ -> rollout.ticks() > 0)
        .map(channel ->
            "chain:"
                + rollout.ticks()
                + ":"
                + Long.toHexString(channel.integer(rollout.ticks() - 1, 0)))
        .orElse("");
  }
}
