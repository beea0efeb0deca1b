package dev.hindsight.trainer.run.session;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Checkpoints;
import dev.hindsight.trainer.run.ledger.CodeVersion;
import dev.hindsight.trainer.run.ledger.MetricsLog;
import dev.hindsight.trainer.run.ledger.RunCheckpoint;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.RunLock;
import dev.hindsight.trainer.run.ledger.RunProgress;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.run.ledger.RunStart;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;

/// How a process comes to work on a run: as a new one, or on one there was.
final class RunStarter {
  private RunStarter() {}

  static RunSession begin(
      TrainingSpec spec, RunContext place, Consumer<? super TrainingEvent> listener) {
    Optional<Checkpoint> parent = spec.request().parent().map(Path::of).map(Checkpoints::read);
    RunFolder folder = RunFolder.create(place.home(), spec.environment().id(), Instant.now());
    RunLock lock = RunLock.take(folder);
    RunStart start = start(spec, parent, folder);
    RunCounter counter = new RunCounter(start.updatesInAll());
    RunJournal journal = new RunJournal(folder, place.ledger(), 0, listener);
    journal.begun(start);
    journal.takenUp(folder.path(), counter.progress());
    return new RunSession(spec, start, folder, lock, journal, counter, parent);
  }

  private static RunStart start(TrainingSpec spec, Optional<Checkpoint> parent, RunFolder folder) {
    return new RunStart(
        spec.environment().id(),
        spec.preset(),
        spec.algorithm().id(),
        spec.request().scenarios(),
        spec.request().settings(),
        spec.effective(),
        ConfigDifference.of(spec, parent),
        spec.request().seed(),
        spec.request().device(),
        CodeVersion.text(),
        spec.request().parent().orElse(""),
        parent.map(Checkpoint::sha256).orElse(""),
        spec.request().coPlayer().orElse(""),
        coPlayerDigest(spec),
        folder.path(),
        spec.algorithm().updates(spec.task().settings()));
  }

  /// Of a co-player that is a file; names of policies that ship change with the code version only.
  private static String coPlayerDigest(TrainingSpec spec) {
    return spec.request()
        .coPlayer()
        .map(Path::of)
        .filter(Files::isRegularFile)
        .map(Checkpoints::read)
        .map(Checkpoint::sha256)
        .orElse("");
  }

  static RunSession takeUp(
      RunRecord before,
      TrainingSpec spec,
      RunContext place,
      Consumer<? super TrainingEvent> listener) {
    RunFolder folder = new RunFolder(before.start().folder());
    if (!Files.isDirectory(folder.path())) {
      throw new Problem(
          "the run's folder is gone", folder.path().toString(), "restore it, or begin a new run");
    }
    if (!before.start().coPlayerSha256().equals(coPlayerDigest(spec))) {
      throw new Problem(
          "the co-player is not the one the run began with",
          before.start().coPlayer(),
          "restore that file, or begin a new run");
    }
    RunLock lock = RunLock.take(folder);
    RunCounter counter = new RunCounter(before.start().updatesInAll());
    Optional<Checkpoint> state = Optional.empty();
    if (Files.exists(folder.latest())) {
      Checkpoint checkpoint = Checkpoints.read(folder.latest());
      counter.restore(RunCheckpoint.progress(checkpoint), MetricsLog.read(folder.metrics()));
      state = Optional.of(checkpoint);
    } else {
      state = spec.request().parent().map(Path::of).map(Checkpoints::read);
    }
    // The checkpoint may be older than the newest change, the ledger is not.
    before.learningRateFactor().ifPresent(counter::scaleLearningRate);
    RunProgress progress = counter.progress();
    RunJournal journal = new RunJournal(folder, place.ledger(), progress.updates(), listener);
    journal.takenUp(folder.path(), progress);
    return new RunSession(spec, before.start(), folder, lock, journal, counter, state);
  }
}
