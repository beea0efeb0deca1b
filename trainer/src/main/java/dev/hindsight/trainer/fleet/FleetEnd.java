package dev.hindsight.trainer.fleet;

import dev.hindsight.trainer.outcome.EpisodeEnd;
import java.util.Optional;

/// How an episode that a worker began has ended, as the books of a fleet count it.
///
/// Those of [EpisodeEnd] happen in the world. The other two happen to the world: they say nothing
/// about the policy, and no return, bucket or curriculum counts them.
public enum FleetEnd {
  /// [EpisodeEnd#TASK_DONE].
  TASK_DONE,
  /// [EpisodeEnd#TASK_FAILED], and [EpisodeEnd#TERMINATED].
  TASK_FAILED,
  /// [EpisodeEnd#TIMEOUT].
  TIMEOUT,
  /// [EpisodeEnd#CRASH]: a contact in the world, which is an outcome like any other.
  CRASH,
  /// The run replaced its worlds by new ones, as it does without workers (`resample_frequency`).
  REPLACED,
  /// The worker failed, stopped or was recycled: what it had not delivered is lost.
  INFRA_CRASH;

  /// The end that an environment gave; an end without a reason is a failed task.
  public static FleetEnd of(Optional<EpisodeEnd> end) {
    return end.map(known ->
            switch (known) {
              case TASK_DONE -> TASK_DONE;
              case TASK_FAILED, TERMINATED -> TASK_FAILED;
              case TIMEOUT -> TIMEOUT;
              case CRASH -> CRASH;
            })
        .orElse(TASK_FAILED);
  }
}
