package dev.hindsight.trainer.learn.transformer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.attention.Ablation.Fill;
import dev.hindsight.trainer.attention.Ablation.Head;
import dev.hindsight.trainer.attention.Ablation.Keys;
import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.attention.QueryAblation;
import dev.hindsight.trainer.attention.QueryRecomputation;
import dev.hindsight.trainer.learn.net.NetworkActor;
import dev.hindsight.trainer.learn.net.SegmentBatch;
import dev.hindsight.trainer.learn.net.TestTorch;
import dev.hindsight.trainer.learn.net.WeightVector;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.rollout.Span;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/// The meaning of an ablation in every form of the network.
class AblationLawsTest {
  private static final SmallTransformer SUBJECT = new SmallTransformer(1);
  private static final TransformerIntrospection OPENED = opened(SUBJECT.vector);
  private static final int LIVES = 40;
  private static final double TOLERANCE = 1e-5;

  private static TransformerIntrospection opened(WeightVector vector) {
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    vector.tensors().forEach(tensor -> tensors.put(tensor.name(), tensor));
    return new TransformerIntrospection(
        TestTorch.manager(), SUBJECT.network, tensors, new ActionSpace.Discrete(List.of()));
  }

  @AfterAll
  static void close() {
    OPENED.close();
    SUBJECT.close();
  }

  private interface Law {
    void holds(AblationCase life, Random random);
  }

  private static void always(Law law) {
    Random random = new Random(12);
    for (int i = 0; i < LIVES; i++) {
      law.holds(AblationCase.random(SUBJECT, OPENED, random), random);
    }
  }

  @Test
  void whatIsMaskedAnywayChangesNotABit() {
    always((life, random) -> {
      List<QueryAblation> none = Collections.nCopies(life.ticks(), QueryAblation.NONE);
      for (Fill fill : Fill.values()) {
        List<QueryAblation> limbo = life.cuts(Ablation.of(fill, new Keys.LimboTicks()), 0);
        assertArrayEquals(life.learning(none), life.learning(limbo));
        assertArrayEquals(life.acting(none), life.acting(limbo));
        try (QueryRecomputation recall = life.recall()) {
          int query = random.nextInt(life.ticks());
          assertArrayEquals(
              life.asked(recall, query, QueryAblation.NONE),
              life.asked(recall, query, limbo.get(query)));
        }
      }
    });
  }

  @Test
  void everythingButSelfSwitchedOffIsThePolicyWithoutMemory() {
    always((life, _) -> {
      List<QueryAblation> alone = life.cuts(Ablation.of(Fill.ZERO, new Keys.Others()), 0);
      float[][] without = memoryless(life);
      assertTrue(AblationCase.apart(without, life.learning(alone)) < TOLERANCE);
      assertTrue(AblationCase.apart(without, life.acting(alone)) < TOLERANCE);
      try (QueryRecomputation recall = life.recall()) {
        for (int query = 0; query < life.ticks(); query++) {
          assertTrue(
              AblationCase.apart(without[query], life.asked(recall, query, alone.get(query)))
                  < TOLERANCE);
        }
      }
    });
  }

  /// Every tick an episode of its own, at the position it has in the real one: nothing to remember.
  private static float[][] memoryless(AblationCase life) {
    int ticks = life.ticks();
    RandomEpisodes randomEpisodes =
        new RandomEpisodes(
            1,
            ticks,
            SmallTransformer.NUMBERS,
            new byte[ticks],
            new byte[ticks],
            life.observation());
    SegmentBatch whole = SUBJECT.batch(randomEpisodes);
    int[] episode = new int[ticks];
    java.util.Arrays.setAll(episode, t -> t);
    return SUBJECT.segments(
        new SegmentBatch(
            1,
            ticks,
            whole.observation(),
            whole.position(),
            SUBJECT.manager.create(episode, new ai.djl.ndarray.types.Shape(1, ticks)),
            whole.removed()));
  }

  @Test
  void theFormThatLearnsAndTheFormThatActsAgree() {
    double[] most = {0};
    always((life, random) -> {
      List<QueryAblation> cuts =
          life.cuts(AblationCase.anything(random, life.ticks()), random.nextInt(life.ticks()));
      double apart = AblationCase.apart(life.learning(cuts), life.acting(cuts));
      assertTrue(apart < TOLERANCE, "apart: " + apart);
      double changed =
          AblationCase.apart(
              life.learning(cuts),
              life.learning(Collections.nCopies(life.ticks(), QueryAblation.NONE)));
      most[0] = Math.max(most[0], changed);
    });
    // Without this, two forms that both do nothing would agree too.
    assertTrue(most[0] > 0.1, "largest change: " + most[0]);
  }

