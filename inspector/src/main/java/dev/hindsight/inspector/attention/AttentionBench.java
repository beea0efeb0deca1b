package dev.hindsight.inspector.attention;

import dev.hindsight.render.Palette;
import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.attention.Cut;
import dev.hindsight.trainer.attention.Introspection;
import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.attention.Passage;
import dev.hindsight.trainer.attention.Recall;
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

/// Measures what it takes to see an agent's attention: computing it anew, and turning from one
/// picture of it to another.
///
/// @param ticks n, of one episode
/// @param layers L
/// @param heads H
/// @param width d
/// @param rounds how often each is done
public record AttentionBench(int ticks, int layers, int heads, int width, int rounds)
    implements Job<AttentionBench.Figures> {
  private static final int NUMBERS = 64;
  private static final int SIDE = 700;

  /// What was measured, medians in milliseconds; what takes processor time only.
  ///
  /// @param computeMillis all weights of one agent, by the clock
  /// @param computeProcessorMillis the same, processor time of the computing thread
  /// @param headMillis a picture of another head, from the weights to the pixels
  /// @param meanMillis a picture of the mean of the heads
  /// @param tilesMillis a picture of all heads as tiles
  /// @param zoomMillis the same picture at another zoom
  /// @param rolloutMillis a picture of attention rollout
  /// @param mebibytes the weights take
  /// @param rowSumError the largest distance of a row's sum from 1
  /// @param recallMillis opening a stretch to be asked again, by the clock
  /// @param askMillis the last query asked with and without all before it, by the clock
  /// @param creditMillis the last query asked once without each tick before it, by the clock
  public record Figures(
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
      double creditMillis) {}

  @Override
  public Figures run(Progress progress, Cancellation cancellation) {
    TransformerSpec spec = new TransformerSpec(width, heads, layers, 2 * width, ticks);
    float[] seen = new float[ticks * NUMBERS];
    Random random = new Random(1);
    for (int i = 0; i < seen.length; i++) {
      seen[i] = (float) random.nextGaussian();
    }
    Passage passage = new Passage(new byte[ticks], new byte[ticks], new byte[ticks]);
    Span span = new Span(0, ticks);
    try (Introspection network = UntrainedAttention.open(NUMBERS, spec, 1)) {
      AttentionTrace trace = network.look(span, seen, passage, MemoryRules.RIGHT);
      double[] clock = new double[rounds];
      double[] processor = new double[rounds];
      for (int round = 0; round < rounds; round++) {
        cancellation.throwIfCancelled();
        progress.report(round, rounds, "rounds");
        long begin = System.nanoTime();
        long busy = processorNanos();
        trace = network.look(span, seen, passage, MemoryRules.RIGHT);
        clock[round] = (System.nanoTime() - begin) / 1e6;
        processor[round] = (processorNanos() - busy) / 1e6;
      }
      MapWindow all = MapWindow.all(ticks, ticks);
      return new Figures(
          median(clock),
          median(processor),
          picture(trace, MapChoice.START.heads(one(new HeadBlend.One(1))), all),
          picture(trace, MapChoice.START, all),
          picture(trace, MapChoice.START.heads(new MapChoice.Heads.Tiles()), all),
          zoom(trace, all),
          picture(trace, MapChoice.START.heads(one(new HeadBlend.Rollout())), all),
          trace.bytes() / (double) (1 << 20),
          trace.rowSumError(),
          clock(() -> network.recall(span, seen, passage, MemoryRules.RIGHT).close()),
          asked(network, span, seen, passage, List.of(span)),
          asked(network, span, seen, passage, singles(span)));
    }
  }

  private static List<Span> singles(Span span) {
    return IntStream.range(0, span.ticks() - 1).mapToObj(at -> new Span(at, at + 1)).toList();
  }

  private double asked(
      Introspection network, Span span, float[] seen, Passage passage, List<Span> without) {
    int query = span.ticks() - 1;
    List<Cut> cuts = new ArrayList<>(List.of(Cut.NONE));
    without.forEach(part ->
        cuts.add(Cut.of(new Span(part.from(), Math.min(query, part.to())), Ablation.Fill.ZERO)));
    try (Recall recall = network.recall(span, seen, passage, MemoryRules.RIGHT)) {
      recall.ask(query, cuts);
      return clock(() -> recall.ask(query, cuts));
    }
  }

  private double clock(Runnable work) {
    double[] times = new double[rounds];
    for (int round = 0; round < rounds; round++) {
      long begin = System.nanoTime();
      work.run();
      times[round] = (System.nanoTime() - begin) / 1e6;
    }
    return median(times);
  }

  private static MapChoice.Heads one(HeadBlend blend) {
    return new MapChoice.Heads.Together(blend);
  }

  private static long processorNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private double picture(AttentionTrace trace, MapChoice choice, MapWindow window) {
    MapOrder order = order(trace, choice, window);
    double[] times = new double[rounds];
    Ceilings ceilings = new Ceilings();
    ceilings.prepare(trace, choice.percent(), choice.diagonal(), new Cancellation());
    order.paint(Optional.empty(), ceilings);
    for (int round = 0; round < rounds; round++) {
      long busy = processorNanos();
      order.paint(Optional.empty(), ceilings);
      times[round] = (processorNanos() - busy) / 1e6;
    }
    return median(times);
  }

  private double zoom(AttentionTrace trace, MapWindow all) {
    Ceilings ceilings = new Ceilings();
    MapOrder.Painted before = order(trace, MapChoice.START, all).paint(Optional.empty(), ceilings);
    double[] times = new double[rounds];
    for (int round = 0; round < rounds; round++) {
      MapWindow nearer = all.zoomed(1 + round, ticks / 2.0, ticks / 3.0, all);
      long busy = processorNanos();
      order(trace, MapChoice.START, nearer).paint(Optional.of(before), ceilings);
      times[round] = (processorNanos() - busy) / 1e6;
    }
    return median(times);
  }

  private static MapOrder order(AttentionTrace trace, MapChoice choice, MapWindow window) {
    List<HeadBlend> blends = choice.blends(trace.heads());
    return new MapOrder(
        trace,
        choice.layer(),
        blends,
        choice.kind(),
        choice.percent(),
        choice.diagonal(),
        window,
        MapTiles.of(blends.size(), SIDE, SIDE, 1),
        SIDE,
        SIDE,
        new HeatColours(Palette.DARK));
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
