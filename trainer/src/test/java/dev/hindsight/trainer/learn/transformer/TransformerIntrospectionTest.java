package dev.hindsight.trainer.learn.transformer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.djl.ndarray.NDArray;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.attention.MemoryRules.LimboRule;
import dev.hindsight.trainer.attention.MemoryRules.PositionRule;
import dev.hindsight.trainer.attention.MemoryRules.WipeRule;
import dev.hindsight.trainer.learn.net.AttentionSummary;
import dev.hindsight.trainer.learn.net.NetworkActor;
import dev.hindsight.trainer.learn.net.TestTorch;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.rollout.Span;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/// The computed attention is the attention that was used.
class TransformerIntrospectionTest {
  private static final SmallTransformer SUBJECT = new SmallTransformer(1);
  private static final TransformerIntrospection OPENED = opened();
  private static final int LAYOUTS = 40;
  private static final double TOLERANCE = 1e-5;

  private static TransformerIntrospection opened() {
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    SUBJECT.vector.tensors().forEach(tensor -> tensors.put(tensor.name(), tensor));
    return new TransformerIntrospection(
        TestTorch.manager(), SUBJECT.network, tensors, new ActionSpace.Discrete(List.of()));
  }

  @AfterAll
  static void close() {
    OPENED.close();
    SUBJECT.close();
  }

  @Test
  void weightsAndOutputsAreThoseOfTheStreamThatActed() {
    Random random = new Random(31);
    for (int i = 0; i < LAYOUTS; i++) {
      RandomEpisodes randomEpisodes = life(random);
      assertTrue(difference(randomEpisodes, stream(randomEpisodes), MemoryRules.RIGHT) < TOLERANCE);
    }
  }

  @Test
  void aGlanceAtTheStreamSeesWhatIsComputedAfterwards() {
    Random random = new Random(17);
    double leaked = 0;
    for (int i = 0; i < LAYOUTS; i++) {
      RandomEpisodes randomEpisodes = life(random);
      leaked += glanced(randomEpisodes, randomEpisodes.removed(), MemoryRules.RIGHT);
      // An actor without limbo flags leaves limbo open.
      leaked +=
          glanced(
              randomEpisodes,
              new byte[randomEpisodes.ticks()],
              new MemoryRules(WipeRule.TERMINALS, LimboRule.OPEN, PositionRule.EPISODE));
    }
    assertEquals(0, leaked, "closed slots, and what nobody told of, have no weight on limbo");
  }

  /// Compares the measurements tick by tick with the trace of the whole episode.
  ///
  /// @param removed the limbo flags that the actor gets
  /// @return attention on ticks flagged as limbo, over all ticks
  private static double glanced(RandomEpisodes randomEpisodes, byte[] removed, MemoryRules rules) {
    List<AttentionTrace> traces = traces(randomEpisodes, rules);
    double mass = 0;
    try (StreamingActor actor =
        new StreamingActor(SUBJECT.network, SUBJECT.vector, 1, Probe.NONE)) {
      AttentionSummary attentionSummary = ((NetworkActor) actor).attentionSummary().orElseThrow();
      for (AttentionTrace trace : traces) {
        for (int query = 0; query < trace.span().ticks(); query++) {
          int tick = trace.span().from() + query;
          if (tick > 0 && randomEpisodes.terminal()[tick - 1] != 0) {
            ((NetworkActor) actor).forget(0);
          }
          float[] seen =
              Arrays.copyOfRange(
                  randomEpisodes.observation(),
                  tick * SmallTransformer.NUMBERS,
                  (tick + 1) * SmallTransformer.NUMBERS);
          actor.act(
              seen, new byte[] {removed[tick]}, new float[SmallTransformer.ACTIONS], new float[1]);
          assertEquals(
              leastEntropy(trace, query), attentionSummary.entropy(0), 1e-4, "tick " + tick);
          mass += attentionSummary.limboMass(0);
        }
      }
    }
    return mass;
  }

  private static double leastEntropy(AttentionTrace trace, int query) {
    double least = Double.POSITIVE_INFINITY;
    for (int layer = 0; layer < trace.layers(); layer++) {
      for (int head = 0; head < trace.heads(); head++) {
        double sum = 0;
        for (int slot = 0; slot < trace.slots(query); slot++) {
          double weight = trace.weight(layer, head, query, slot);
          sum -= weight > 0 ? weight * Math.log(weight) : 0;
        }
        least = Math.min(least, sum);
      }
    }
    return least;
  }

