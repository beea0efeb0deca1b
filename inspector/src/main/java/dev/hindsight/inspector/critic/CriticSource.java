package dev.hindsight.inspector.critic;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.CheckpointFinder;
import dev.hindsight.trainer.learn.sac.CheckpointLearner;
import dev.hindsight.trainer.record.TeacherForcing;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.run.ledger.RunLedger;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/// The opened critics of a recording: those of the policy that acted, or of a checkpoint the user
/// chose. Opens a checkpoint once; for background threads, one at a time.
public final class CriticSource implements AutoCloseable {
  private final Rollout rollout;
  private final ReentrantLock working = new ReentrantLock();
  private Optional<Opened> newest = Optional.empty();
  private volatile boolean closed;

  private record Opened(Optional<String> chosen, CheckpointLearner learner) {}

  /// @param rollout read, not closed
  public CriticSource(Rollout rollout) {
    this.rollout = rollout;
  }

  /// Computes something with the critics.
  ///
  /// @param chosen a checkpoint file, a run or one of its versions; empty for the policy that acted
  /// @throws Problem if there are none, with what to do
  public <T> T compute(Optional<String> chosen, Function<CheckpointLearner, T> work) {
    working.lock();
    try {
      if (newest.filter(opened -> opened.chosen().equals(chosen)).isEmpty()) {
        free();
        newest = Optional.of(new Opened(chosen, open(chosen)));
      }
      return work.apply(newest.orElseThrow().learner());
    } finally {
      working.unlock();
      if (closed) {
        freeIfIdle();
      }
    }
  }

  private CheckpointLearner open(Optional<String> chosen) {
    Path file = chosen.map(BuiltInPolicies::file).orElseGet(this::acted);
    return CheckpointLearner.require(file, TeacherForcing.shapeOf(rollout));
  }

  private Path acted() {
    return CheckpointFinder.find(rollout, RunLedger.ofUser())
        .orElseThrow(() -> {
          Problem missing = CheckpointFinder.missing(rollout);
          return new Problem(
              missing.what(), missing.where(), wording("CriticSource.choose_one_of_a_sac_run"));
        });
  }

  private void free() {
    newest.ifPresent(opened -> opened.learner().close());
    newest = Optional.empty();
  }

  /// Frees native memory, now or when the current work is finished.
  @Override
  public void close() {
    closed = true;
    freeIfIdle();
  }

  /// Frees it unless something computes, which then frees it at its end.
  private void freeIfIdle() {
    if (working.tryLock()) {
      try {
        free();
      } finally {
        working.unlock();
      }
    }
  }
}
