package dev.hindsight.trainer.run.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.Setting;
import dev.hindsight.trainer.env.TrainingPreset;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.env.darkroom.DarkRoomEnvironmentType;
import dev.hindsight.trainer.learn.sac.SacType;
import dev.hindsight.trainer.rollout.DeclaredSetting;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.run.ledger.TrainingRequest;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TrainingSpecTest {
  static List<Arguments> presets() {
    return BuiltInEnvironments.all().stream()
        .flatMap(type -> type.presets().stream().map(preset -> Arguments.of(type.id(), preset)))
        .toList();
  }

  @Test
  void aKnobGoesToWhomItBelongs() {
    TrainingSpec spec = spec(Map.of("trials", "3", "gamma", "0.9"));
    assertEquals(3, spec.world().whole("trials"));
    assertEquals(0.9, spec.task().settings().real("gamma"));
    assertEquals("3", spec.effective().get("env.trials"));
    assertEquals("0.9", spec.effective().get("ppo.gamma"));
  }

  @Test
  void aKnobWithThePrefixOfAnotherPartIsToldItsOwn() {
    for (String name : List.of("run.updates", "env.updates")) {
      Problem problem = assertThrows(Problem.class, () -> spec(Map.of(name, "3")));
      assertEquals(
          "--set: there is no setting '" + name + "' - did you mean ppo.updates?",
          problem.getMessage());
    }
  }

  /// Environments are new in every update: ticks beyond the budget are never seen.
  @Test
  void aBudgetThatCutsEpisodesIsNamedWithTheSmallestThatDoesNot() {
    Map<String, String> small =
        Map.of(
            "trials", "2", "trial_timeout", "10", "num_envs", "4", "count_steps_by", "env_steps");
    assertEquals(Optional.empty(), warning(small, "0"));
    assertEquals(Optional.empty(), warning(small, "77"));
    assertEquals(
        Optional.of(
            "an update ends its episodes after 19 ticks, but they can last 20: later ticks are"
                + " never learned from, and the scores are those of trials that end early; whole"
                + " episodes need train_batch_size=77 or more, or 0"),
        warning(small, "76"));
    Map<String, String> segments = new HashMap<>(small);
    segments.put("rows", "segments");
    assertEquals(Optional.empty(), warning(segments, "8"));
  }

  private static Optional<String> warning(Map<String, String> settings, String budget) {
    Map<String, String> all = new HashMap<>(settings);
    all.put("train_batch_size", budget);
    TrainingSpec spec = spec(all);
    return spec.algorithm().warning(spec.task());
  }

  @Test
  void aPresetIsUnfoldedAndWhatTheUserSetGoesBeforeIt() {
    TrainingRequest request =
        new TrainingRequest(
            "darkroom",
            Optional.of("7x7"),
            List.of(),
            Map.of("trial_timeout", "9"),
            0,
            TrainingTask.Device.CPU,
            Optional.empty());
    TrainingSpec spec = SmallRun.spec(request);
    assertEquals(7, spec.world().whole("size"));
    assertEquals(9, spec.world().whole("trial_timeout"));
  }

  @Test
  void whoAskedForAKnobIsKnownAndTheUserGoesBeforeThePreset() {
    Map<String, DeclaredSetting> declared =
        SmallRun.spec(
                TrainingRequest.of("darkroom").with(Map.of("trial_timeout", "9", "gamma", "0.9")))
            .declared();
    assertEquals(
        new DeclaredSetting("9", DeclaredSetting.Source.USER, "--set"),
        declared.get("env.trial_timeout"));
    assertEquals(
        new DeclaredSetting("0.9", DeclaredSetting.Source.USER, "--set"),
        declared.get("ppo.gamma"));
    TrainingPreset first = new DarkRoomEnvironmentType().presets("ppo").getFirst();
    assertTrue(
        declared.values().stream()
            .anyMatch(one ->
                one.source() == DeclaredSetting.Source.PRESET && one.where().equals(first.id())));
  }

  private static long updates(Map<String, String> settings) {
    TrainingSpec spec = spec(settings);
    return spec.algorithm().updates(spec.task().settings());
  }

  @Test
  void aRunGivenInStepsHasAsManyUpdatesAsFitIntoThem() {
    Map<String, String> reference =
        Map.of(
            "rows", "segments",
            "num_envs", "4096",
            "bptt_horizon", "32",
            "count_steps_by", "env_steps",
            "total_steps", "50e9");
    // 4,096 environments of 32 ticks. Divided by four devices once more, as a trainer once did, a
    // run would end after a quarter of its steps, at 95,367 updates.
    assertEquals(381_469, updates(reference));
    assertEquals(50_000_000_000L / (4096 * 32), updates(reference));
    TrainingSpec spec = spec(reference);
    assertEquals(131_072, spec.algorithm().stepsOfUpdate(spec.task()).orElseThrow());
    assertEquals("381469", spec.effective().get("ppo.updates"));
  }

  @Test
  void theLengthThatTheUserGivesGoesBeforeThePresetAndOnlyOnceIsItGiven() {
    assertEquals(7, updates(Map.of("updates", "7")));
    Problem both =
        assertThrows(
            Problem.class, () -> updates(Map.of("updates", "7", "ppo.total_steps", "1e6")));
    assertEquals("total_steps", both.where());
    Problem few = assertThrows(Problem.class, () -> updates(Map.of("total_steps", "1")));
    assertTrue(few.what().contains("one update"), few.what());
  }

  @Test
  void rewardsAreLearnedAsPaidWhereTheyAreLargerThanOne() {
    Map<String, String> small =
        Map.of("capacity", "100", "num_steps_sampled_before_learning_starts", "50");
    TrainingRequest digging = TrainingRequest.of("excavation").with(small).by("sac");
    assertEquals(0, TrainingSpec.of(digging, new SacType()).task().settings().real("reward_clip"));
    assertEquals(
        3,
        TrainingSpec.of(digging.with(Map.of("reward_clip", "3")), new SacType())
            .task()
            .settings()
            .real("reward_clip"));
    assertEquals(1, spec(Map.of()).task().settings().real("reward_clip"));
  }

  @Test
  void aKnobNobodyHasIsRefusedNamingThoseSpelledMostLikeIt() {
    Problem problem = assertThrows(Problem.class, () -> spec(Map.of("trails", "3")));
    assertEquals("there is no setting 'trails'", problem.what());
    assertTrue(problem.remedy().contains("trials"), problem.remedy());
  }

  @Test
  void anUnknownPresetIsRefusedNamingThoseThereAre() {
    TrainingRequest request =
        new TrainingRequest(
            "darkroom",
            Optional.of("6x6"),
            List.of(),
            Map.of(),
            0,
            TrainingTask.Device.CPU,
            Optional.empty());
    Problem problem = assertThrows(Problem.class, () -> SmallRun.spec(request));
    assertEquals("choose one of 5x5, 7x7", problem.remedy());
  }

  @ParameterizedTest
  @ValueSource(strings = {"exits", "one-exit", "habits"})
  void worldsInWhichMemoryPaysHaveMapsThatAreHeldOut(String preset) {
    TrainingSpec spec =
        SmallRun.spec(
            new TrainingRequest(
                "drive",
                Optional.of(preset),
                List.of(),
                Map.of(),
                0,
                TrainingTask.Device.CPU,
                Optional.empty()));
    assertTrue(spec.run().evaluation().on());
    assertEquals(Optional.empty(), spec.reused());
    assertTrue(spec.heldOut().worlds().size() >= 4);
    TrainingRequest same =
        spec.request().with(Map.of("run.eval_maps", spec.request().scenarios().getFirst()));
    assertTrue(SmallRun.spec(same).reused().isPresent(), "a training map is named");
  }

  @Test
  void presetsHaveNamesOfTheirOwn() {
    for (EnvironmentType type : BuiltInEnvironments.all()) {
      Set<String> names = new HashSet<>();
      type.presets()
          .forEach(preset -> assertTrue(names.add(preset.algorithm() + " " + preset.id())));
    }
  }

  @ParameterizedTest
  @MethodSource("presets")
  void whatARunSaysOfItselfMakesTheSameRunAgain(String environment, TrainingPreset preset) {
    TrainingRequest request =
        new TrainingRequest(
                environment,
                Optional.of(preset.id()),
                List.of(),
                Map.of("gamma", "0.5"),
                3,
                TrainingTask.Device.CPU,
                Optional.empty())
            .by(preset.algorithm());
    TrainingSpec spec = SmallRun.spec(request);
    assertEquals(spec.effective(), SmallRun.spec(spec.request()).effective());
    assertEquals(preset.id(), spec.preset());
  }

  @ParameterizedTest
  @ValueSource(strings = {"transformer", "graph"})
  void aWidthThatTheHeadsCannotShareIsRefusedNamingThoseTheyCan(String policy) {
    Problem problem =
        assertThrows(
            Problem.class,
            () -> spec(Map.of("hidden_size", "33", "num_heads", "4", "policy", policy)));
    assertTrue(problem.remedy().contains("32 or 36"), problem.remedy());
    spec(Map.of("hidden_size", "33", "num_heads", "4", "policy", "lstm"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ppo", "sac"})
  void anUpdateThatWouldNeverEndIsRefusedNamingHowManyEnvironmentsGo(String algorithm) {
    TrainingRequest request = TrainingRequest.of("darkroom").by(algorithm);
    Problem problem =
        assertThrows(
            Problem.class, () -> SmallRun.spec(request.with(Map.of("num_envs", "100000"))));
    assertEquals("num_envs", problem.where());
    String most = problem.remedy().replaceAll("[^0-9]", "");
    SmallRun.spec(request.with(Map.of("num_envs", most)));
    String more = Long.toString(Long.parseLong(most) + 1);
    assertThrows(Problem.class, () -> SmallRun.spec(request.with(Map.of("num_envs", more))));
  }

  @Test
  void everyKnobOfARunIsItsOwn() {
    for (EnvironmentType type : BuiltInEnvironments.all()) {
      for (Setting setting : RunSettings.all().all()) {
        assertTrue(
            type.settings().all().stream().noneMatch(o -> o.name().equals(setting.name())),
            setting.name());
      }
    }
  }

  private static TrainingSpec spec(Map<String, String> settings) {
    return SmallRun.spec(TrainingRequest.of("darkroom").with(settings));
  }
}
