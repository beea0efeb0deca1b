package dev.hindsight.app.recording;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.trainer.OutputFile;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.OpenedPolicy;
import dev.hindsight.trainer.learn.PartnerPolicies;
import dev.hindsight.trainer.learn.ResolvedPolicy;
import dev.hindsight.trainer.partner.PartnerPopulation;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.CheckpointOrigin;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.record.RecordingReport;
import dev.hindsight.trainer.record.RecordingRequest;
import dev.hindsight.trainer.record.RecordingRequest.Until;
import dev.hindsight.trainer.record.RolloutRecorder;
import dev.hindsight.trainer.rollout.DeclaredSetting;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.Manifest.EnvironmentInfo;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.RolloutWriter;
import dev.hindsight.trainer.run.session.VersionChanges;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import dev.hindsight.trainer.task.Worker;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// What to record, as the user specified it. Loads and checks nothing until it runs.
///
/// @param environment id in the list of environments
/// @param map a map file, or the name of a built-in map
/// @param checkpoint a checkpoint file, or the name of a built-in policy; if empty, actions that
///   need a policy come from the environment's first built-in one
/// @param partners the population that drives the agents that are not egos, as
///   [PartnerPopulation#parse] reads it; if empty, the policy drives all agents
/// @param ticks number of ticks; if empty, one whole episode
/// @param actions `argmax`, `sample`, `random` or a `.npy` file
/// @param settings knobs by the reference program's names
/// @param out the rollout file to write
public record RecordingPlan(
    String environment,
    Optional<String> map,
    Optional<String> checkpoint,
    Optional<String> partners,
    Optional<Integer> ticks,
    String actions,
    long seed,
    Map<String, String> settings,
    Path out)
    implements Job<RecordingReport> {
  /// Copies the settings.
  public RecordingPlan {
    settings = Map.copyOf(settings);
  }

  /// With one policy for all agents.
  public RecordingPlan(
      String environment,
      Optional<String> map,
      Optional<String> checkpoint,
      Optional<Integer> ticks,
      String actions,
      long seed,
      Map<String, String> settings,
      Path out) {
    this(environment, map, checkpoint, Optional.empty(), ticks, actions, seed, settings, out);
  }

  /// The same into another file.
  public RecordingPlan writing(Path file) {
    return new RecordingPlan(
        environment, map, checkpoint, partners, ticks, actions, seed, settings, file);
  }

  /// The same with another seed.
  public RecordingPlan seeded(long other) {
    return new RecordingPlan(
        environment, map, checkpoint, partners, ticks, actions, other, settings, out);
  }

  /// The same with a number of ticks.
  public RecordingPlan lasting(int ticks) {
    return new RecordingPlan(
        environment, map, checkpoint, partners, Optional.of(ticks), actions, seed, settings, out);
  }

  /// Whether a recording has the environment, the seed and the settings of this plan.
  public boolean made(Manifest manifest) {
    EnvironmentInfo found = manifest.environment();
    return found.id().equals(environment)
        && manifest.seed() == seed
        && settings.entrySet().stream()
            .allMatch(asked ->
                Optional.ofNullable(found.config().get(asked.getKey()))
                    .filter(value -> value.asText().equals(asked.getValue()))
                    .isPresent());
  }

  /// That the policy was trained in another version of the environment, in a sentence without a
  /// full stop. Reads the policy, on the calling thread.
  ///
  /// @throws Problem if there is none of that name
  public Optional<String> otherVersion() {
    EnvironmentType type = BuiltInEnvironments.named(environment);
    return policy(type)
        .map(BuiltInPolicies::find)
        .flatMap(ResolvedPolicy::origin)
        .flatMap(origin -> VersionChanges.ofTrained(origin, type));
  }

  /// What runs besides this program, in a sentence without a full stop; empty if nothing.
  ///
  /// @throws Problem if a setting is invalid
  public Optional<String> program() {
    EnvironmentType type = BuiltInEnvironments.named(environment);
    return type.program(type.settings().parse(settings, "--set"));
  }

  /// A user has typed this plan, so what it names may run. Plans that are made from a recording do
  /// not call it, and neither do the settings of a checkpoint count: a file must not choose what
  /// runs.
  ///
  /// @throws Problem if a setting is invalid
  public void permitted() {
    EnvironmentType type = BuiltInEnvironments.named(environment);
    type.permit(type.settings().parse(settings, "--set"));
  }

  /// The policy that acts, or whose logits are recorded.
  private Optional<String> policy(EnvironmentType type) {
    boolean needed = ActionSelection.parse(actions).needs() == ActionSelection.Needs.A_POLICY;
    return checkpoint.isEmpty() && needed ? Optional.of(defaultPolicy(type)) : checkpoint;
  }

  /// Loads, checks and records, on the calling thread.
  ///
  /// @throws Problem naming what is invalid; leaves no file then
  @Override
  public RecordingReport run(Progress progress, Cancellation cancellation) {
    return with(request -> new RolloutRecorder(request).run(progress, cancellation));
  }

  /// As [#run(Progress, Cancellation)], with a follower that watches the recording grow.
  ///
  /// @param follower as in [RolloutRecorder]
  public RecordingReport run(
      Progress progress, Cancellation cancellation, Consumer<Rollout> follower) {
    return with(request -> new RolloutRecorder(request, follower).run(progress, cancellation));
  }

  /// Loads and checks, and passes the request to some work; closes the policy afterwards.
  ///
  /// @throws Problem naming what is invalid
  public <T> T with(Work<T> work) {
    try (Worker beside = new Worker("rollout-prepare")) {
      beside.execute(RolloutWriter::prepare);
      return loaded(work);
    }
  }

  private <T> T loaded(Work<T> work) {
    EnvironmentType type = BuiltInEnvironments.named(environment);
    Optional<Path> scenario = map.map(type.scenarios()::resolve);
    ActionSelection selection = ActionSelection.parse(actions);
    Optional<String> named = policy(type);
    Optional<ResolvedPolicy> policy = named.map(BuiltInPolicies::find);
    OutputFile.spares(out, inputs(scenario, named));
    Map<String, DeclaredSetting> declared =
        declared(type, named, policy.flatMap(ResolvedPolicy::origin));
    Map<String, String> typed = new LinkedHashMap<>();
    declared.forEach((name, asked) -> typed.put(name, asked.value()));
    EnvironmentFactory factory = type.prepare(type.settings().parse(typed, "--set"), scenario);
    PartnerPopulation.check(partners.map(PartnerPopulation::parse), List.of(factory));
    if (policy.isEmpty()) {
      partners.ifPresent(text -> {
        throw new Problem(
            wording("RecordingPlan.no_policy_drives_the_egos"),
            text,
            wording("RecordingPlan.name_a_checkpoint_too"));
      });
      return work.on(request(type, factory, scenario, selection, Optional.empty(), declared));
    }
    Optional<PartnerPolicies> beside =
        partners.map(PartnerPopulation::parse).map(PartnerPolicies::find);
    OpenedPolicy opened = policy.get().open(factory.shape());
    try (Policy acting = among(beside, factory, opened.policy())) {
      RecordingRequest.ActingPolicy actor =
          new RecordingRequest.ActingPolicy(
              acting,
              opened.id(),
              opened.sha256(),
              opened.name(),
              BuiltInPolicies.path(named.orElseThrow()),
              beside.map(all -> all.recorded(factory.egos())),
              policy.get().version());
      return work.on(request(type, factory, scenario, selection, Optional.of(actor), declared));
    }
  }

  private static Policy among(
      Optional<PartnerPolicies> partners, EnvironmentFactory factory, Policy own) {
    return partners.isEmpty()
        ? own
        : partners.get().open(factory.shape(), List.of(factory.egos()), Optional.of(own));
  }

  /// Work on a checked request.
  ///
  /// @param <T> its result
  public interface Work<T> {
    /// Does it.
    T on(RecordingRequest request);
  }

  /// The settings that the user chose, and otherwise those that the policy was trained with. As in
  /// an evaluation, a trained policy acts in the worlds that are kept apart for evaluations: one
  /// trained from staggered starts is recorded from the start of an episode.
  private Map<String, DeclaredSetting> declared(
      EnvironmentType type, Optional<String> policy, Optional<CheckpointOrigin> origin) {
    Map<String, DeclaredSetting> declared = new LinkedHashMap<>();
    settings.forEach((name, text) ->
        declared.put(name, new DeclaredSetting(text, DeclaredSetting.Source.USER, "--set")));
    if (origin.isPresent()) {
      String where = wording("RecordingPlan.worlds_kept_apart_for_evaluations");
      type.heldOutSettings()
          .forEach((name, text) ->
              declared.putIfAbsent(
                  name, new DeclaredSetting(text, DeclaredSetting.Source.PRESET, where)));
    }
    origin.ifPresent(from ->
        from.settings(type.id(), settings)
            .forEach((name, text) ->
                declared.putIfAbsent(
                    name,
                    new DeclaredSetting(
                        text, DeclaredSetting.Source.CHECKPOINT, policy.orElse("")))));
    return declared;
  }

  private static String defaultPolicy(EnvironmentType type) {
    return BuiltInPolicies.names(type.id()).stream()
        .findFirst()
        .or(() -> BuiltInPolicies.trained(type.id()).stream().findFirst())
        .orElseThrow(() ->
            new Problem(
                wording("RecordingPlan.no_policy_is_shipped_for", type.title()),
                "checkpoint",
                wording("RecordingPlan.name_a_checkpoint_or_choose_random")));
  }

  /// What is read to make the recording.
  private List<Path> inputs(Optional<Path> scenario, Optional<String> policy) {
    List<Path> inputs = new ArrayList<>();
    scenario.ifPresent(inputs::add);
    policy
        .map(BuiltInPolicies::path)
        .filter(path -> !path.isEmpty())
        .map(Path::of)
        .ifPresent(inputs::add);
    partners
        .map(PartnerPopulation::parse)
        .ifPresent(population ->
            population.partners().stream()
                .map(partner -> BuiltInPolicies.path(partner.name()))
                .filter(path -> !path.isEmpty())
                .forEach(path -> inputs.add(Path.of(path))));
    return inputs;
  }

  private RecordingRequest request(
      EnvironmentType type,
      EnvironmentFactory factory,
      Optional<Path> scenario,
      ActionSelection selection,
      Optional<RecordingRequest.ActingPolicy> actor,
      Map<String, DeclaredSetting> declared) {
    return new RecordingRequest(
        type,
        factory,
        scenario,
        actor,
        selection,
        tickCount(factory.shape()),
        ticks.isPresent() ? Until.ALL_TICKS : Until.EPISODE_END,
        seed,
        out,
        declared);
  }

  private int tickCount(EnvironmentShape shape) {
    int count = ticks.orElse(shape.trials() * shape.trialTimeoutTicks());
    if (count < 1) {
      throw new Problem(
          wording("RecordingPlan.a_recording_of_ticks_is_empty", count),
          "ticks",
          wording("RecordingPlan.give_1_or_more"));
    }
    return count;
  }
}
