package dev.hindsight.trainer.record;

import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.randomise.Buckets;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.List;
import java.util.Optional;

/// The bucket of each tick of a recording, and the partner that it stands for, as the policies saw
/// them. One owner thread.
final class RecordedBucket {
  private final Optional<Channel> column;
  private final List<Double> partnerShares;

  RecordedBucket(Rollout rollout) {
    column = rollout.channel(Buckets.COLUMN).filter(channel -> channel.rowLength() == 1);
    partnerShares =
        column.map(channel -> Buckets.describedPartnerShares(channel.spec())).orElse(List.of());
  }

  /// Writes what a buffer says of the bucket of a tick's observation.
  void show(int tick, StepBuffer seen) {
    if (column.isPresent()) {
      seen.bucket = (int) column.get().integer(tick, 0);
      seen.partnerShare[0] =
          seen.bucket < 0 || seen.bucket >= partnerShares.size()
              ? Double.NaN
              : partnerShares.get(seen.bucket);
    }
  }
}
