package dev.hindsight.trainer.run.session;

import dev.hindsight.trainer.learn.algorithm.BuiltInAlgorithms;
import dev.hindsight.trainer.learn.evaluation.BuiltInPolicyLibrary;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Checkpoints;
import dev.hindsight.trainer.run.ledger.RunId;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.run.ledger.TrainingRequest;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Runs of a second: the dark room, a small network, a few updates.
public final class SmallRun {
  static final int UPDATES = 4;

  private static final Map<String, String> SMALL =
      Map.of(
          "num_envs", "8",
          "updates", "" + UPDATES,
          "hidden_size", "8",
          "feed_forward", "8",
          "update_epochs", "2",
          "minibatches", "2");

  private final Path folder;
  private final List<TrainingEvent> events = new ArrayList<>();

  /// @param folder for everything it writes
  SmallRun(Path folder) {
    this.folder = folder;
  }

  /// Everything is below it.
  Path folder() {
    return folder;
  }

  public static TrainingRequest request() {
    return TrainingRequest.of("darkroom").with(SMALL).withSeed(7);
  }

  public static TrainingSpec spec(TrainingRequest request) {
    return TrainingSpec.of(request, BuiltInAlgorithms.chosen(request.algorithm()));
  }

  RunContext place() {
    return new RunContext(folder.resolve("runs"), ledger(), List.of(), new BuiltInPolicyLibrary());
  }

  RunLedger ledger() {
    return new RunLedger(folder.resolve("ledger.jsonl"));
  }

  /// All events of all runs so far.
  List<TrainingEvent> events() {
    return events;
  }

  TrainingResult run(TrainingRequest request) {
    return run(TrainingRun.begin(spec(request), place(), events::add));
  }

  /// Starts a run and sends it commands after an update.
  TrainingResult run(TrainingRequest request, int update, TrainingCommand... commands) {
    List<TrainingRun> self = new ArrayList<>();
    Consumer<TrainingEvent> listener =
        event -> {
          events.add(event);
          if (event instanceof TrainingEvent.Updated done && done.report().update() == update) {
            List.of(commands).forEach(self.getFirst()::command);
          }
        };
    self.add(TrainingRun.begin(spec(request), place(), listener));
    return run(self.getFirst());
  }

  TrainingResult resume(RunId run) {
    RunRecord record = ledger().find(run.text());
    TrainingSpec spec = spec(record.start().request());
    return run(TrainingRun.resume(record, spec, place(), events::add));
  }

  private static TrainingResult run(TrainingRun run) {
    return run.run(Progress.SILENT, new Cancellation());
  }

  /// Weights and optimiser of a checkpoint, by name.
  static Map<String, List<Float>> tensors(TrainingResult result) {
    Checkpoint checkpoint = Checkpoints.read(result.checkpoint().orElseThrow());
    Map<String, List<Float>> tensors = new LinkedHashMap<>();
    checkpoint
        .tensors()
        .forEach((name, tensor) -> {
          List<Float> values = new ArrayList<>();
          for (float value : tensor.values()) {
            values.add(value);
          }
          tensors.put(name, values);
        });
    return tensors;
  }
}
