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
import dev.hindsight.trainer.rollout.DeclaredSetting;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.run.ledger.TrainingRequest;
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
