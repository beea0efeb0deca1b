package dev.hindsight.trainer.env;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// Steps of a whole environment with random actions, including observations and new episodes. Each
/// environment has a subclass; `org.openjdk.jmh.Main` takes its name on the test class path.
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(value = 1, jvmArgsAppend = "-Xmx1g")
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public abstract class StepBenchmark {
  /// So many that what is done repeats less often than what is cached.
  private static final int ROWS = 1009;

  private Environment environment;
  private Actions[] rows = {};
  private int next;

  /// @param small whatever is quickly made: it is replaced before anything is measured
  protected StepBenchmark(Environment small) {
    environment = small;
  }

  /// What is measured.
  protected abstract Environment environment();

  /// Makes it and draws the actions.
  @Setup
  public void prepare() {
    environment = environment();
    rows = RandomActions.rows(environment.shape(), ROWS, 1);
  }

  /// One tick of all agents.
  ///
  /// @return a value that depends on all of it
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