  @Test
  void everyRowSumsToOne() {
    RandomEpisodes randomEpisodes = life(new Random(5));
    for (AttentionTrace trace : traces(randomEpisodes, MemoryRules.RIGHT)) {
      assertTrue(trace.rowSumError() < 1e-6);
    }
  }

  @Test
  void aStreamThatBreaksARuleIsReproducedByThatRuleAndNotByTheRightOnes() {
    RandomEpisodes randomEpisodes = eventful();
    byte[] trialEnds = randomEpisodes.terminal().clone();
    trialEnds[9] = 1;
    Map<MemoryRules, List<StreamedTick>> streams =
        Map.of(
            new MemoryRules(WipeRule.NEVER, LimboRule.CLOSED, PositionRule.EPISODE),
            stream(randomEpisodes.with(new byte[randomEpisodes.ticks()], randomEpisodes.removed())),
            new MemoryRules(
                WipeRule.TERMINALS_AND_TRUNCATIONS, LimboRule.CLOSED, PositionRule.EPISODE),
            stream(randomEpisodes.with(trialEnds, randomEpisodes.removed())),
            new MemoryRules(WipeRule.TERMINALS, LimboRule.OPEN, PositionRule.EPISODE),
            stream(
                randomEpisodes.with(randomEpisodes.terminal(), new byte[randomEpisodes.ticks()])));
    streams.forEach((rules, stream) -> {
      assertTrue(difference(randomEpisodes, stream, rules) < TOLERANCE, rules.words());
      assertTrue(difference(randomEpisodes, stream, MemoryRules.RIGHT) > 1e-3, rules.words());
    });
  }

  @Test
  void positionsCountedBySlotChangeWhatIsSaidAfterTheFirstEpisode() {
    RandomEpisodes randomEpisodes = eventful();
    List<AttentionTrace> right = traces(randomEpisodes, MemoryRules.RIGHT);
    List<AttentionTrace> bySlot =
        traces(
            randomEpisodes,
            new MemoryRules(WipeRule.TERMINALS, LimboRule.CLOSED, PositionRule.SLOT));
    assertEquals(0, apart(right.getFirst(), bySlot.getFirst()));
    assertTrue(apart(right.getLast(), bySlot.getLast()) > 1e-3);
  }

  @Test
  void theTwoFormsOpenTheSameTicksToEveryQuery() {
    Random random = new Random(8);
    for (int i = 0; i < LAYOUTS; i++) {
      RandomEpisodes randomEpisodes = life(random);
      EpisodeFlags episodeFlags = passage(randomEpisodes);
      Span segment = new Span(0, Math.min(SmallTransformer.HORIZON, randomEpisodes.ticks()));
      List<BitSet> acting = OPENED.acting().open(episodeFlags, segment);
      assertEquals(OPENED.learning().open(episodeFlags, segment), acting);
      for (int query = 0; query < segment.to(); query++) {
        assertTrue(acting.get(query).get(query));
      }
    }
  }

  private static double apart(AttentionTrace a, AttentionTrace b) {
    double largest = 0;
    for (int i = 0; i < a.logits().length; i++) {
      largest = Math.max(largest, Math.abs(a.logits()[i] - b.logits()[i]));
    }
    return largest;
  }

  /// One agent, longer than the horizon.
  private static RandomEpisodes life(Random random) {
    RandomEpisodes drawn;
    do {
      drawn =
          RandomEpisodes.random(random, 2 * SmallTransformer.HORIZON + 7, SmallTransformer.NUMBERS);
    } while (drawn.ticks() < 5);
    int ticks = drawn.ticks();
    return new RandomEpisodes(
        1,
        ticks,
        SmallTransformer.NUMBERS,
        Arrays.copyOf(drawn.terminal(), ticks),
        Arrays.copyOf(drawn.removed(), ticks),
        Arrays.copyOf(drawn.observation(), ticks * SmallTransformer.NUMBERS));
  }

