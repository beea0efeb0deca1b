package dev.hindsight.trainer.learn.sac;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.djl.ndarray.NDManager;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.darkroom.DarkRoomEnvironmentType;
import dev.hindsight.trainer.learn.lstm.LstmCriticNetwork;
import dev.hindsight.trainer.learn.lstm.LstmNetwork;
import dev.hindsight.trainer.learn.net.ActorCriticHeads;
import dev.hindsight.trainer.learn.net.CriticOnly;
import dev.hindsight.trainer.learn.net.FeedForwardNetwork.Shaping;
import dev.hindsight.trainer.learn.net.GroupActors;
import dev.hindsight.trainer.learn.net.LinearEncoder;
import dev.hindsight.trainer.learn.net.ParameterLayout;
import dev.hindsight.trainer.learn.net.TestTorch;
import dev.hindsight.trainer.learn.net.WeightVector;
import dev.hindsight.trainer.learn.replay.FixedDraw;
import dev.hindsight.trainer.learn.replay.ReplayEpisode;
import dev.hindsight.trainer.learn.replay.SequenceSizes;
import dev.hindsight.trainer.learn.replay.SequenceSizes.Ticks;
import dev.hindsight.trainer.learn.replay.StepSizes;
import dev.hindsight.trainer.learn.training.Adam;
import dev.hindsight.trainer.learn.training.FloatObservations;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationPacking;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.run.Seeds;
import dev.hindsight.trainer.run.UpdateProgress;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Soft actor-critic on sequences of two episodes, against plain loops over their ticks.
class SacSequenceTest {
  private static final int NUMBERS = 3;
  private static final int WIDTH = 4;
  private static final int ACTIONS = 3;
  private static final int N = 2;
  private static final int LENGTH = 4;
  private static final int BURN_IN = 2;
  private static final double GAMMA = 0.9;
  private static final double TAU = 0.3;

  /// What critics multiply rewards by, and the policy's value head does not.
  private static final double SCALE = 1.5;

  private static final int[] ALONE = {0};
  private static final byte[] LIMBO = {1};

  private static final ObservationPacking PACKING =
      new ObservationPacking(
          new ObservationLayout(
              List.of(
                  new ObservationLayout.Segment(
                      "seen", 0, List.of(NUMBERS), List.of("a", "b", "c")))));

  /// Steps of both episodes by number: the first begins 9, the second 5, without the last of each.
  /// Drawn are one without enough ticks before it, one whose ticks include limbo, and one that ends
  /// early because the episode does.
  private static final int[] STARTS = {0, 3, 7, 9 + 3};

  private static final float[] WEIGHTS = {1, 0.5f, 0.25f, 0.75f};

  /// A tick that happened.
  ///
  /// @param observation `[D]`
  /// @param state `[2 H]` with which the policy acted
  private record Tick(
      double[] observation, boolean limbo, int action, double reward, double[] state) {}

  /// @param steps indices of the ticks outside limbo, the final observation's last
  private record Episode(List<Tick> ticks, List<Integer> steps, boolean terminated) {
    static Episode random(int length, int firstLimbo, boolean terminated, Random random) {
      List<Tick> ticks = new ArrayList<>();
      List<Integer> steps = new ArrayList<>();
      for (int t = 0; t < length + (terminated ? 0 : 1); t++) {
        boolean limbo = t == firstLimbo || t == firstLimbo + 1;
        double[] state = numbers(2 * WIDTH, random);
        // An episode begins with an empty memory.
        ticks.add(
            new Tick(
                numbers(NUMBERS, random),
                limbo,
                random.nextInt(ACTIONS),
                (float) random.nextGaussian(),
                t == 0 ? new double[2 * WIDTH] : state));
        if (!limbo) {
          steps.add(t);
        }
      }
      if (terminated) {
        steps.add(length);
      }
      return new Episode(ticks, steps, terminated);
    }

    private static double[] numbers(int count, Random random) {
      double[] numbers = new double[count];
      for (int i = 0; i < count; i++) {
        numbers[i] = (float) random.nextGaussian();
      }
      return numbers;
    }

