package dev.hindsight.trainer.rollout;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.bench.BenchFigure;
import dev.hindsight.trainer.bench.BenchResult;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// Measures how long it takes to open a recording of a given size and to read any tick of it:
/// creates one like 64 agents driving, opens it many times, reads all columns of random ticks, and
/// deletes it.
///
/// The file was just written, so it is in the system's cache as far as that reaches; the figures
/// are those of the program, not of the disk.
public final class RolloutBench implements Job<RolloutBench.Figures> {
  private static final int AGENTS = 64;
  private static final int OBSERVATION = 1850;
  private static final int OPENINGS = 21;
  private static final int READINGS = 1001;

  private static final List<Column> COLUMNS =
      List.of(
          column("observation", Dtype.F4, OBSERVATION),
          column("logits", Dtype.F4, 91),
          column("pose", Dtype.F4, 3),
          column("velocity", Dtype.F4, 2),
          column("goal", Dtype.F4, 2),
          column("reward", Dtype.F4, 1),
          column("value", Dtype.F4, 1),
          column("action", Dtype.I4, 1),
          column("removed", Dtype.BOOL, 1),
          column("terminal", Dtype.BOOL, 1),
          column("truncation", Dtype.BOOL, 1),
          column("trial_ended", Dtype.BOOL, 1));

  private final long bytes;
  private final Path folder;

  /// @param bytes how large the recording should about be
  /// @param folder where it is made; needs that much room
  public RolloutBench(long bytes, Path folder) {
    this.bytes = bytes;
    this.folder = folder;
  }

  /// What was measured; "95" is the 95th percentile.
  ///
  /// @param bytes size of the recording
  /// @param ticks its length
  /// @param writeMegabytesPerSecond 10^6 bytes a second, to the system's memory and the disk
  /// @param openMillis median of the openings
  /// @param readMicros median of reading all columns of one tick
  public record Figures(
      long bytes,
      int ticks,
      double writeMegabytesPerSecond,
      double openMillis,
      double openMillis95,
      double readMicros,
      double readMicros95)
      implements BenchResult {
    @Override
    public List<BenchFigure> figures() {
      return List.of(
          BenchFigure.context("bytes", "bytes", bytes),
          BenchFigure.context("ticks", "ticks", ticks),
          BenchFigure.more("writeMegabytesPerSecond", "MB/s", writeMegabytesPerSecond),
          BenchFigure.less("openMillis", "ms", openMillis),
          BenchFigure.less("openMillis95", "ms", openMillis95),
          BenchFigure.less("readMicros", "us", readMicros),
          BenchFigure.less("readMicros95", "us", readMicros95));
    }
  }

  @Override
  public Figures run(Progress progress, Cancellation cancellation) throws IOException {
    Path file = Files.createTempFile(folder, "hindsight-bench", ".rollout");
    try {
      double seconds = write(file, progress, cancellation);
      double[] open = new double[OPENINGS];
      for (int i = 0; i < OPENINGS; i++) {
        cancellation.throwIfCancelled();
        long begin = System.nanoTime();
        Rollouts.open(file).close();
        open[i] = (System.nanoTime() - begin) / 1e6;
      }
      long size = Files.size(file);
      try (Rollout rollout = Rollouts.open(file)) {
        double[] read = readings(rollout, cancellation);
        return new Figures(
            size,
            rollout.ticks(),
            size / 1e6 / seconds,
            quantile(open, 0.5),
            quantile(open, 0.95),
            quantile(read, 0.5),
            quantile(read, 0.95));
      }
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private double write(Path file, Progress progress, Cancellation cancellation) {
    long row = COLUMNS.stream().mapToLong(Column::rowBytes).sum();
    int ticks = Math.toIntExact(Math.max(1, bytes / row));
    Random random = new Random(1);
    float[] observation = new float[AGENTS * OBSERVATION];
    for (int i = 0; i < observation.length; i++) {
      observation[i] = random.nextFloat();
    }
    long begin = System.nanoTime();
    try (RolloutWriter writer = RolloutWriter.create(file, manifest(), COLUMNS)) {
      for (int tick = 0; tick < ticks; tick++) {
        cancellation.throwIfCancelled();
        observation[tick % observation.length] = tick;
        writer.put(0, observation);
        for (int c = 1; c < COLUMNS.size(); c++) {
          while (writer.row(c).hasRemaining()) {
            writer.row(c).put((byte) tick);
          }
        }
        writer.endTick();
        progress.report(tick + 1L, ticks, "ticks");
      }
      Summary _ = writer.finish(Summary.of(List.of(), Map.of(), 0));
    }
    return (System.nanoTime() - begin) / 1e9;
  }

  private static double[] readings(Rollout rollout, Cancellation cancellation) {
    Random random = new Random(2);
    List<Channel> channels = rollout.channels();
    float[] row = new float[AGENTS * OBSERVATION];
    double[] micros = new double[READINGS];
    for (int i = 0; i < READINGS; i++) {
      cancellation.throwIfCancelled();
      int tick = random.nextInt(rollout.ticks());
      long begin = System.nanoTime();
      for (Channel channel : channels) {
        channel.read(tick, 0, row, channel.rowLength());
      }
      micros[i] = (System.nanoTime() - begin) / 1e3;
    }
    return micros;
  }

  private static double quantile(double[] values, double part) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[(int) Math.ceil(part * sorted.length) - 1];
  }

  private static Column column(String name, Dtype dtype, int size) {
    return new Column(
        ChannelSpec.perTick(name, dtype, "1", "", "agent", size), List.of(AGENTS, size));
  }

  private static Manifest manifest() {
    return new Manifest(
        Manifest.FORMAT,
        Manifest.VERSION,
        wording("RolloutBench.hindsight_bench"),
        "",
        new Manifest.EnvironmentInfo("bench", Map.of(), ""),
        new Manifest.PolicyInfo("", "", "", ""),
        0,
        AGENTS,
        0.1,
        new Manifest.Trials(1, 0),
        RolloutWriter.chunkTicks(COLUMNS),
        new ObservationLayout(List.of()),
        COLUMNS.stream().map(Column::spec).toList(),
        List.of(),
        Map.of());
  }
}
