package dev.hindsight.trainer.learn.transformer;

import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.attention.Cut;
import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.attention.Passage;
import dev.hindsight.trainer.attention.Recall;
import dev.hindsight.trainer.attention.Remembered;
import dev.hindsight.trainer.learn.net.Actor;
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
record Ablated(
    Subject subject,
    TransformerIntrospection opened,
    int ticks,
    Passage passage,
    TrialIndex trials,
    float[] observation) {
  static Ablated random(Subject subject, TransformerIntrospection opened, Random random) {
    int ticks = 2 + random.nextInt(Subject.HORIZON - 1);
    byte[] removed = new byte[ticks];
    boolean away = false;
    for (int t = 0; t < ticks; t++) {
      away = random.nextDouble() < 0.3 ? random.nextDouble() < 0.4 : away;
      removed[t] = (byte) (away ? 1 : 0);
    }
    int second = 1 + random.nextInt(ticks - 1);
    TrialIndex trials = new TrialIndex(new int[] {0, second}, new int[] {0, 1}, ticks);
    float[] observation = new float[ticks * Subject.NUMBERS];
    for (int i = 0; i < observation.length; i++) {
      observation[i] = (float) random.nextGaussian();
    }
    Passage passage = new Passage(new byte[ticks], new byte[ticks], removed);
    return new Ablated(subject, opened, ticks, passage, trials, observation);
  }

  Span span() {
    return new Span(0, ticks);
  }

  Remembered memory() {
    return Remembered.of(span(), passage, trials);
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
                new Ablation.Keys.Trial(random.nextInt(2)),
                new Ablation.Keys.EarlierTrials(),
                new Ablation.Keys.Limbo(),
                new Ablation.Keys.Others()));
    Collections.shuffle(all, random);
    Set<Ablation.Keys> keys = new LinkedHashSet<>(all.subList(0, random.nextInt(3)));
    Ablation.Fill[] fills = Ablation.Fill.values();
    return new Ablation(heads, keys, fills[random.nextInt(fills.length)]);
  }

  /// One for each tick: nothing before some tick, the ablation from there on.
  List<Cut> cuts(Ablation ablation, int from) {
    Map<Ablation.Head, float[]> means = new LinkedHashMap<>();
    try (Recall recall = recall()) {
      ablation.heads().forEach(head -> means.put(head, recall.mean(head)));
    }
    Remembered memory = memory();
    List<Cut> cuts = new ArrayList<>(Collections.nCopies(ticks, Cut.NONE));
    for (int t = from; t < ticks; t++) {
      cuts.set(t, ablation.cut(memory, t, means));
    }
    return cuts;
  }

  Recall recall() {
    return opened.recall(span(), observation, passage, MemoryRules.RIGHT);
  }

  AttentionTrace trace(List<Cut> cuts) {
    return opened.look(span(), observation, passage, MemoryRules.RIGHT, cuts);
  }

  /// Logits and value of every tick, `[n][actions + 1]`.
  float[][] learning(List<Cut> cuts) {
    AttentionTrace trace = trace(cuts);
    float[][] all = new float[ticks][];
    for (int t = 0; t < ticks; t++) {
      all[t] = together(trace.logits(), t * Subject.ACTIONS, trace.values()[t]);
    }
    return all;
  }

  float[][] acting(List<Cut> cuts) {
    try (Actor actor = subject.network.actor(subject.vector, 2)) {
      return acting(actor, cuts);
    }
  }

  /// With a neighbour in the batch who has everything and sees something else.
  float[][] acting(Actor actor, List<Cut> cuts) {
    float[] seen = new float[2 * Subject.NUMBERS];
    float[] logits = new float[2 * Subject.ACTIONS];
    float[] values = new float[2];
    float[][] all = new float[ticks][];
    for (int t = 0; t < ticks; t++) {
      for (int d = 0; d < Subject.NUMBERS; d++) {
        seen[d] = observation[(ticks - 1 - t) * Subject.NUMBERS + d];
        seen[Subject.NUMBERS + d] = observation[t * Subject.NUMBERS + d];
      }
      actor.cut(1, cuts.get(t));
      actor.act(seen, new byte[] {0, passage.removed()[t]}, logits, values);
      all[t] = together(logits, Subject.ACTIONS, values[1]);
    }
    return all;
  }

  /// What a tick says if it alone is cut.
  float[] asked(Recall recall, int query, Cut cut) {
    Recall.Said said = recall.ask(query, List.of(Cut.NONE, cut));
    return together(said.logits()[1], 0, said.values()[1]);
  }

  static float[] together(float[] logits, int from, float value) {
    float[] all = new float[Subject.ACTIONS + 1];
    System.arraycopy(logits, from, all, 0, Subject.ACTIONS);
    all[Subject.ACTIONS] = value;
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
