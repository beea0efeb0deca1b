package dev.hindsight.app.training;

import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.PartnerPolicies;
import dev.hindsight.trainer.learn.TorchChecks;
import dev.hindsight.trainer.learn.algorithm.BuiltInAlgorithms;
import dev.hindsight.trainer.learn.evaluation.BuiltInPolicyLibrary;
import dev.hindsight.trainer.partner.PartnerPopulation;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.run.ledger.TrainingRequest;
import dev.hindsight.trainer.run.session.RunContext;
import dev.hindsight.trainer.run.session.TrainingEvent;
import dev.hindsight.trainer.run.session.TrainingRun;
import dev.hindsight.trainer.run.session.TrainingSpec;
import java.nio.file.Path;
import java.util.function.Consumer;

/// Starts and resumes runs. Loading blocks: never on the FX thread.
public final class RunLauncher {
  private RunLauncher() {}

  /// A new run, ready for [dev.hindsight.trainer.task.Tasks].
  ///
  /// @param home the folder that will contain the run's folder
  /// @param listener receives every event, on the run's thread
  /// @throws dev.hindsight.trainer.Problem naming what will not do
  public static TrainingRun begin(
      TrainingRequest request, Path home, Consumer<? super TrainingEvent> listener) {
    return TrainingRun.begin(checked(request), place(home, request.device()), listener);
  }

  /// Loads a request and checks all of it, also its parent and its co-players, before any part of a
  /// run exists.
  ///
  /// @throws dev.hindsight.trainer.Problem naming what will not do
  public static TrainingSpec checked(TrainingRequest request) {
    TrainingSpec spec = TrainingSpec.of(request, BuiltInAlgorithms.chosen(request.algorithm()));
    request.parent().ifPresent(BuiltInPolicies::file);
    spec.request()
        .coPlayer()
        .map(PartnerPopulation::parse)
        .map(PartnerPolicies::find)
        .ifPresent(partners -> partners.checkSeats(spec.task().factories()));
    return spec;
  }

  /// A run of the ledger, to be resumed from its last checkpoint.
  ///
  /// @param listener receives every event, on the run's thread
  public static TrainingRun resume(RunRecord before, Consumer<? super TrainingEvent> listener) {
    TrainingRequest request = before.start().request();
    TrainingSpec spec =
        TrainingSpec.of(request, BuiltInAlgorithms.named(before.start().algorithm()));
    Path home = before.start().folder();
    return TrainingRun.resume(before, spec, place(home, request.device()), listener);
  }

  private static RunContext place(Path home, TrainingTask.Device device) {
    return new RunContext(
        home, RunLedger.ofUser(), TorchChecks.all(device), new BuiltInPolicyLibrary());
  }
}