    void store(FixedDraw buffer, SequenceSizes sequences) {
      ReplayEpisode episode = new ReplayEpisode(PACKING, StepSizes.LONE, sequences, 0, GAMMA);
      buffer.begin(episode);
      for (int t = 0; t < ticks.size(); t++) {
        Tick tick = ticks.get(t);
        FloatObservations seen =
            new FloatObservations(PACKING, FloatBuffer.wrap(floats(tick.observation())));
        if (tick.limbo()) {
          episode.rest(seen, ALONE, LIMBO);
        } else if (episode.see(seen, ALONE)) {
          buffer.grow(episode);
        }
        episode.remember(floats(tick.state()), 0);
        if (!tick.limbo() && (terminated || t < ticks.size() - 1)) {
          episode.act(tick.action(), (float) tick.reward());
        }
      }
      if (terminated) {
        episode.terminate();
        buffer.grow(episode);
      }
      buffer.end(episode);
    }

    int starts() {
      return steps.size() - N;
    }

    Tick step(int step) {
      return ticks.get(steps.get(step));
    }
  }

  private static float[] floats(double[] numbers) {
    float[] floats = new float[numbers.length];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = (float) numbers[i];
    }
    return floats;
  }

  /// The episodes: the first ends at a time limit, the second terminates.
  private static List<Episode> episodes() {
    Random random = new Random(8);
    return List.of(Episode.random(12, 5, false, random), Episode.random(6, -5, true, random));
  }

  /// What a learner says and has after some steps of learning.
  private record Learned(
      Map<String, Double> metrics,
      float[] errors,
      List<Tensor> actor,
      List<List<Tensor>> critics,
      List<List<Tensor>> targets,
      float[] everything) {}

  private static SequenceSizes sizes(boolean empty) {
    return new SequenceSizes(LENGTH, BURN_IN, Ticks.ALL, empty ? 0 : 2 * WIDTH);
  }

  private static SacConfig config() {
    Map<String, String> typed = new HashMap<>();
    typed.put("policy", "lstm");
    typed.put("gamma", "" + GAMMA);
    typed.put("tau", "" + TAU);
    typed.put("reward_scale", "" + SCALE);
    typed.put("n_step", "" + N);
    typed.put("train_batch_size_per_learner", "" + STARTS.length);
    typed.put("replay_sequence_length", "" + LENGTH);
    typed.put("replay_burn_in", "" + BURN_IN);
    EnvironmentFactory room =
        new DarkRoomEnvironmentType()
            .prepare(
                new DarkRoomEnvironmentType().settings().parse(Map.of(), "test"), Optional.empty());
    ActionSpace space = room.shape().actions();
    return SacConfig.of(new SacType().settings().parse(typed, "test"), space);
  }

  /// @param updates steps of learning
  private static Learned learned(List<Episode> episodes, boolean empty, int[] starts, int updates) {
    LinearEncoder encoder = new LinearEncoder(NUMBERS, WIDTH);
    LstmNetwork network =
        new LstmNetwork(encoder, new ActorCriticHeads(WIDTH, ACTIONS), Shaping.BY_ACTOR);
    LstmCriticNetwork critic =
        new LstmCriticNetwork(encoder, CriticOnly.NONE, 0, ACTIONS, List.of());
    FixedDraw buffer = new FixedDraw(N, starts, WEIGHTS);
    SequenceSizes sizes = sizes(empty);
    episodes.forEach(episode -> episode.store(buffer, sizes));
    SacConfig config = config();
    ParameterLayout layout = network.parameters();
    try (NDManager manager = TestTorch.manager()) {
      WeightVector weights = new WeightVector(manager, layout, layout.initial(4));
      ActorWeights actor =
          new ActorWeights(
              new GroupActors(GroupActors.Form.SHARED, 1, network),
              List.of(weights),
              List.of(new Adam(weights, config.adam())));
      try (Sac sac =
          new Sac(
              manager,
              actor,
              critic,
              NUMBERS,
              StepSizes.LONE,
              sizes,
              buffer,
              config,
              new Seeds(2),
              0)) {
        Map<String, Double> metrics = Map.of();
        if (updates > 0) {
          metrics =
              Sac.update(
                  List.of(sac),
                  updates,
                  new SacConfig.Rates(0.05, 0.05, 0.05),
                  new SplittableRandom(1),
                  0,
                  UpdateProgress.SILENT);
        }
        List<List<Tensor>> critics = new ArrayList<>();
        List<List<Tensor>> targets = new ArrayList<>();
        float[] everything = weights.values();
        for (Tensor tensor : sac.kept("")) {
          if (tensor.name().endsWith(".weights")) {
            critics.add(critic.parameters().split(tensor.values()));
            everything = joined(everything, tensor.values());
          } else if (tensor.name().endsWith(".target")) {
            targets.add(critic.parameters().split(tensor.values()));
          }
        }
        return new Learned(
            metrics, buffer.errors(), weights.tensors(), critics, targets, everything);
      }
    }
  }

  private static float[] joined(float[] first, float[] second) {
    float[] all = java.util.Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, all, first.length, second.length);
    return all;
  }

  /// The outputs of a head at each tick of a sequence and after it.
  ///
  /// @param first tick of the sequence's first step
  /// @return `[tick]`, empty before `first`
  private static double[][] run(
      List<Tensor> weights, String head, Episode episode, int first, boolean empty) {
    PlainLstm lstm = new PlainLstm(weights, WIDTH);
    int begin = Math.max(0, first - BURN_IN);
    if (!empty) {
      lstm.begin(episode.ticks().get(begin).state());
    }
    double[][] outputs = new double[episode.ticks().size() + 1][];
    for (int t = begin; t <= episode.ticks().size(); t++) {
      // Nothing is observed after a terminal: zeros stand there, and their value does not count.
      lstm.tick(
          t < episode.ticks().size() ? episode.ticks().get(t).observation() : new double[NUMBERS]);
      outputs[t] = lstm.head(head);
    }
    return outputs;
  }

  private static double[] logSoftmax(double[] logits) {
    double sum = 0;
    for (double logit : logits) {
      sum += Math.exp(logit);
    }
    double[] logs = new double[logits.length];
    for (int i = 0; i < logs.length; i++) {
      logs[i] = logits[i] - Math.log(sum);
    }
    return logs;
  }

  /// Sum over actions of pi (min Q - alpha log pi).
  private static double soft(double[] logits, double[] one, double[] two, double alpha) {
    double[] logProb = logSoftmax(logits);
    double sum = 0;
    for (int a = 0; a < logProb.length; a++) {
      sum += Math.exp(logProb[a]) * (Math.min(one[a], two[a]) - alpha * logProb[a]);
    }
    return sum;
  }

  private static double huber(double error) {
    double size = Math.abs(error);
    return size < 1 ? size * size / 2 : size - 0.5;
  }

  /// The losses of one step with given networks, over every step of every sequence.
  private static Map<String, Double> plain(
      List<Episode> episodes, boolean empty, Learned before, double alpha, double[] errors) {
    Map<String, Double> sums = new HashMap<>();
    int count = 0;
    for (int row = 0; row < STARTS.length; row++) {
      boolean second = STARTS[row] >= episodes.getFirst().starts();
      Episode episode = episodes.get(second ? 1 : 0);
      int start = STARTS[row] - (second ? episodes.getFirst().starts() : 0);
      int first = episode.steps().get(start);
      double[][] logits = run(before.actor(), "policy.actor", episode, first, empty);
      double[][] value = run(before.actor(), "policy.value_fn", episode, first, empty);
      List<double[][]> q = new ArrayList<>();
      List<double[][]> later = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        q.add(run(before.critics().get(i), "policy.q", episode, first, true));
        later.add(run(before.targets().get(i), "policy.q", episode, first, true));
      }
      double largest = 0;
      double mean = 0;
      int own = 0;
      for (int step = start; step < Math.min(start + LENGTH, episode.starts()); step++) {
        int now = episode.steps().get(step);
        int then = episode.steps().get(step + N);
        double y = 0;
        double factor = 1;
        for (int k = 0; k < N; k++) {
          y += factor * SCALE * episode.step(step + k).reward();
          factor *= GAMMA;
        }
        boolean over = episode.terminated() && step + N == episode.steps().size() - 1;
        if (!over) {
          y += factor * soft(logits[then], later.get(0)[then], later.get(1)[then], alpha);
        }
        double error = 0;
        for (double[][] one : q) {
          double off = one[now][episode.step(step).action()] - y;
          sums.merge("losses/critic_loss", WEIGHTS[row] * huber(off) / 2, Double::sum);
          error += Math.abs(off) / 2;
        }
        double soft = soft(logits[now], q.get(0)[now], q.get(1)[now], alpha);
        sums.merge("losses/policy_loss", -soft, Double::sum);
        sums.merge("losses/value_loss", Math.pow(SCALE * value[now][0] - soft, 2) / 2, Double::sum);
        for (double logProb : logSoftmax(logits[now])) {
          sums.merge("losses/entropy", -Math.exp(logProb) * logProb, Double::sum);
        }
        sums.merge("sac/target_q", y, Double::sum);
        sums.merge("sac/td_error", error, Double::sum);
        largest = Math.max(largest, error);
        mean += error;
        own++;
        count++;
      }
      errors[row] = 0.9 * largest + 0.1 * mean / own;
    }
    double all = count;
    sums.replaceAll((name, sum) -> sum / all);
    return sums;
  }

  private static double figure(Map<String, Double> metrics, String name) {
    return metrics.getOrDefault(name, Double.NaN);
  }

  @Test
  void theLossesAreThoseOfAPlainLoopOverTheTicksOfEachSequence() {
    List<Episode> episodes = episodes();
    assertEquals(9, episodes.get(0).starts());
    assertEquals(5, episodes.get(1).starts());
    for (boolean empty : new boolean[] {true, false}) {
      Learned before = learned(episodes, empty, STARTS, 0);
      Learned after = learned(episodes, empty, STARTS, 1);
      double[] errors = new double[STARTS.length];
      Map<String, Double> plain = plain(episodes, empty, before, 1, errors);
      assertEquals(6, plain.size());
      plain.forEach(
          (name, expected) -> assertEquals(expected, figure(after.metrics(), name), 1e-5, name));
      for (int row = 0; row < errors.length; row++) {
        assertEquals(errors[row], after.errors()[row], 1e-5, "error of row " + row);
      }
      Map<String, Double> other = plain(episodes, !empty, before, 1, errors);
      double apart =
          figure(other, "losses/value_loss") - figure(after.metrics(), "losses/value_loss");
      assertTrue(Math.abs(apart) > 1e-4, "another memory to begin with has another loss");

      // The next step, whose targets are those of networks that follow slowly.
      Learned next = learned(episodes, empty, STARTS, 2);
      double alpha = 2 * figure(next.metrics(), "sac/alpha") - 1;
      assertTrue(alpha < 0.99);
      plain(episodes, empty, after, alpha, errors)
          .forEach((name, expected) -> {
            double mean = (expected + figure(after.metrics(), name)) / 2;
            assertEquals(mean, figure(next.metrics(), name), 1e-4, name);
          });
    }
  }

  /// The first episode with one tick changed: sequences that begin with step 3 have ticks 1 and 2
  /// for burn-in.
  private static List<Episode> changed(int at, Tick other) {
    List<Episode> all = new ArrayList<>(episodes());
    Episode first = all.getFirst();
    List<Tick> ticks = new ArrayList<>(first.ticks());
    ticks.set(at, other);
    all.set(0, new Episode(ticks, first.steps(), first.terminated()));
    return all;
  }

  @Test
  void whatTheBurnInDidAndGotTeachesNothingButWhatItSawChangesTheMemory() {
    int[] starts = {3, 3, 3, 3};
    float[] expected = learned(episodes(), true, starts, 3).everything();
    Tick burnIn = episodes().getFirst().ticks().get(2);
    Tick otherTarget =
        new Tick(burnIn.observation(), false, (burnIn.action() + 1) % ACTIONS, 50, burnIn.state());
    assertArrayEquals(expected, learned(changed(2, otherTarget), true, starts, 3).everything());

    double[] seen = burnIn.observation().clone();
    seen[0] += 1;
    Tick otherSight = new Tick(seen, false, burnIn.action(), burnIn.reward(), burnIn.state());
    assertFalse(
        java.util.Arrays.equals(
            expected, learned(changed(2, otherSight), true, starts, 3).everything()));

    Tick learnedFrom = episodes().getFirst().ticks().get(3);
    Tick otherReward =
        new Tick(learnedFrom.observation(), false, learnedFrom.action(), 50, learnedFrom.state());
    assertFalse(
        java.util.Arrays.equals(
            expected, learned(changed(3, otherReward), true, starts, 3).everything()));
  }

  @Test
  void theErrorOfOneStepIsItsErrorToTheBit() {
    Random random = new Random(3);
    for (int i = 0; i < 1000; i++) {
      float error = random.nextFloat() * 10;
      assertEquals(error, (float) Sac.rowError(error, error));
    }
    assertEquals(0.9 * 4 + 0.1 * 2, Sac.rowError(4, 2), 1e-12);
  }
}