  /// Limbo, a trial's end at 9, a terminal at 13.
  private static RandomEpisodes eventful() {
    RandomEpisodes randomEpisodes = life(new Random(77));
    int ticks = 22;
    byte[] terminal = new byte[ticks];
    terminal[13] = 1;
    byte[] removed = new byte[ticks];
    Arrays.fill(removed, 4, 7, (byte) 1);
    Random random = new Random(78);
    float[] observation = new float[ticks * randomEpisodes.numbers()];
    for (int i = 0; i < observation.length; i++) {
      observation[i] = (float) random.nextGaussian();
    }
    return new RandomEpisodes(1, ticks, randomEpisodes.numbers(), terminal, removed, observation);
  }

  private static EpisodeFlags passage(RandomEpisodes randomEpisodes) {
    byte[] truncation = new byte[randomEpisodes.ticks()];
    if (randomEpisodes.ticks() > 9) {
      truncation[9] = 1;
    }
    return new EpisodeFlags(randomEpisodes.terminal(), truncation, randomEpisodes.removed());
  }

  private static List<AttentionTrace> traces(RandomEpisodes randomEpisodes, MemoryRules rules) {
    EpisodeFlags episodeFlags = passage(randomEpisodes);
    List<AttentionTrace> traces = new ArrayList<>();
    for (Span span : rules.stretches(episodeFlags, OPENED.horizon())) {
      float[] seen =
          Arrays.copyOfRange(
              randomEpisodes.observation(),
              span.from() * randomEpisodes.numbers(),
              span.to() * randomEpisodes.numbers());
      traces.add(OPENED.look(span, seen, episodeFlags, rules));
    }
    return traces;
  }

  /// What the streaming path said at a tick, and the weights it had.
  ///
  /// @param weights `[L][H * used]`
  /// @param slots how many it had written since its memory began
  private record StreamedTick(float[] logits, float value, float[][] weights, int slots) {}

  private static List<StreamedTick> stream(RandomEpisodes randomEpisodes) {
    float[][] weights = new float[OPENED.layers()][];
    Probe probe =
        new Probe() {
          @Override
          public void see(ProbedArray probedArray, int layer, NDArray array) {
            if (probedArray == ProbedArray.ATTENTION) {
              weights[layer] = array.toFloatArray();
            }
          }
        };
    List<StreamedTick> all = new ArrayList<>();
    try (StreamingActor actor = new StreamingActor(SUBJECT.network, SUBJECT.vector, 1, probe)) {
      float[] logits = new float[SmallTransformer.ACTIONS];
      float[] value = new float[1];
      for (int tick = 0; tick < randomEpisodes.ticks(); tick++) {
        if (tick > 0 && randomEpisodes.terminal()[tick - 1] != 0) {
          ((NetworkActor) actor).forget(0);
        }
        float[] seen =
            Arrays.copyOfRange(
                randomEpisodes.observation(),
                tick * SmallTransformer.NUMBERS,
                (tick + 1) * SmallTransformer.NUMBERS);
        int position = actor.window().position(0) % SmallTransformer.HORIZON;
        actor.act(seen, new byte[] {randomEpisodes.removed()[tick]}, logits, value);
        all.add(new StreamedTick(logits.clone(), value[0], weights.clone(), position + 1));
      }
    }
    return all;
  }

  /// The largest difference in a logit, a value or a weight, over all ticks.
  private static double difference(
      RandomEpisodes randomEpisodes, List<StreamedTick> stream, MemoryRules rules) {
    double largest = 0;
    for (AttentionTrace trace : traces(randomEpisodes, rules)) {
      for (int query = 0; query < trace.span().ticks(); query++) {
        StreamedTick streamedTick = stream.get(trace.span().from() + query);
        for (int a = 0; a < SmallTransformer.ACTIONS; a++) {
          float logit = trace.logits()[query * SmallTransformer.ACTIONS + a];
          largest = Math.max(largest, Math.abs(logit - streamedTick.logits()[a]));
        }
        largest = Math.max(largest, Math.abs(trace.values()[query] - streamedTick.value()));
        for (int layer = 0; layer < trace.layers(); layer++) {
          int used = streamedTick.weights()[layer].length / trace.heads();
          for (int head = 0; head < trace.heads(); head++) {
            for (int slot = 0; slot < Math.min(used, streamedTick.slots()); slot++) {
              float streamed = streamedTick.weights()[layer][head * used + slot];
              largest =
                  Math.max(largest, Math.abs(trace.weight(layer, head, query, slot) - streamed));
            }
          }
        }
      }
    }
    return largest;
  }
}
