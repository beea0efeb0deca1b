package dev.hindsight.inspector.audit;

import dev.hindsight.inspector.recompute.KnownOutputs;
import dev.hindsight.trainer.learn.CheckpointFinder;
import dev.hindsight.trainer.record.RecordingRequest;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.run.ledger.RunLedger;
import java.nio.file.Path;
import java.util.Optional;

/// What an audit reads, and what the audits of one recording share.
///
/// @param rollout read, not closed
/// @param chosen a checkpoint the user named; otherwise the audit looks for the one that recorded
/// @param known outputs that one audit has computed, so that the next need not compute them again
/// @param threads the most threads that run the network, including the one that the audit runs on
public record AuditSubject(
    Rollout rollout, Optional<Path> chosen, KnownOutputs known, int threads) {
  /// The fewest agent ticks for which another thread is worth opening the network once more.
  private static final long WORTH_A_THREAD = 256;

  /// A subject without known outputs. Its threads together take all processors that the program may
  /// use: each thread computes on as many as PyTorch is set to.
  public AuditSubject(Rollout rollout, Optional<Path> chosen) {
    this(rollout, chosen, new KnownOutputs(), processors());
  }

  private static int processors() {
    int torch = Math.max(1, Integer.getInteger(RecordingRequest.TORCH_THREADS, 1));
    return Math.max(1, Runtime.getRuntime().availableProcessors() / torch);
  }

  /// The number of threads that are worth opening for some agent ticks.
  int threadsFor(long agentTicks) {
    return Math.clamp(agentTicks / WORTH_A_THREAD, 1, threads);
  }

  /// The checkpoint of the policy that acted, if it is available. Reads files: for a background
  /// thread.
  public Optional<Path> checkpoint() {
    return chosen.or(() -> CheckpointFinder.find(rollout, RunLedger.ofUser()));
  }
}
