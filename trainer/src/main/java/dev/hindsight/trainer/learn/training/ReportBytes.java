package dev.hindsight.trainer.learn.training;

import dev.hindsight.trainer.env.StateBytes;
import dev.hindsight.trainer.env.StateStream;
import dev.hindsight.trainer.env.StepFigure;
import dev.hindsight.trainer.learn.training.VectorEnvironment.TrialSum;
import dev.hindsight.trainer.run.BucketEpisodes;
import dev.hindsight.trainer.run.EnvironmentHistory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// The results of a collection as bytes, for another process.
public final class ReportBytes {
  private static final int MOST_NAMES = 4096;
  private static final int MOST_TRIALS = 1_000_000;
  private static final int LONGEST_TEXT = 4096;

  /// More than the actions of any environment since it was created.
  private static final int MOST_ACTIONS = 1 << 28;

  private static final int FIRST_ACTIONS = 4096;

  private static final BucketEpisodes NO_EPISODES =
      new BucketEpisodes(0, 0, 0, 0, new EnvironmentHistory(0, 0, 0, 0, new float[0], List.of()));

  private ReportBytes() {}

  /// Writes a report.
  public static byte[] write(CollectionReport report) {
    return StateBytes.write(stream -> transfer(stream, report));
  }

  /// Reads what [#write] wrote.
  ///
  /// @param figures those of the environment, which are the same on both sides
  /// @throws dev.hindsight.trainer.Problem if the bytes are damaged
  public static CollectionReport read(byte[] bytes, List<StepFigure> figures, String where) {
    CollectionReport empty =
        new CollectionReport(
            new Collector.Split(0, 0),
            0,
            0,
            0,
            0,
            OptionalLong.empty(),
            new EpisodeReturns.Sums(0, 0, 0),
            List.of(),
            new FigureMeans.Sums(figures, new double[figures.size()], 0, 0, 0),
            Map.of(),
            0,
            List.of(),
            0,
            "");
    return StateBytes.readWhole(bytes, where, stream -> transfer(stream, empty));
  }

  /// Names the fields once, for both ways.
  private static CollectionReport transfer(StateStream stream, CollectionReport report) {
    EpisodeReturns.Sums episodes = report.episodes();
    FigureMeans.Sums figures = report.figures();
    double[] sum = figures.sum().clone();
    Collector.Split split =
        new Collector.Split(
            stream.number(report.split().simulate()), stream.number(report.split().forward()));
    long live = stream.number(report.live());
    long agentSteps = stream.number(report.agentSteps());
    long environmentSteps = stream.number(report.environmentSteps());
    long clipped = stream.number(report.clippedRewards());
    boolean counted = stream.flag(report.illegalActions().isPresent());
    long illegal = stream.number(report.illegalActions().orElse(0));
    EpisodeReturns.Sums ended =
        new EpisodeReturns.Sums(
            stream.number(episodes.returns()),
            stream.number(episodes.lengths()),
            stream.number(episodes.episodes()));
    List<BucketEpisodes> buckets = buckets(stream, report.buckets());
    stream.numbers(sum);
    FigureMeans.Sums means =
        new FigureMeans.Sums(
            figures.figures(),
            sum,
            stream.number(figures.rewards()),
            stream.number(figures.progressed()),
            stream.number(figures.ticks()));
    return new CollectionReport(
        split,
        live,
        agentSteps,
        environmentSteps,
        clipped,
        counted ? OptionalLong.of(illegal) : OptionalLong.empty(),
        ended,
        buckets,
        means,
        totals(stream, report.totals()),
        stream.number(report.environments()),
        trials(stream, report.trials()),
        stream.number(report.badOutputs()),
        text(stream, report.firstBadOutput()));
  }

  private static Map<String, Double> totals(StateStream stream, Map<String, Double> totals) {
    Map<String, Double> all = new LinkedHashMap<>();
    List<Map.Entry<String, Double>> entries = List.copyOf(totals.entrySet());
    int count = stream.within(entries.size(), 0, MOST_NAMES);
    for (int i = 0; i < count; i++) {
      String name = text(stream, stream.reads() ? "" : entries.get(i).getKey());
      all.put(name, stream.number(stream.reads() ? 0.0 : entries.get(i).getValue()));
    }
    return all;
  }

  private static List<BucketEpisodes> buckets(StateStream stream, List<BucketEpisodes> buckets) {
    List<BucketEpisodes> all = new ArrayList<>();
    int count = stream.within(buckets.size(), 0, MOST_NAMES);
    for (int i = 0; i < count; i++) {
      BucketEpisodes one = stream.reads() ? NO_EPISODES : buckets.get(i);
      all.add(
          new BucketEpisodes(
              stream.number(one.bucket()),
              stream.number(one.returns()),
              stream.number(one.episodes()),
              stream.number(one.worst()),
              history(stream, one.history())));
    }
    return all;
  }

  private static EnvironmentHistory history(StateStream stream, EnvironmentHistory history) {
    int environment = stream.number(history.environment());
    long seed = stream.number(history.seed());
    int agents = stream.number(history.agents());
    int numbers = stream.number(history.numbers());
    float[] known = history.actions();
    int count = stream.within(known.length, 0, MOST_ACTIONS);
    float[] actions = new float[Math.min(count, FIRST_ACTIONS)];
    for (int i = 0; i < count; i++) {
      if (i == actions.length) {
        // Grows with what was really there, not with what the bytes declare.
        actions = Arrays.copyOf(actions, Math.min(count, 2 * i));
      }
      actions[i] = stream.number(stream.reads() ? 0f : known[i]);
    }
    List<Integer> updates = new ArrayList<>();
    int ticks = stream.within(history.updates().size(), 0, MOST_ACTIONS);
    for (int i = 0; i < ticks; i++) {
      updates.add(stream.number(stream.reads() ? 0 : history.updates().get(i)));
    }
    return new EnvironmentHistory(environment, seed, agents, numbers, actions, updates);
  }

  private static List<TrialSum> trials(StateStream stream, List<TrialSum> trials) {
    List<TrialSum> all = new ArrayList<>();
    int count = stream.within(trials.size(), 0, MOST_TRIALS);
    for (int i = 0; i < count; i++) {
      TrialSum one = stream.reads() ? new TrialSum(0, 0) : trials.get(i);
      all.add(new TrialSum(stream.number(one.sum()), stream.number(one.count())));
    }
    return all;
  }

  private static String text(StateStream stream, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    byte[] all = stream.reads() ? new byte[0] : bytes;
    int length = stream.within(Math.min(all.length, LONGEST_TEXT), 0, LONGEST_TEXT);
    byte[] stored = Arrays.copyOf(all, length);
    stream.numbers(stored);
    return new String(stored, StandardCharsets.UTF_8);
  }
}
