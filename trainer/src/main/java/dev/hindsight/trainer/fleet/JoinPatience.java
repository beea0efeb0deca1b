package dev.hindsight.trainer.fleet;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import java.time.Duration;
import java.util.function.LongSupplier;

/// How long a worker tries to join a learner that does not answer. One owner thread.
final class JoinPatience {
  private final Duration most;
  private final LongSupplier nanos;
  private long since;
  private boolean known;

  /// @param most how long it tries
  /// @param nanos a clock, as [System#nanoTime]
  JoinPatience(Duration most, LongSupplier nanos) {
    this.most = most;
    this.nanos = nanos;
    since = nanos.getAsLong();
  }

  /// A learner has answered.
  void joined() {
    known = true;
  }

  /// The learner is lost: from now on it waits for one.
  void lost() {
    known = false;
    since = nanos.getAsLong();
  }

  /// @param learner where it tries to join
  /// @throws Problem if no learner has answered for too long
  void check(FleetAddress learner) {
    if (!known && nanos.getAsLong() - since > most.toNanos()) {
      throw new Problem(
          wording("JoinPatience.no_learner_has_answered", most.toSeconds()),
          learner.toString(),
          wording("JoinPatience.start_it_again_while_a_learner_runs"));
    }
  }
}
