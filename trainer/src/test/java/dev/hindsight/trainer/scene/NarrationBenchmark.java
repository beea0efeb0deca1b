package dev.hindsight.trainer.scene;

import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.record.SampleRecordings;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.ForwardingRollout;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
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

/// The sentence and the marks of one moment, as a window needs them during playback, for a
/// recording with event columns and for the same one without them.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(value = 1, jvmArgsAppend = "-Xmx1g")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class NarrationBenchmark {
  /// A recording of driving; a sample is made where it is empty.
  @Param("")
  private String file = "";

  /// Columns that are left out.
  @Param({"", "event,trial_score"})
  private String without = "";

  private Optional<Moment> moment = Optional.empty();

  /// A recording without some of its columns.
  private record Without(Rollout real, Set<String> columns, Map<Class<?>, Object> kept)
      implements ForwardingRollout {
    @Override
    public Optional<Channel> channel(String name) {
      return columns.contains(name) ? Optional.empty() : real.channel(name);
    }

    @Override
    public <T> T derived(Class<T> type, Function<Rollout, T> maker) {
      return type.cast(kept.computeIfAbsent(type, _ -> maker.apply(this)));
    }
  }

  /// Records, and looks for the last tick of a trial: what its action caused no later row shows.
  @Setup
  public void prepare() throws IOException {
    Path path =
        file.isEmpty()
            ? SampleRecordings.drive(
                Files.createTempDirectory("narration"),
                "roundabout-1",
                Map.of(
                    "goal_behavior",
                    "trial",
                    "k_scenarios",
                    "4",
                    "scenario_length",
                    "201",
                    "num_agents",
                    "32"),
                804)
            : Path.of(file);
    Set<String> columns = Set.copyOf(List.of(without.split(",")));
    Rollout rollout = new Without(Rollouts.open(path), columns, new ConcurrentHashMap<>());
    moment = Optional.of(new Moment(rollout, rollout.trials().end(0) - 1, 0));
  }

  /// The sentence.
  @Benchmark
  public String sentence() {
    Moment now = moment.orElseThrow();
    return BuiltInEnvironments.sketchOf(now.rollout()).narrate(now);
  }

  /// The marks.
  @Benchmark
  public List<Mark> marks() {
    Moment now = moment.orElseThrow();
    return BuiltInEnvironments.sketchOf(now.rollout()).at(now, Set.of());
  }
}
