package dev.hindsight.inspector.attention;

import dev.hindsight.render.Palette;
import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.attention.Introspection;
import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.attention.QueryAblation;
import dev.hindsight.trainer.attention.QueryRecomputation;
import dev.hindsight.trainer.bench.BenchFigure;
import dev.hindsight.trainer.bench.BenchResult;
import dev.hindsight.trainer.learn.UntrainedAttention;
import dev.hindsight.trainer.learn.transformer.TransformerSpec;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/// Measures the time to show an agent's attention: computing it, and switching between pictures of
/// it.
///
/// @param ticks n, of one episode
/// @param layers L
/// @param heads H
/// @param width d
/// @param rounds repetitions of each measurement
public record AttentionBench(int ticks, int layers, int heads, int width, int rounds)
    implements Job<AttentionBench.Measurements> {
  private static final int NUMBERS = 64;
  private static final int SIDE = 700;

  /// The measurements: medians in milliseconds; processor time where it says so.
  ///
  /// @param computeMillis all weights of one agent, wall-clock time
  /// @param computeProcessorMillis the same, processor time of the computing thread
  /// @param headMillis a picture of another head, from the weights to the pixels
  /// @param meanMillis a picture of the mean of the heads
  /// @param tilesMillis a picture of all heads as tiles
  /// @param zoomMillis the same picture at another zoom
  /// @param rolloutMillis a picture of attention rollout
  /// @param mebibytes memory of the weights
  /// @param rowSumError the largest difference of a row's sum from 1
  /// @param recallMillis opening a stretch for further queries, wall-clock time
  /// @param askMillis the last query with and without everything before it, wall-clock time
  /// @param creditMillis the last query once without each tick before it, wall-clock time
  /// @param creditProcessorMillis the same, processor time of the computing thread
  public record Measurements(
      double computeMillis,
      double computeProcessorMillis,
      double headMillis,
      double meanMillis,
      double tilesMillis,
      double zoomMillis,
      double rolloutMillis,
      double mebibytes,
      double rowSumError,
      double recallMillis,
      double askMillis,
      double creditMillis,
      double creditProcessorMillis)
      implements BenchResult {
    @Override
    public List<BenchFigure> figures() {
      return List.of(
          BenchFigure.less("computeMillis", "ms", computeMillis),
          BenchFigure.less("computeProcessorMillis", "ms", computeProcessorMillis),
          BenchFigure.less("headMillis", "ms", headMillis),
          BenchFigure.less("meanMillis", "ms", meanMillis),
          BenchFigure.less("tilesMillis", "ms", tilesMillis),
          BenchFigure.less("zoomMillis", "ms", zoomMillis),
          BenchFigure.less("rolloutMillis", "ms", rolloutMillis),
          BenchFigure.less("mebibytes", "MiB", mebibytes),
          BenchFigure.less("recallMillis", "ms", recallMillis),
          BenchFigure.less("askMillis", "ms", askMillis),
          BenchFigure.less("creditMillis", "ms", creditMillis),
          BenchFigure.less("creditProcessorMillis", "ms", creditProcessorMillis),
          BenchFigure.context("rowSumError", "1", rowSumError));
    }
  }

  @Override
  public Measurements run(Progress progress, Cancellation cancellation) {
    TransformerSpec spec = new TransformerSpec(width, heads, layers, 2 * width, ticks);
    float[] seen = new float[ticks * NUMBERS];
    Random random = new Random(1);
    for (int i = 0; i < seen.length; i++) {
      seen[i] = (float) random.nextGaussian();
    }
    EpisodeFlags episodeFlags = new EpisodeFlags(new byte[ticks], new byte[ticks], new byte[ticks]);
    Span span = new Span(0, ticks);
    try (Introspection network = UntrainedAttention.open(NUMBERS, spec, 1)) {
      AttentionTrace trace = network.look(span, seen, episodeFlags, MemoryRules.RIGHT);
      double[] clock = new double[rounds];
      double[] processor = new double[rounds];
      for (int round = 0; round < rounds; round++) {
        cancellation.throwIfCancelled();
        progress.report(round, rounds, "rounds");
        long begin = System.nanoTime();
        long busy = processorNanos();
        trace = network.look(span, seen, episodeFlags, MemoryRules.RIGHT);
        clock[round] = (System.nanoTime() - begin) / 1e6;
        processor[round] = (processorNanos() - busy) / 1e6;
      }
      AttentionMapViewport all = AttentionMapViewport.all(ticks, ticks);
      Times ask = asked(network, span, seen, episodeFlags, List.of(span));
      Times credit = asked(network, span, seen, episodeFlags, singles(span));
      return new Measurements(
          median(clock),
          median(processor),
          picture(trace, AttentionMapOptions.START.heads(one(new HeadBlend.One(1))), all),
          picture(trace, AttentionMapOptions.START, all),
          picture(
              trace,
              AttentionMapOptions.START.heads(new AttentionMapOptions.HeadLayout.Tiles()),
              all),
          zoom(trace, all),
          picture(trace, AttentionMapOptions.START.heads(one(new HeadBlend.ThroughLayers())), all),
          trace.bytes() / (double) (1 << 20),
          trace.rowSumError(),
          clock(() -> network.recall(span, seen, episodeFlags, MemoryRules.RIGHT).close()).clock(),
          ask.clock(),
          credit.clock(),
          credit.processor());
    }
  }

  private static List<Span> singles(Span span) {
    return IntStream.range(0, span.ticks() - 1).mapToObj(at -> new Span(at, at + 1)).toList();
  }

  private Times asked(
      Introspection network,
      Span span,
      float[] seen,
      EpisodeFlags episodeFlags,
      List<Span> without) {
    int query = span.ticks() - 1;
    List<QueryAblation> cuts = new ArrayList<>(List.of(QueryAblation.NONE));
    without.forEach(part ->
        cuts.add(
            QueryAblation.of(
                new Span(part.from(), Math.min(query, part.to())), Ablation.Fill.ZERO)));
    try (QueryRecomputation recall = network.recall(span, seen, episodeFlags, MemoryRules.RIGHT)) {
      recall.recompute(query, cuts);
      return clock(() -> recall.recompute(query, cuts));
    }
  }

  /// Medians in milliseconds.
  private record Times(double clock, double processor) {}

  private Times clock(Runnable work) {
    double[] times = new double[rounds];
    double[] processor = new double[rounds];
    for (int round = 0; round < rounds; round++) {
      long begin = System.nanoTime();
      long busy = processorNanos();
      work.run();
      times[round] = (System.nanoTime() - begin) / 1e6;
      processor[round] = (processorNanos() - busy) / 1e6;
    }
    return new Times(median(times), median(processor));
  }

  private static AttentionMapOptions.HeadLayout one(HeadBlend blend) {
    return new AttentionMapOptions.HeadLayout.Blended(blend);
  }

  private static long processorNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private double picture(
      AttentionTrace trace, AttentionMapOptions choice, AttentionMapViewport window) {
    AttentionMapRequest order = order(trace, choice, window);
    double[] times = new double[rounds];
    ColourCeilingCache colourCeilingCache = new ColourCeilingCache();
    colourCeilingCache.prepare(trace, choice.percent(), choice.diagonal(), new Cancellation());
    order.paint(Optional.empty(), colourCeilingCache);
    for (int round = 0; round < rounds; round++) {
      long busy = processorNanos();
      order.paint(Optional.empty(), colourCeilingCache);
      times[round] = (processorNanos() - busy) / 1e6;
    }
    return median(times);
  }

  private double zoom(AttentionTrace trace, AttentionMapViewport all) {
    ColourCeilingCache colourCeilingCache = new ColourCeilingCache();
    AttentionMapRequest.RenderedMap before =
        order(trace, AttentionMapOptions.START, all).paint(Optional.empty(), colourCeilingCache);
    double[] times = new double[rounds];
    for (int round = 0; round < rounds; round++) {
      AttentionMapViewport nearer = all.zoomed(1 + round, ticks / 2.0, ticks / 3.0, all);
      long busy = processorNanos();
      order(trace, AttentionMapOptions.START, nearer)
          .paint(Optional.of(before), colourCeilingCache);
      times[round] = (processorNanos() - busy) / 1e6;
    }
    return median(times);
  }

  private static AttentionMapRequest order(
      AttentionTrace trace, AttentionMapOptions choice, AttentionMapViewport window) {
    List<HeadBlend> blends = choice.blends(trace.heads());
    return new AttentionMapRequest(
        trace,
        choice.layer(),
        blends,
        choice.kind(),
        choice.percent(),
        choice.diagonal(),
        window,
        AttentionMapTileLayout.of(blends.size(), SIDE, SIDE, 1),
        SIDE,
        SIDE,
        new AttentionColours(Palette.DARK));
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
