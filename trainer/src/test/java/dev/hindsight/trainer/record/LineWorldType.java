package dev.hindsight.trainer.record;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.Scenarios;
import dev.hindsight.trainer.env.Setting;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.Settings;
import dev.hindsight.trainer.env.TrialKnobs;
import dev.hindsight.trainer.scene.Sketch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Makes [LineWorld]s whose goal is read from a scenario file that holds nothing but a number.
///
/// @param fault what is wrong with every world it makes
/// @param codeVersion which version of the simulation it says it is
record LineWorldType(LineWorld.Fault fault, String codeVersion) implements EnvironmentType {
  /// The first version.
  LineWorldType(LineWorld.Fault fault) {
    this(fault, "1");
  }

  @Override
  public String id() {
    return "line";
  }

  @Override
  public String title() {
    return "Line";
  }

  @Override
  public Settings settings() {
    return new Settings(
        List.of(
            new Setting.Whole("agents", 3, 1, 100, "agents", "how many walk"),
            new Setting.Whole("trials", 2, 1, 100, "trials", "how often they walk"),
            new Setting.Whole("timeout", 6, 1, 100, "ticks", "how long they may take"),
            new Setting.Whole("observed", 2, 1, 2, "numbers", "how many numbers they observe")));
  }

  @Override
  public Scenarios scenarios() {
    return Scenarios.none(title());
  }

  @Override
  public TrialKnobs trialKnobs() {
    return new TrialKnobs("trials", "timeout", Map.of(), "timeout", 6);
  }

  @Override
  public EnvironmentFactory prepare(SettingValues settings, Optional<Path> scenario) {
    int goal = goal(scenario.orElseThrow(() -> new Problem("no scenario", "line", "give one")));
    int agents = settings.whole("agents");
    int trials = settings.whole("trials");
    int timeout = settings.whole("timeout");
    int observed = settings.whole("observed");
    return new EnvironmentFactory() {
      @Override
      public EnvironmentShape shape() {
        return LineWorld.shape(agents, trials, timeout, observed);
      }

      @Override
      public SettingValues effective() {
        return settings;
      }

      @Override
      public Environment create(long seed) {
        return new LineWorld(shape(), goal, fault);
      }
    };
  }

  private static int goal(Path scenario) {
    try {
      return Integer.parseInt(Files.readString(scenario).strip());
    } catch (IOException e) {
      throw new Problem("it cannot be read", scenario.toString(), "check the name", e);
    }
  }

  @Override
  public Sketch sketch() {
    throw new UnsupportedOperationException("nobody looks");
  }
}
