package dev.hindsight.trainer.learn.transformer;

import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.attention.MemoryContents;
import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.attention.QueryAblation;
import dev.hindsight.trainer.attention.QueryRecomputation;
import dev.hindsight.trainer.learn.net.NetworkActor;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.rollout.TrialIndex;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/// One stretch of one agent's life, and everything that can be switched off in it.
///
/// @param observation `[n * D]`
record AblationCase(
    SmallTransformer subject,
    TransformerIntrospection opened,
    int ticks,
    EpisodeFlags passage,
    TrialIndex trials,
    float[] observation) {
  static AblationCase random(
      SmallTransformer smallTransformer, TransformerIntrospection opened, Random random) {
    int ticks = 2 + random.nextInt(SmallTransformer.HORIZON - 1);
    byte[] removed = new byte[ticks];
    boolean away = false;
    for (int t = 0; t < ticks; t++) {
      away = random.nextDouble() < 0.3 ? random.nextDouble() < 0.4 : away;
      removed[t] = (byte) (away ? 1 : 0);
    }
    int second = 1 + random.nextInt(ticks - 1);
    TrialIndex trials = new TrialIndex(new int[] {0, second}, new int[] {0, 1}, ticks);
    float[] observation = new float[ticks * SmallTransformer.NUMBERS];
    for (int i = 0; i < observation.length; i++) {
      observation[i] = (float) random.nextGaussian();
    }
    EpisodeFlags episodeFlags = new EpisodeFlags(new byte[ticks], new byte[ticks], removed);
    return new AblationCase(smallTransformer, opened, ticks, episodeFlags, trials, observation);
  }

  Span span() {
    return new Span(0, ticks);
  }

  MemoryContents memory() {
    return MemoryContents.of(span(), passage, trials);
  }

  /// Any combination of everything there is.
  static Ablation anything(Random random, int ticks) {
    Set<Ablation.Head> heads = new LinkedHashSet<>();
    while (random.nextInt(3) == 0) {
      heads.add(new Ablation.Head(random.nextInt(2), random.nextInt(2)));
    }
    int from = random.nextInt(ticks);
    Span some = new Span(from, from + 1 + random.nextInt(ticks - from));
    List<Ablation.Keys> all =
        new ArrayList<>(
            List.of(
                new Ablation.Keys.Ticks(some),
                new Ablation.Keys.Slots(some),
                new Ablation.Keys.WholeTrial(random.nextInt(2)),
                new Ablation.Keys.EarlierTrials(),
                new Ablation.Keys.LimboTicks(),
                new Ablation.Keys.Others()));
    Collections.shuffle(all, random);
    Set<Ablation.Keys> keys = new LinkedHashSet<>(all.subList(0, random.nextInt(3)));
    Ablation.Fill[] fills = Ablation.Fill.values();
    return new Ablation(heads, keys, fills[random.nextInt(fills.length)]);
  }

  /// One for each tick: nothing before some tick, the ablation from there on.
  List<QueryAblation> cuts(Ablation ablation, int from) {
    Map<Ablation.Head, float[]> means = new LinkedHashMap<>();
    try (QueryRecomputation recall = recall()) {
      ablation.heads().forEach(head -> means.put(head, recall.mean(head)));
    }
    MemoryContents memory = memory();
    List<QueryAblation> cuts = new ArrayList<>(Collections.nCopies(ticks, QueryAblation.NONE));
    for (int t = from; t < ticks; t++) {
      cuts.set(t, ablation.forQuery(memory, t, means));
    }
    return cuts;
  }

  QueryRecomputation recall() {
    return opened.recall(span(), observation, passage, MemoryRules.RIGHT);
  }

  AttentionTrace trace(List<QueryAblation> cuts) {
    return opened.look(span(), observation, passage, MemoryRules.RIGHT, cuts);
  }

  /// Logits and value of every tick, `[n][actions + 1]`.
  float[][] learning(List<QueryAblation> cuts) {
    AttentionTrace trace = trace(cuts);
    float[][] all = new float[ticks][];
    for (int t = 0; t < ticks; t++) {
      all[t] = together(trace.logits(), t * SmallTransformer.ACTIONS, trace.values()[t]);
    }
    return all;
  }

  float[][] acting(List<QueryAblation> cuts) {
    try (NetworkActor actor = subject.network.actor(subject.vector, 2)) {
      return acting(actor, cuts);
    }
  }

  /// With a neighbour in the batch who has everything and sees something else.
  float[][] acting(NetworkActor networkActor, List<QueryAblation> cuts) {
    float[] seen = new float[2 * SmallTransformer.NUMBERS];
    float[] logits = new float[2 * SmallTransformer.ACTIONS];
    float[] values = new float[2];
    float[][] all = new float[ticks][];
    for (int t = 0; t < ticks; t++) {
      for (int d = 0; d < SmallTransformer.NUMBERS; d++) {
        seen[d] = observation[(ticks - 1 - t) * SmallTransformer.NUMBERS + d];
        seen[SmallTransformer.NUMBERS + d] = observation[t * SmallTransformer.NUMBERS + d];
      }
      networkActor.setAblation(1, cuts.get(t));
      networkActor.act(seen, new byte[] {0, passage.removed()[t]}, logits, values);
      all[t] = together(logits, SmallTransformer.ACTIONS, values[1]);
    }
    return all;
  }

  /// What a tick says if it alone is cut.
  float[] asked(QueryRecomputation queryRecomputation, int query, QueryAblation queryAblation) {
    QueryRecomputation.Answers answers =
        queryRecomputation.recompute(query, List.of(QueryAblation.NONE, queryAblation));
    return together(answers.logits()[1], 0, answers.values()[1]);
  }

  static float[] together(float[] logits, int from, float value) {
    float[] all = new float[SmallTransformer.ACTIONS + 1];
    System.arraycopy(logits, from, all, 0, SmallTransformer.ACTIONS);
    all[SmallTransformer.ACTIONS] = value;
    return all;
  }

  static double apart(float[][] a, float[][] b) {
    double largest = 0;
    for (int t = 0; t < a.length; t++) {
      largest = Math.max(largest, apart(a[t], b[t]));
    }
    return largest;
  }

  static double apart(float[] a, float[] b) {
    double largest = 0;
    for (int i = 0; i < a.length; i++) {
      double apart = Math.abs(a[i] - b[i]);
      largest = Math.max(largest, Double.isNaN(apart) ? Double.POSITIVE_INFINITY : apart);
    }
    return largest;
  }
}
