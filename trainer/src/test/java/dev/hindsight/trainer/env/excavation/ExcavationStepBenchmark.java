package dev.hindsight.trainer.env.excavation;

import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.StepBenchmark;
import java.util.Map;
import java.util.Optional;
import org.openjdk.jmh.annotations.Param;

/// Steps of one excavator on generated foundations, with the whole observation.
public class ExcavationStepBenchmark extends StepBenchmark {
  /// Tiles along a side of the site.
  @Param({"32", "64"})
  public String size = "32";

  /// What the machine stands on.
  @Param({"tracked", "wheeled"})
  public String base = "tracked";

  /// On one small site.
  public ExcavationStepBenchmark() {
    super(environment(Map.of("sites", "1")));
  }

  @Override
  protected Environment environment() {
    return environment(
        Map.of("size", size, "base", base, "levels", "ring", "sites", "8", "max_steps", "550"));
  }

  private static Environment environment(Map<String, String> settings) {
    EnvironmentType type = new ExcavationEnvironmentType();
    return type.prepare(type.settings().parse(settings, "benchmark"), Optional.empty()).create(1);
  }
}
