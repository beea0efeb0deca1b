package dev.hindsight.app.training;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.Setting;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.PartnerPolicies;
import dev.hindsight.trainer.learn.ResolvedPolicy;
import dev.hindsight.trainer.learn.TorchChecks;
import dev.hindsight.trainer.learn.algorithm.BuiltInAlgorithms;
import dev.hindsight.trainer.learn.evaluation.BuiltInPolicyLibrary;
import dev.hindsight.trainer.partner.PartnerPopulation;
import dev.hindsight.trainer.policy.Checkpoints;
import dev.hindsight.trainer.run.AlgorithmType;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.run.ledger.TrainingRequest;
import dev.hindsight.trainer.run.session.RunContext;
import dev.hindsight.trainer.run.session.RunSettings;
import dev.hindsight.trainer.run.session.TrainingEvent;
import dev.hindsight.trainer.run.session.TrainingRun;
import dev.hindsight.trainer.run.session.TrainingSpec;
import dev.hindsight.trainer.run.session.VersionChanges;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Starts and resumes runs. Loading blocks: never on the FX thread.
public final class RunLauncher {
  private static final String BUDGET = "train_batch_size";

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
    AlgorithmType algorithm = BuiltInAlgorithms.chosen(request.algorithm());
    requireItsSettings(request, algorithm);
    TrainingSpec spec = TrainingSpec.of(request, algorithm);
    request
        .parent()
        .map(BuiltInPolicies::file)
        .map(Checkpoints::read)
        .ifPresent(parent -> spec.algorithm().checkParent(spec.task(), parent));
    spec.request()
        .coPlayer()
        .map(PartnerPopulation::parse)
        .map(PartnerPolicies::find)
        .ifPresent(partners -> partners.checkSeats(spec.task().factories()));
    return spec;
  }

  /// Refuses settings that only another algorithm has, naming it: the algorithm that was chosen
  /// could only name its own.
  private static void requireItsSettings(TrainingRequest request, AlgorithmType algorithm) {
    List<Setting> known = new ArrayList<>(algorithm.settings().all());
    known.addAll(BuiltInEnvironments.named(request.environment()).settings().all());
    known.addAll(RunSettings.all().all());
    for (String name : request.settings().keySet()) {
      for (AlgorithmType other : BuiltInAlgorithms.all()) {
        String prefix = other.id() + ".";
        String bare = name.startsWith(prefix) ? name.substring(prefix.length()) : name;
        boolean own = !name.startsWith(prefix) && has(known, name);
        if (!other.id().equals(algorithm.id()) && !own && has(other.settings().all(), bare)) {
          throw new Problem(
              wording("RunLauncher.it_is_a_setting_of", name, other.id()),
              "--set",
              wording("RunLauncher.leave_it_out_or_train_with", other.id()));
        }
      }
    }
  }

  private static boolean has(List<Setting> settings, String name) {
    return settings.stream().anyMatch(setting -> setting.name().equals(name));
  }

  /// A run of the ledger, to be resumed from its last checkpoint.
  ///
  /// @param listener receives every event, on the run's thread
  public static TrainingRun resume(RunRecord before, Consumer<? super TrainingEvent> listener) {
    Path home = before.start().folder();
    return TrainingRun.resume(before, spec(before), place(home, before.start().device()), listener);
  }

  /// What has changed since the parent of a new run was trained: one sentence per change, without
  /// full stops. Reads the parent and begins nothing.
  ///
  /// @throws dev.hindsight.trainer.Problem if the parent cannot be read
  public static List<String> changes(TrainingRequest request) {
    EnvironmentType type = BuiltInEnvironments.named(request.environment());
    return request
        .parent()
        .map(BuiltInPolicies::find)
        .flatMap(ResolvedPolicy::origin)
        .flatMap(origin -> VersionChanges.ofTrained(origin, type))
        .stream()
        .toList();
  }

  /// What has changed since a run of the ledger began: one sentence per change, without full stops.
  /// Reads its checkpoint and its maps, and begins nothing.
  ///
  /// @throws dev.hindsight.trainer.Problem naming what will not do
  public static List<String> changes(RunRecord before) {
    return VersionChanges.ofResumed(before, spec(before), new BuiltInPolicyLibrary());
  }

  /// What the user should know before a run begins: [#changes(TrainingRequest)], and what makes the
  /// results of its settings mean less than they seem to. Loads its maps only where settings may.
  ///
  /// @throws dev.hindsight.trainer.Problem naming what will not do
  public static List<String> warnings(TrainingRequest request) {
    List<String> warnings = new ArrayList<>(changes(request));
    if (budgeted(request)) {
      TrainingSpec spec = checked(request);
      spec.algorithm().warning(spec.task()).ifPresent(warnings::add);
    }
    return warnings;
  }

  /// Whether [#warnings] may find something.
  public static boolean mayWarn(TrainingRequest request) {
    return request.parent().isPresent() || budgeted(request);
  }

  private static boolean budgeted(TrainingRequest request) {
    return request.settings().keySet().stream()
        .anyMatch(name -> name.substring(name.indexOf('.') + 1).equals(BUDGET));
  }

  private static TrainingSpec spec(RunRecord before) {
    return TrainingSpec.of(
        before.start().request(), BuiltInAlgorithms.named(before.start().algorithm()));
  }

  private static RunContext place(Path home, TrainingTask.Device device) {
    return new RunContext(
        home, RunLedger.ofUser(), TorchChecks.all(device), new BuiltInPolicyLibrary());
  }
}
