package dev.hindsight.trainer.run.session;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.NamedFile;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.condition.Condition;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.Scenarios;
import dev.hindsight.trainer.env.Setting;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.Settings;
import dev.hindsight.trainer.env.TrainingPreset;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.partner.PartnerPopulation;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.rollout.DeclaredSetting;
import dev.hindsight.trainer.run.AlgorithmType;
import dev.hindsight.trainer.run.TaskOrigin;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.run.ledger.CodeVersion;
import dev.hindsight.trainer.run.ledger.RunStart;
import dev.hindsight.trainer.run.ledger.TrainingRequest;
import dev.hindsight.trainer.study.EvaluatedScenario;
import dev.hindsight.trainer.study.Suite;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// What to train, loaded and checked.
///
/// @param request its origin, with the preset's settings written out: the same request gives the
///   same specification
/// @param preset name of the preset, empty if there was none
/// @param environment the kind of environment
/// @param algorithm the algorithm
/// @param task the algorithm's input
/// @param run the knobs that belong to the run itself
/// @param heldOut the worlds to evaluate the policy in
/// @param reused which of them the policy is also trained on, in words; empty if none
public record TrainingSpec(
    TrainingRequest request,
    String preset,
    EnvironmentType environment,
    AlgorithmType algorithm,
    TrainingTask task,
    RunSettings run,
    HeldOut heldOut,
    Optional<String> reused) {
  /// The worlds of a run's evaluations.
  ///
  /// @param factories taken in turn
  /// @param worlds one for each factory
  /// @param partners drive the agents that are not egos; if empty, the policy drives all agents
  public record HeldOut(
      List<EnvironmentFactory> factories,
      List<EvaluatedScenario> worlds,
      Optional<PartnerPopulation> partners) {
    /// Copies the lists.
    public HeldOut {
      factories = List.copyOf(factories);
      worlds = List.copyOf(worlds);
    }

    /// A suite may have settings of its own, but not such that the policy observes other numbers.
    ///
    /// @param where names the suite in messages
    void checkObserved(EnvironmentFactory trained, String where) {
      int numbers = trained.shape().observation().size();
      for (EnvironmentFactory factory : factories) {
        int here = factory.shape().observation().size();
        if (here != numbers) {
          throw new Problem(
              wording("TrainingSpec.the_policy_observes_numbers", numbers, here),
              where,
              wording("TrainingSpec.choose_a_suite_with_the_settings"));
        }
      }
    }

    private static HeldOut unnamed(List<EnvironmentFactory> factories) {
      return new HeldOut(
          factories,
          Collections.nCopies(factories.size(), EvaluatedScenario.named("")),
          Optional.empty());
    }
  }

  /// A copy with another algorithm and task, without evaluations.
  public TrainingSpec with(AlgorithmType otherAlgorithm, TrainingTask otherTask) {
    return new TrainingSpec(
        request,
        preset,
        environment,
        otherAlgorithm,
        otherTask,
        RunSettings.defaults(),
        HeldOut.unnamed(otherTask.factories()),
        Optional.empty());
  }

  /// Prefix of the environment's knobs in mixed lists.
  public static final String ENVIRONMENT = "env.";

  private static final String WHERE = "--set";
  private static final String REWARD_CLIP = "reward_clip";

  /// Loads and checks a request.
  ///
  /// @throws Problem naming what is invalid
  public static TrainingSpec of(TrainingRequest request, AlgorithmType algorithm) {
    return of(request, algorithm, algorithm::check);
  }

  private static TrainingSpec of(
      TrainingRequest request, AlgorithmType algorithm, Consumer<TrainingTask> check) {
    EnvironmentType type = BuiltInEnvironments.named(request.environment());
    TrainingPreset preset = preset(type, algorithm, request.preset());
    Map<String, String> environment = new LinkedHashMap<>();
    Map<String, String> training = new LinkedHashMap<>();
    Map<String, String> own = new LinkedHashMap<>();
    share(preset.settings(), type.settings(), algorithm, environment, training, own);
    share(request.settings(), type.settings(), algorithm, environment, training, own);
    RunSettings run = RunSettings.of(RunSettings.all().parse(own, WHERE));
    Map<String, String> user = new LinkedHashMap<>();
    share(request.settings(), type.settings(), algorithm, new LinkedHashMap<>(), user, user);
    RunLength.choose(user, training);
    List<String> scenarios =
        request.scenarios().isEmpty() ? preset.scenarios() : request.scenarios();
    SettingValues world = type.settings().parse(environment, WHERE);
    if (type.largestReward(world) > 1 && has(algorithm.settings(), REWARD_CLIP)) {
      training.putIfAbsent(REWARD_CLIP, "0");
    }
    List<EnvironmentFactory> factories =
        scenarios.isEmpty()
            ? List.of(type.prepare(world, Optional.empty()))
            : scenarios.stream().map(name -> prepared(type, world, name)).toList();
    TrainingRequest whole =
        new TrainingRequest(
            type.id(),
            preset.id().isEmpty() ? Optional.empty() : Optional.of(preset.id()),
            scenarios.stream().map(name -> lasting(type.scenarios(), name)).toList(),
            lasting(type.scenarios(), request.settings()),
            request.seed(),
            request.device(),
            request.parent().map(TrainingSpec::lasting),
            request.coPlayer().or(preset::partners).map(TrainingSpec::population),
            Optional.of(algorithm.id()));
    TrainingTask task =
        RunLength.inUpdates(
            algorithm,
            new TrainingTask(
                factories,
                algorithm.settings().parse(training, WHERE),
                request.seed(),
                request.device(),
                whole.coPlayer(),
                Optional.of(
                    new TaskOrigin(
                        type.id(),
                        world,
                        scenarios.stream().map(type.scenarios()::resolve).toList()))));
    check.accept(task);
    PartnerPopulation.check(whole.coPlayer().map(PartnerPopulation::parse), factories);
    List<String> maps = run.scenarios().isEmpty() ? scenarios : run.scenarios();
    HeldOut heldOut = heldOut(type, environment, run, maps, whole.coPlayer());
    heldOut.checkObserved(factories.getFirst(), RunSettings.EVAL_SUITE);
    PartnerPopulation.check(heldOut.partners(), heldOut.factories());
    if (!run.stopWhen().isEmpty()) {
      checkStop(run, heldOut);
    }
    TrainedWorlds trained =
        new TrainedWorlds(
            type.scenarios(),
            scenarios,
            request.seed(),
            algorithm.updates(task.settings()),
            task.settings().whole("num_envs"));
    Optional<String> reused =
        run.evaluation().on() ? trained.reused(heldOut.worlds()) : Optional.empty();
    TrainingSpec spec =
        new TrainingSpec(whole, preset.id(), type, algorithm, task, run, heldOut, reused);
    RunGap.check(spec);
    return spec;
  }

  /// The worlds of the run's suite, in place of those of its maps.
  private static HeldOut heldOut(
      EnvironmentType type,
      Map<String, String> typed,
      RunSettings run,
      List<String> maps,
      Optional<String> coPlayer) {
    Map<String, String> settings = new LinkedHashMap<>(typed);
    settings.putAll(type.heldOutSettings());
    List<EvaluatedScenario> worlds =
        maps.isEmpty()
            ? List.of(EvaluatedScenario.named(""))
            : maps.stream().map(EvaluatedScenario::named).toList();
    if (!run.suite().isEmpty()) {
      Suite suite = suite(type, run);
      settings.putAll(suite.settings());
      worlds = suite.worlds();
    }
    SettingValues world = type.settings().parse(settings, WHERE);
    Map<String, EnvironmentFactory> prepared = new LinkedHashMap<>();
    List<EnvironmentFactory> factories = new ArrayList<>();
    for (EvaluatedScenario one : worlds) {
      factories.add(
          prepared.computeIfAbsent(
              one.scenario(),
              name ->
                  name.isEmpty()
                      ? type.prepare(world, Optional.empty())
                      : prepared(type, world, name)));
    }
    return new HeldOut(
        factories, worlds, Suite.partners(worlds, coPlayer.map(PartnerPopulation::parse)));
  }

  private static Suite suite(EnvironmentType type, RunSettings run) {
    Suite suite = Suite.read(Path.of(run.suite()), type.id(), RunSettings.EVAL_SUITE);
    if (!run.scenarios().isEmpty()) {
      throw new Problem(
          wording("TrainingSpec.a_suite_names_its_own_maps"),
          RunSettings.EVAL_SUITE,
          wording("TrainingSpec.leave_out_eval_maps_or"));
    }
    return suite;
  }

  /// Compiles a condition on the run's evaluations.
  ///
  /// @throws Problem if it is none
  Condition evaluationCondition(String text) {
    return EvaluationSignals.condition(text, heldOut.factories().getFirst());
  }

  private static void checkStop(RunSettings run, HeldOut heldOut) {
    EvaluationSignals.condition(run.stopWhen(), heldOut.factories().getFirst());
    if (!run.evaluation().on()) {
      throw new Problem(
          wording("TrainingSpec.stop_when_reads_evaluations"),
          "stop_when",
          wording("TrainingSpec.set_eval_every"));
    }
  }

  /// The preset a user named, or the default. Without any, all knobs have their defaults.
  private static TrainingPreset preset(
      EnvironmentType environment, AlgorithmType algorithm, Optional<String> id) {
    List<TrainingPreset> there = environment.presets(algorithm.id());
    if (id.isEmpty()) {
      return there.isEmpty()
          ? new TrainingPreset(
              algorithm.id(),
              "",
              wording("TrainingSpec.every_knob_at_its_default"),
              List.of(),
              Map.of())
          : there.getFirst();
    }
    return there.stream()
        .filter(preset -> preset.id().equals(id.get()))
        .findFirst()
        .orElseThrow(() ->
            new Problem(
                wording(
                    "TrainingSpec.has_no_preset_of_that_name", environment.id(), algorithm.id()),
                id.get(),
                there.isEmpty()
                    ? wording("TrainingSpec.leave_it_out")
                    : wording(
                        "TrainingSpec.choose_one_of",
                        there.stream().map(TrainingPreset::id).collect(Collectors.joining(", ")))));
  }

  /// Every knob of environment and algorithm with its effective value, as text.
  public Map<String, String> effective() {
    Map<String, String> all = new LinkedHashMap<>();
    world().values().forEach((name, value) -> all.put(ENVIRONMENT + name, value.asText()));
    task.settings()
        .values()
        .forEach((name, value) -> all.put(algorithm.id() + "." + name, value.asText()));
    RunSettings.all()
        .parse(typedOfRun(), WHERE)
        .values()
        .forEach((name, value) -> all.put(RunSettings.PREFIX + name, value.asText()));
    return all;
  }

  /// The knobs of the run that the preset or the user sets.
  private Map<String, String> typedOfRun() {
    Map<String, String> own = new LinkedHashMap<>();
    Map<String, String> rest = new LinkedHashMap<>();
    for (Map<String, String> typed :
        List.of(preset(environment, algorithm, request.preset()).settings(), request.settings())) {
      share(typed, environment.settings(), algorithm, rest, rest, own);
    }
    return own;
  }

  /// The requested knobs with the source of each request: the user or the preset. Names are as in
  /// [#effective()]; knobs without a request are left out.
  public Map<String, DeclaredSetting> declared() {
    Map<String, DeclaredSetting> declared = new LinkedHashMap<>();
    TrainingPreset known = preset(environment, algorithm, request.preset());
    declare(known.settings(), DeclaredSetting.Source.PRESET, known.id(), declared);
    declare(request.settings(), DeclaredSetting.Source.USER, WHERE, declared);
    return declared;
  }

  private void declare(
      Map<String, String> typed,
      DeclaredSetting.Source source,
      String where,
      Map<String, DeclaredSetting> declared) {
    Map<String, String> world = new LinkedHashMap<>();
    Map<String, String> training = new LinkedHashMap<>();
    Map<String, String> own = new LinkedHashMap<>();
    share(typed, environment.settings(), algorithm, world, training, own);
    world.forEach(
        (name, text) -> declared.put(ENVIRONMENT + name, new DeclaredSetting(text, source, where)));
    training.forEach((name, text) ->
        declared.put(algorithm.id() + "." + name, new DeclaredSetting(text, source, where)));
    own.forEach((name, text) ->
        declared.put(RunSettings.PREFIX + name, new DeclaredSetting(text, source, where)));
  }

  /// As [#effective()], without the user's settings, which may be needed to run at all.
  Map<String, String> effectiveOfPreset() {
    TrainingRequest bare =
        new TrainingRequest(
            request.environment(),
            request.preset(),
            request.scenarios(),
            Map.of(),
            request.seed(),
            request.device(),
            Optional.empty());
    return of(bare, algorithm, _ -> {}).effective();
  }

  /// How a run with this specification begins, for the ledger.
  ///
  /// @param parent whose weights it begins with
  /// @param folder of the run
  RunStart start(Optional<Checkpoint> parent, Path folder) {
    return new RunStart(
        environment.id(),
        preset,
        algorithm.id(),
        request.scenarios(),
        MapDigests.of(this),
        request.settings(),
        effective(),
        KnobDifference.of(this, parent),
        request.seed(),
        request.device(),
        CodeVersion.text(),
        request.parent().orElse(""),
        parent.map(Checkpoint::sha256).orElse(""),
        request.coPlayer().orElse(""),
        MapDigests.ofCoPlayers(this),
        folder,
        algorithm.updates(task.settings()));
  }

  /// The effective knobs of the environments.
  public SettingValues world() {
    return task.factories().getFirst().effective();
  }

  /// The absolute path of a file, so that the run can be resumed from any folder; a name unchanged.
  private static String lasting(String nameOrPath) {
    return NamedFile.existing(nameOrPath)
        .map(path -> path.toAbsolutePath().normalize().toString())
        .orElse(nameOrPath);
  }

  /// A population as text that needs neither the user's file nor the working folder.
  private static String population(String text) {
    return PartnerPopulation.parse(text).named(TrainingSpec::lasting).text();
  }

  private static String lasting(Scenarios scenarios, String nameOrPath) {
    return scenarios.names().contains(nameOrPath) ? nameOrPath : lasting(nameOrPath);
  }

  private static Map<String, String> lasting(Scenarios scenarios, Map<String, String> settings) {
    Map<String, String> lasting = new LinkedHashMap<>(settings);
    for (String name : List.of(RunSettings.EVAL_MAPS, RunSettings.PREFIX + RunSettings.EVAL_MAPS)) {
      lasting.computeIfPresent(
          name,
          (_, maps) ->
              RunSettings.maps(maps).stream()
                  .map(map -> lasting(scenarios, map))
                  .collect(Collectors.joining(",")));
    }
    for (String name :
        List.of(RunSettings.EVAL_SUITE, RunSettings.PREFIX + RunSettings.EVAL_SUITE)) {
      lasting.computeIfPresent(name, (_, suite) -> suite.isBlank() ? suite : lasting(suite));
    }
    for (String name :
        List.of(RunSettings.GAP_REFERENCE, RunSettings.PREFIX + RunSettings.GAP_REFERENCE)) {
      lasting.computeIfPresent(name, (_, file) -> file.isBlank() ? file : lasting(file));
    }
    return lasting;
  }

  private static EnvironmentFactory prepared(
      EnvironmentType type, SettingValues world, String scenario) {
    Path file = type.scenarios().resolve(scenario);
    return type.prepare(world, Optional.of(file));
  }

  /// Assigns each knob to the environment, the algorithm or the run.
  private static void share(
      Map<String, String> typed,
      Settings world,
      AlgorithmType algorithm,
      Map<String, String> environment,
      Map<String, String> training,
      Map<String, String> run) {
    String own = algorithm.id() + ".";
    Map<String, Settings> parts =
        Map.of(
            ENVIRONMENT, world, RunSettings.PREFIX, RunSettings.all(), own, algorithm.settings());
    typed.forEach((name, text) -> {
      requireInItsPart(parts, name);
      if (name.startsWith(ENVIRONMENT)) {
        environment.put(name.substring(ENVIRONMENT.length()), text);
      } else if (name.startsWith(RunSettings.PREFIX)) {
        run.put(name.substring(RunSettings.PREFIX.length()), text);
      } else if (has(RunSettings.all(), name)) {
        run.put(name, text);
      } else if (name.startsWith(own)) {
        training.put(name.substring(own.length()), text);
      } else if (!has(world, name) && !has(algorithm.settings(), name)) {
        throw unknown(world, algorithm, name);
      } else if (!has(world, name)) {
        training.put(name, text);
      } else if (!has(algorithm.settings(), name)) {
        environment.put(name, text);
      } else {
        throw new Problem(
            wording("TrainingSpec.both_the_environment_and_have_a", algorithm.id(), name),
            WHERE,
            wording("TrainingSpec.write_or", ENVIRONMENT, name, own, name));
      }
    });
  }

  /// @throws Problem if a name has the prefix of one part, and only another part has the setting
  private static void requireInItsPart(Map<String, Settings> parts, String name) {
    String prefix = name.substring(0, name.indexOf('.') + 1);
    String bare = name.substring(prefix.length());
    if (Optional.ofNullable(parts.get(prefix)).filter(part -> !has(part, bare)).isPresent()) {
      parts.entrySet().stream()
          .filter(part -> has(part.getValue(), bare))
          .map(part -> part.getKey() + bare)
          .sorted()
          .findFirst()
          .ifPresent(meant -> {
            throw new Problem(
                wording("TrainingSpec.there_is_no_setting", name),
                WHERE,
                wording("TrainingSpec.did_you_mean", meant));
          });
    }
  }

  private static Problem unknown(Settings world, AlgorithmType algorithm, String name) {
    List<Setting> all = new ArrayList<>(world.all());
    all.addAll(algorithm.settings().all());
    all.addAll(RunSettings.all().all());
    return new Problem(
        wording("TrainingSpec.there_is_no_setting", name),
        WHERE,
        wording("TrainingSpec.did_you_mean", new Settings(all).near(name)));
  }

  private static boolean has(Settings settings, String name) {
    return settings.all().stream().anyMatch(setting -> setting.name().equals(name));
  }
}
