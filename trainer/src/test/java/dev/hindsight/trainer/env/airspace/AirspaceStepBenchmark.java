package dev.hindsight.trainer.env.airspace;

import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// Decisions of a whole sky: detection, observations and new episodes included, random actions.
///
/// Run `org.openjdk.jmh.Main AirspaceStepBenchmark` on the test class path.
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(value = 1, jvmArgsAppend = "-Xmx1g")
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class AirspaceStepBenchmark {
  /// Simulated seconds between decisions.
  @Param({"1", "5"})
  public String decision = "1";

  private Environment environment = Airspaces.of(0);
  private Actions[] rows = {};
  private int next;

  /// Makes the sky and draws the actions.
  @Setup
  public void prepare() {
    environment = Airspaces.of(1, "decision_seconds=" + decision, "steps=20", "exit_radius=0.1");
    rows = AirspaceBench.randomActions(environment, 1);
  }

  /// One decision of everybody.
  ///
  /// @return something that depends on all of it
  @Benchmark
  public float step() {
    environment.step(rows[next++ % rows.length]);
    return environment.buffer().observation[0];
  }

  /// A digest of the full state, as a recorder takes one a tick.
  @Benchmark
  public long hash() {
    return environment.stateHash();
  }
}
