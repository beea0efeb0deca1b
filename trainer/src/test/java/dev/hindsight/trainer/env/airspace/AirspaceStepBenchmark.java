package dev.hindsight.trainer.env.airspace;

import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.StepBenchmark;
import org.openjdk.jmh.annotations.Param;

/// Decisions of a whole sky, detection included.
public class AirspaceStepBenchmark extends StepBenchmark {
  /// Simulated seconds between decisions.
  @Param({"1", "5"})
  public String decision = "1";

  /// An empty sky.
  public AirspaceStepBenchmark() {
    super(TestAirspaces.of(0));
  }

  @Override
  protected Environment environment() {
    return TestAirspaces.of(1, "decision_seconds=" + decision, "steps=20", "exit_radius=0.1");
  }
}
