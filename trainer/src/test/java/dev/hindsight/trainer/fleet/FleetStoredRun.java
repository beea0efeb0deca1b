package dev.hindsight.trainer.fleet;

import dev.hindsight.trainer.learn.algorithm.BuiltInAlgorithms;
import dev.hindsight.trainer.learn.evaluation.BuiltInPolicyLibrary;
import dev.hindsight.trainer.policy.Checkpoints;
import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.run.ledger.MetricsLog;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.run.ledger.TrainingRequest;
import dev.hindsight.trainer.run.session.RunContext;
import dev.hindsight.trainer.run.session.TrainingCommand;
import dev.hindsight.trainer.run.session.TrainingEvent;
import dev.hindsight.trainer.run.session.TrainingResult;
import dev.hindsight.trainer.run.session.TrainingRun;
import dev.hindsight.trainer.run.session.TrainingSpec;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// A training with two workers whose checkpoints are in a folder: it begins, or goes on if the
/// folder holds it.
///
/// @param folder holds the run and its ledger
record FleetStoredRun(Path folder) {
  private RunLedger ledger() {
    return new RunLedger(folder.resolve("ledger.jsonl"));
  }

  private static TrainingRequest request(String... settings) {
    Map<String, String> typed =
        new HashMap<>(
            Map.of(
                "policy", "mlp",
                "num_envs", "6",
                "hidden_size", "8",
                "minibatches", "2",
                "update_epochs", "1",
                "updates", "8",
                "fleet_workers", "2",
                "learner_queue_timeout_sec", "3600"));
    for (String one : settings) {
      typed.put(one.substring(0, one.indexOf('=')), one.substring(one.indexOf('=') + 1));
    }
    return TrainingRequest.of("darkroom").with(typed).withSeed(7);
  }

  TrainingResult train(Consumer<TrainingEvent> listener, String... settings) {
    return train(listener, new Cancellation(), settings);
  }

  TrainingResult train(
      Consumer<TrainingEvent> listener, Cancellation cancellation, String... settings) {
    return run(listener, settings).run(Progress.SILENT, cancellation);
  }

  /// Trains until it is told to stop after an update.
  TrainingResult stopAfter(int update, String... settings) {
    return stopAt(
        event -> event instanceof TrainingEvent.Updated done && done.report().update() == update,
        settings);
  }

  /// Trains until it is told to stop at an event.
  TrainingResult stopAt(Predicate<TrainingEvent> moment, String... settings) {
    TrainingRun[] run = new TrainingRun[1];
    run[0] =
        run(
            event -> {
              if (moment.test(event)) {
                run[0].command(new TrainingCommand.Stop());
              }
            },
            settings);
    return run[0].run(Progress.SILENT, new Cancellation());
  }

  private TrainingRun run(Consumer<TrainingEvent> listener, String... settings) {
    RunContext place =
        new RunContext(folder.resolve("runs"), ledger(), List.of(), new BuiltInPolicyLibrary());
    List<RunRecord> there = ledger().runs();
    if (there.isEmpty()) {
      return TrainingRun.begin(spec(request(settings)), place, listener);
    }
    RunRecord before = there.getFirst();
    return TrainingRun.resume(before, spec(before.start().request()), place, listener);
  }

  private static TrainingSpec spec(TrainingRequest request) {
    return TrainingSpec.of(request, BuiltInAlgorithms.chosen(request.algorithm()));
  }

  private RunFolder files() {
    return new RunFolder(ledger().runs().getFirst().start().folder());
  }

  /// Weights, optimiser, books and environments of the newest checkpoint, by name.
  Map<String, List<Float>> tensors() {
    Map<String, List<Float>> all = new LinkedHashMap<>();
    Checkpoints.read(files().latest())
        .tensors()
        .forEach((name, tensor) -> {
          Float[] values = new Float[tensor.values().length];
          Arrays.setAll(values, i -> tensor.values()[i]);
          all.put(name, List.of(values));
        });
    return all;
  }

  /// The mean return of the episodes of each update in which some ended.
  double[] returns() {
    return MetricsLog.read(files().metrics()).stream()
        .map(UpdateReport::metrics)
        .mapToDouble(metrics -> metrics.getOrDefault("episode/return", Double.NaN))
        .filter(Double::isFinite)
        .toArray();
  }
}
