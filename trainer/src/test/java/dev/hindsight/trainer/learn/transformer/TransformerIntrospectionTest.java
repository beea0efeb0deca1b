package dev.hindsight.trainer.learn.transformer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.djl.ndarray.NDArray;
import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.attention.MemoryRules.Limbo;
import dev.hindsight.trainer.attention.MemoryRules.Position;
import dev.hindsight.trainer.attention.MemoryRules.Wipe;
import dev.hindsight.trainer.attention.Passage;
import dev.hindsight.trainer.learn.net.Actor;
import dev.hindsight.trainer.learn.net.Glance;
import dev.hindsight.trainer.learn.net.Torch;
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

/// What is looked into is what acted.
class TransformerIntrospectionTest {
  private static final Subject SUBJECT = new Subject(1);
  private static final TransformerIntrospection OPENED = opened();
  private static final int LAYOUTS = 40;
  private static final double TOLERANCE = 1e-5;

  private static TransformerIntrospection opened() {
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    SUBJECT.vector.tensors().forEach(tensor -> tensors.put(tensor.name(), tensor));
    return new TransformerIntrospection(Torch.manager(), SUBJECT.network, tensors);
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
      Layout layout = life(random);
      assertTrue(difference(layout, stream(layout), MemoryRules.RIGHT) < TOLERANCE);
    }
  }

  @Test
  void aGlanceAtTheStreamSeesWhatIsComputedAfterwards() {
    Random random = new Random(17);
    double leaked = 0;
    for (int i = 0; i < LAYOUTS; i++) {
      Layout layout = life(random);
      leaked += glanced(layout, layout.removed(), MemoryRules.RIGHT);
      // An actor that is not told of limbo leaves it open.
      leaked +=
          glanced(
              layout,
              new byte[layout.ticks()],
              new MemoryRules(Wipe.TERMINALS, Limbo.OPEN, Position.EPISODE));
    }
    assertEquals(0, leaked, "closed slots, and what nobody told of, have no weight on limbo");
  }

  /// Holds what is seen tick by tick against the trace of the whole life.
  ///
  /// @param removed what the actor is told of limbo
  /// @return weight on what it was told is limbo, over all ticks
  private static double glanced(Layout layout, byte[] removed, MemoryRules rules) {
    List<AttentionTrace> traces = traces(layout, rules);
    double mass = 0;
    try (StreamingActor actor =
        new StreamingActor(SUBJECT.network, SUBJECT.vector, 1, Probe.NONE)) {
      Glance glance = ((Actor) actor).glance().orElseThrow();
      for (AttentionTrace trace : traces) {
        for (int query = 0; query < trace.span().ticks(); query++) {
          int tick = trace.span().from() + query;
          if (tick > 0 && layout.terminal()[tick - 1] != 0) {
            ((Actor) actor).forget(0);
          }
          float[] seen =
              Arrays.copyOfRange(
                  layout.observation(), tick * Subject.NUMBERS, (tick + 1) * Subject.NUMBERS);
          actor.act(seen, new byte[] {removed[tick]}, new float[Subject.ACTIONS], new float[1]);
          assertEquals(leastEntropy(trace, query), glance.entropy(0), 1e-4, "tick " + tick);
          mass += glance.limboMass(0);
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
    Layout layout = life(new Random(5));
    for (AttentionTrace trace : traces(layout, MemoryRules.RIGHT)) {
      assertTrue(trace.rowSumError() < 1e-6);
    }
  }

  @Test
  void aStreamThatBreaksARuleIsReproducedByThatRuleAndNotByTheRightOnes() {
    Layout layout = eventful();
    byte[] trialEnds = layout.terminal().clone();
    trialEnds[9] = 1;
    Map<MemoryRules, List<Said>> streams =
        Map.of(
            new MemoryRules(Wipe.NEVER, Limbo.CLOSED, Position.EPISODE),
            stream(layout.with(new byte[layout.ticks()], layout.removed())),
            new MemoryRules(Wipe.TERMINALS_AND_TRUNCATIONS, Limbo.CLOSED, Position.EPISODE),
            stream(layout.with(trialEnds, layout.removed())),
            new MemoryRules(Wipe.TERMINALS, Limbo.OPEN, Position.EPISODE),
            stream(layout.with(layout.terminal(), new byte[layout.ticks()])));
    streams.forEach((rules, stream) -> {
      assertTrue(difference(layout, stream, rules) < TOLERANCE, rules.words());
      assertTrue(difference(layout, stream, MemoryRules.RIGHT) > 1e-3, rules.words());
    });
  }

  @Test
  void positionsCountedBySlotChangeWhatIsSaidAfterTheFirstEpisode() {
    Layout layout = eventful();
    List<AttentionTrace> right = traces(layout, MemoryRules.RIGHT);
    List<AttentionTrace> bySlot =
        traces(layout, new MemoryRules(Wipe.TERMINALS, Limbo.CLOSED, Position.SLOT));
    assertEquals(0, apart(right.getFirst(), bySlot.getFirst()));
    assertTrue(apart(right.getLast(), bySlot.getLast()) > 1e-3);
  }

  @Test
  void theTwoFormsOpenTheSameTicksToEveryQuery() {
    Random random = new Random(8);
    for (int i = 0; i < LAYOUTS; i++) {
      Layout layout = life(random);
      Passage passage = passage(layout);
      Span segment = new Span(0, Math.min(Subject.HORIZON, layout.ticks()));
      List<BitSet> acting = OPENED.acting().open(passage, segment);
      assertEquals(OPENED.learning().open(passage, segment), acting);
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
  private static Layout life(Random random) {
    Layout drawn;
    do {
      drawn = Layout.random(random, 2 * Subject.HORIZON + 7, Subject.NUMBERS);
    } while (drawn.ticks() < 5);
    int ticks = drawn.ticks();
    return new Layout(
        1,
        ticks,
        Subject.NUMBERS,
        Arrays.copyOf(drawn.terminal(), ticks),
        Arrays.copyOf(drawn.removed(), ticks),
        Arrays.copyOf(drawn.observation(), ticks * Subject.NUMBERS));
  }

  /// Limbo, a trial's end at 9, a terminal at 13.
  private static Layout eventful() {
    Layout layout = life(new Random(77));
    int ticks = 22;
    byte[] terminal = new byte[ticks];
    terminal[13] = 1;
    byte[] removed = new byte[ticks];
    Arrays.fill(removed, 4, 7, (byte) 1);
    Random random = new Random(78);
    float[] observation = new float[ticks * layout.numbers()];
    for (int i = 0; i < observation.length; i++) {
      observation[i] = (float) random.nextGaussian();
    }
    return new Layout(1, ticks, layout.numbers(), terminal, removed, observation);
  }

  private static Passage passage(Layout layout) {
    byte[] truncation = new byte[layout.ticks()];
    if (layout.ticks() > 9) {
      truncation[9] = 1;
    }
    return new Passage(layout.terminal(), truncation, layout.removed());
  }

  private static List<AttentionTrace> traces(Layout layout, MemoryRules rules) {
    Passage passage = passage(layout);
    List<AttentionTrace> traces = new ArrayList<>();
    for (Span span : rules.stretches(passage, OPENED.horizon())) {
      float[] seen =
          Arrays.copyOfRange(
              layout.observation(), span.from() * layout.numbers(), span.to() * layout.numbers());
      traces.add(OPENED.look(span, seen, passage, rules));
    }
    return traces;
  }

  /// What the streaming path said at a tick, and the weights it had.
  ///
  /// @param weights `[L][H * used]`
  /// @param slots how many it had written since its memory began
  private record Said(float[] logits, float value, float[][] weights, int slots) {}

  private static List<Said> stream(Layout layout) {
    float[][] weights = new float[OPENED.layers()][];
    Probe probe =
        new Probe() {
          @Override
          public void see(Quantity quantity, int layer, NDArray array) {
            if (quantity == Quantity.ATTENTION) {
              weights[layer] = array.toFloatArray();
            }
          }
        };
    List<Said> all = new ArrayList<>();
    try (StreamingActor actor = new StreamingActor(SUBJECT.network, SUBJECT.vector, 1, probe)) {
      float[] logits = new float[Subject.ACTIONS];
      float[] value = new float[1];
      for (int tick = 0; tick < layout.ticks(); tick++) {
        if (tick > 0 && layout.terminal()[tick - 1] != 0) {
          ((Actor) actor).forget(0);
        }
        float[] seen =
            Arrays.copyOfRange(
                layout.observation(), tick * Subject.NUMBERS, (tick + 1) * Subject.NUMBERS);
        int position = actor.window().position(0) % Subject.HORIZON;
        actor.act(seen, new byte[] {layout.removed()[tick]}, logits, value);
        all.add(new Said(logits.clone(), value[0], weights.clone(), position + 1));
      }
    }
    return all;
  }

  /// The largest difference in a logit, a value or a weight, over all ticks.
  private static double difference(Layout layout, List<Said> stream, MemoryRules rules) {
    double largest = 0;
    for (AttentionTrace trace : traces(layout, rules)) {
      for (int query = 0; query < trace.span().ticks(); query++) {
        Said said = stream.get(trace.span().from() + query);
        for (int a = 0; a < Subject.ACTIONS; a++) {
          float logit = trace.logits()[query * Subject.ACTIONS + a];
          largest = Math.max(largest, Math.abs(logit - said.logits()[a]));
        }
        largest = Math.max(largest, Math.abs(trace.values()[query] - said.value()));
        for (int layer = 0; layer < trace.layers(); layer++) {
          int used = said.weights()[layer].length / trace.heads();
          for (int head = 0; head < trace.heads(); head++) {
            for (int slot = 0; slot < Math.min(used, said.slots()); slot++) {
              float streamed = said.weights()[layer][head * used + slot];
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