  @Test
  void oneQueryAskedAgainSaysWhatTheWholeStretchSaysOfIt() {
    always((life, random) -> {
      int query = random.nextInt(life.ticks());
      QueryAblation queryAblation =
          life.cuts(AblationCase.anything(random, life.ticks()), 0).get(query);
      List<QueryAblation> only =
          new ArrayList<>(Collections.nCopies(life.ticks(), QueryAblation.NONE));
      only.set(query, queryAblation);
      try (QueryRecomputation recall = life.recall()) {
        assertTrue(
            AblationCase.apart(life.learning(only)[query], life.asked(recall, query, queryAblation))
                < TOLERANCE);
      }
    });
  }

  @Test
  void manyCutsAskedAtOnceSayWhatEachSaysAlone() {
    AblationCase life = AblationCase.random(SUBJECT, OPENED, new Random(99));
    int query = life.ticks() - 1;
    List<QueryAblation> many = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      many.add(
          QueryAblation.of(new Span(i % query, i % query + 1), i % 2 == 0 ? Fill.ZERO : Fill.MEAN));
    }
    try (QueryRecomputation recall = life.recall()) {
      QueryRecomputation.Answers together = recall.recompute(query, many);
      for (int i = 0; i < many.size(); i++) {
        float[] one = AblationCase.together(together.logits()[i], 0, together.values()[i]);
        assertTrue(AblationCase.apart(one, life.asked(recall, query, many.get(i))) < TOLERANCE);
      }
    }
  }

  @Test
  void namingAThingTwiceIsNamingItOnce() {
    always((life, random) -> {
      Ablation once = AblationCase.anything(random, life.ticks());
      List<Head> heads = new ArrayList<>(once.heads());
      heads.addAll(once.heads());
      Set<Keys> keys = new LinkedHashSet<>(once.keys());
      // The same ticks in other words.
      once.keys().stream()
          .filter(Keys.Ticks.class::isInstance)
          .forEach(key -> keys.add(new Keys.Slots(((Keys.Ticks) key).span())));
      Ablation twice = new Ablation(new LinkedHashSet<>(heads), keys, once.fill());
      assertArrayEquals(life.learning(life.cuts(once, 0)), life.learning(life.cuts(twice, 0)));
      assertArrayEquals(life.acting(life.cuts(once, 0)), life.acting(life.cuts(twice, 0)));
    });
  }

  @Test
  void zeroSharesTheWeightAmongTheRestAndMeanSpreadsItEvenlyOverAllThatIsOpen() {
    always((life, random) -> {
      int query = life.ticks() - 1;
      int from = random.nextInt(query);
      Keys some = new Keys.Ticks(new Span(from, from + 1 + random.nextInt(query - from)));
      AttentionTrace whole = life.trace(Collections.nCopies(life.ticks(), QueryAblation.NONE));
      for (Fill fill : Fill.values()) {
        List<QueryAblation> cuts = life.cuts(Ablation.of(fill, some), 0);
        AttentionTrace cut = life.trace(cuts);
        assertTrue(cut.rowSumError() < 1e-5);
        try (QueryRecomputation recall = life.recall()) {
          var open = recall.open(query);
          double taken = 0;
          for (int slot = 0; slot <= query; slot++) {
            taken += cuts.get(query).closed().get(slot) ? whole.weight(0, 0, query, slot) : 0;
          }
          for (int slot = 0; slot <= query; slot++) {
            boolean closed = cuts.get(query).closed().get(slot);
            double before = whole.weight(0, 0, query, slot);
            double kept = closed ? 0 : before;
            double wanted =
                fill == Fill.ZERO
                    ? kept / (1 - taken)
                    : kept + (open.get(slot) ? taken / open.cardinality() : 0);
            assertEquals(wanted, cut.weight(0, 0, query, slot), 1e-5);
          }
        }
      }
    });
  }

  /// A head's output enters the block through its columns of the output projection alone: a network
  /// in which those are 0 has no such head.
  @Test
  void aHeadAtZeroIsAHeadWhoseOutputIsNotRead() {
    for (int layer = 0; layer < 2; layer++) {
      for (int head = 0; head < 2; head++) {
        Head one = new Head(layer, head);
        try (TransformerIntrospection without = opened(deaf(one))) {
          AblationCase life = AblationCase.random(SUBJECT, OPENED, new Random(3));
          AblationCase other =
              new AblationCase(
                  SUBJECT,
                  without,
                  life.ticks(),
                  life.passage(),
                  life.trials(),
                  life.observation());
          List<QueryAblation> cuts = life.cuts(Ablation.of(Fill.ZERO, List.of(one)), 0);
          List<QueryAblation> none = Collections.nCopies(life.ticks(), QueryAblation.NONE);
          assertTrue(AblationCase.apart(other.learning(none), life.learning(cuts)) < TOLERANCE);
          assertTrue(AblationCase.apart(other.learning(none), life.learning(none)) > 1e-3);
        }
      }
    }
  }

  private static WeightVector deaf(Head head) {
    List<Tensor> tensors = SUBJECT.vector.tensors();
    Map<String, Tensor> changed = new LinkedHashMap<>();
    for (Tensor tensor : tensors) {
      float[] values = tensor.values().clone();
      String name = "transformer.layers." + head.layer() + ".self_attn.out_proj.weight";
      if (tensor.name().equals(name)) {
        for (int row = 0; row < 16; row++) {
          java.util.Arrays.fill(
              values, row * 16 + head.head() * 8, row * 16 + head.head() * 8 + 8, 0);
        }
      }
      changed.put(tensor.name(), new Tensor(tensor.name(), tensor.shape(), values));
    }
    return new WeightVector(
        SUBJECT.manager,
        SUBJECT.network.parameters(),
        SUBJECT.network.parameters().gather(changed));
  }

  @Test
  void theMeanOfAHeadLeavesItsMeanOutputAsItWas() {
    AblationCase life = AblationCase.random(SUBJECT, OPENED, new Random(21));
    Head one = new Head(0, 1);
    List<QueryAblation> mean = life.cuts(Ablation.of(Fill.MEAN, List.of(one)), 0);
    List<QueryAblation> zero = life.cuts(Ablation.of(Fill.ZERO, List.of(one)), 0);
    List<QueryAblation> none = Collections.nCopies(life.ticks(), QueryAblation.NONE);
    float[][] whole = life.learning(none);
    assertTrue(AblationCase.apart(whole, life.learning(mean)) > 1e-3);
    assertTrue(AblationCase.apart(life.learning(zero), life.learning(mean)) > 1e-3);
    try (QueryRecomputation recall = life.recall()) {
      assertEquals(8, recall.mean(one).length);
      assertArrayEquals(recall.mean(one), mean.getFirst().heads().get(one));
    }
  }

  @Test
  void beginningAnewLiftsWhatWasSwitchedOff() {
    AblationCase life = AblationCase.random(SUBJECT, OPENED, new Random(5));
    List<QueryAblation> none = Collections.nCopies(life.ticks(), QueryAblation.NONE);
    try (NetworkActor actor = SUBJECT.network.actor(SUBJECT.vector, 2)) {
      life.acting(actor, life.cuts(Ablation.of(Fill.ZERO, new Keys.Others()), 0));
      actor.reset();
      assertArrayEquals(life.acting(none), life.acting(actor, none));
    }
  }

  /// A mutant: with the query's own slot closed, no slot would be left to look at.
  @Test
  void aQueryThatWasNotEvenLeftItselfWouldBeNoNumber() {
    AblationCase life = AblationCase.random(SUBJECT, OPENED, new Random(5));
    int query = life.ticks() - 1;
    try (QueryRecomputation recall = life.recall()) {
      QueryAblation blind = QueryAblation.of(new Span(0, query + 1), Fill.ZERO);
      assertTrue(
          Double.isInfinite(AblationCase.apart(new float[4], life.asked(recall, query, blind))));
      QueryAblation alone = life.cuts(Ablation.of(Fill.ZERO, new Keys.Others()), 0).get(query);
      assertTrue(
          Double.isFinite(AblationCase.apart(new float[4], life.asked(recall, query, alone))));
    }
  }
}
