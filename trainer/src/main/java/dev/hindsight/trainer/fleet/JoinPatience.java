package dev.hindsight.trainer.fleet;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import java.time.Duration;
import java.util.function.LongSupplier;

/// How long a worker tries to join a learner that does not answer. One owner thread.
final class JoinPatience {
  /// Longer than a learner takes to answer.
  private static final Duration LOOK = Duration.ofSeconds(3);

  private final Duration most;
  private final LongSupplier nanos;
  private long since;
  private long looked;
  private boolean known;

  /// @param most how long it tries
  /// @param nanos a clock, as [System#nanoTime]
  JoinPatience(Duration most, LongSupplier nanos) {
    this.most = most;
    this.nanos = nanos;
    since = nanos.getAsLong();
    looked = since;
  }

  /// A learner has answered.
  void joined() {
    known = true;
  }

  /// The learner is lost: from now on it waits for one.
  void lost() {
    known = false;
    since = nanos.getAsLong();
    looked = since;
  }

  /// Whether to look who is there, if anybody: every few seconds without an answer.
  boolean wonders() {
    long now = nanos.getAsLong();
    if (known || now - looked < LOOK.toNanos()) {
      return false;
    }
    looked = now;
    return true;
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
