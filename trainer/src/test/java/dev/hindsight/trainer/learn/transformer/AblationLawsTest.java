package dev.hindsight.trainer.learn.transformer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.attention.Ablation.Fill;
import dev.hindsight.trainer.attention.Ablation.Head;
import dev.hindsight.trainer.attention.Ablation.Keys;
import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.attention.Cut;
import dev.hindsight.trainer.attention.Recall;
import dev.hindsight.trainer.learn.net.Actor;
import dev.hindsight.trainer.learn.net.SegmentBatch;
import dev.hindsight.trainer.learn.net.Torch;
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

/// What it means to switch something off, in every form of the network.
class AblationLawsTest {
  private static final Subject SUBJECT = new Subject(1);
  private static final TransformerIntrospection OPENED = opened(SUBJECT.vector);
  private static final int LIVES = 40;
  private static final double TOLERANCE = 1e-5;

  private static TransformerIntrospection opened(WeightVector vector) {
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    vector.tensors().forEach(tensor -> tensors.put(tensor.name(), tensor));
    return new TransformerIntrospection(Torch.manager(), SUBJECT.network, tensors);
  }

  @AfterAll
  static void close() {
    OPENED.close();
    SUBJECT.close();
  }

  private interface Law {
    void holds(Ablated life, Random random);
  }

  private static void always(Law law) {
    Random random = new Random(12);
    for (int i = 0; i < LIVES; i++) {
      law.holds(Ablated.random(SUBJECT, OPENED, random), random);
    }
  }

  @Test
  void whatIsMaskedAnywayChangesNotABit() {
    always((life, random) -> {
      List<Cut> none = Collections.nCopies(life.ticks(), Cut.NONE);
      for (Fill fill : Fill.values()) {
        List<Cut> limbo = life.cuts(Ablation.of(fill, new Keys.Limbo()), 0);
        assertArrayEquals(life.learning(none), life.learning(limbo));
        assertArrayEquals(life.acting(none), life.acting(limbo));
        try (Recall recall = life.recall()) {
          int query = random.nextInt(life.ticks());
          assertArrayEquals(
              life.asked(recall, query, Cut.NONE), life.asked(recall, query, limbo.get(query)));
        }
      }
    });
  }

  @Test
  void everythingButSelfSwitchedOffIsThePolicyWithoutMemory() {
    always((life, _) -> {
      List<Cut> alone = life.cuts(Ablation.of(Fill.ZERO, new Keys.Others()), 0);
      float[][] without = memoryless(life);
      assertTrue(Ablated.apart(without, life.learning(alone)) < TOLERANCE);
      assertTrue(Ablated.apart(without, life.acting(alone)) < TOLERANCE);
      try (Recall recall = life.recall()) {
        for (int query = 0; query < life.ticks(); query++) {
          assertTrue(
              Ablated.apart(without[query], life.asked(recall, query, alone.get(query)))
                  < TOLERANCE);
        }
      }
    });
  }

  /// Every tick an episode of its own, at the position it has in the real one: nothing to remember.
  private static float[][] memoryless(Ablated life) {
    int ticks = life.ticks();
    Layout layout =
        new Layout(1, ticks, Subject.NUMBERS, new byte[ticks], new byte[ticks], life.observation());
    SegmentBatch whole = SUBJECT.batch(layout);
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
      List<Cut> cuts =
          life.cuts(Ablated.anything(random, life.ticks()), random.nextInt(life.ticks()));
      double apart = Ablated.apart(life.learning(cuts), life.acting(cuts));
      assertTrue(apart < TOLERANCE, "apart: " + apart);
      double changed =
          Ablated.apart(
              life.learning(cuts), life.learning(Collections.nCopies(life.ticks(), Cut.NONE)));
      most[0] = Math.max(most[0], changed);
    });
    // Without this, two forms that both do nothing would agree too.
    assertTrue(most[0] > 0.1, "largest change: " + most[0]);
  }

  @Test
  void oneQueryAskedAgainSaysWhatTheWholeStretchSaysOfIt() {
    always((life, random) -> {
      int query = random.nextInt(life.ticks());
      Cut cut = life.cuts(Ablated.anything(random, life.ticks()), 0).get(query);
      List<Cut> only = new ArrayList<>(Collections.nCopies(life.ticks(), Cut.NONE));
      only.set(query, cut);
      try (Recall recall = life.recall()) {
        assertTrue(
            Ablated.apart(life.learning(only)[query], life.asked(recall, query, cut)) < TOLERANCE);
      }
    });
  }

  @Test
  void manyCutsAskedAtOnceSayWhatEachSaysAlone() {
    Ablated life = Ablated.random(SUBJECT, OPENED, new Random(99));
    int query = life.ticks() - 1;
    List<Cut> many = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      many.add(Cut.of(new Span(i % query, i % query + 1), i % 2 == 0 ? Fill.ZERO : Fill.MEAN));
    }
    try (Recall recall = life.recall()) {
      Recall.Said together = recall.ask(query, many);
      for (int i = 0; i < many.size(); i++) {
        float[] one = Ablated.together(together.logits()[i], 0, together.values()[i]);
        assertTrue(Ablated.apart(one, life.asked(recall, query, many.get(i))) < TOLERANCE);
      }
    }
  }

  @Test
  void namingAThingTwiceIsNamingItOnce() {
    always((life, random) -> {
      Ablation once = Ablated.anything(random, life.ticks());
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
      AttentionTrace whole = life.trace(Collections.nCopies(life.ticks(), Cut.NONE));
      for (Fill fill : Fill.values()) {
        List<Cut> cuts = life.cuts(Ablation.of(fill, some), 0);
        AttentionTrace cut = life.trace(cuts);
        assertTrue(cut.rowSumError() < 1e-5);
        try (Recall recall = life.recall()) {
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
          Ablated life = Ablated.random(SUBJECT, OPENED, new Random(3));
          Ablated other =
              new Ablated(
                  SUBJECT,
                  without,
                  life.ticks(),
                  life.passage(),
                  life.trials(),
                  life.observation());
          List<Cut> cuts = life.cuts(Ablation.of(Fill.ZERO, List.of(one)), 0);
          List<Cut> none = Collections.nCopies(life.ticks(), Cut.NONE);
          assertTrue(Ablated.apart(other.learning(none), life.learning(cuts)) < TOLERANCE);
          assertTrue(Ablated.apart(other.learning(none), life.learning(none)) > 1e-3);
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
    Ablated life = Ablated.random(SUBJECT, OPENED, new Random(21));
    Head one = new Head(0, 1);
    List<Cut> mean = life.cuts(Ablation.of(Fill.MEAN, List.of(one)), 0);
    List<Cut> zero = life.cuts(Ablation.of(Fill.ZERO, List.of(one)), 0);
    List<Cut> none = Collections.nCopies(life.ticks(), Cut.NONE);
    float[][] whole = life.learning(none);
    assertTrue(Ablated.apart(whole, life.learning(mean)) > 1e-3);
    assertTrue(Ablated.apart(life.learning(zero), life.learning(mean)) > 1e-3);
    try (Recall recall = life.recall()) {
      assertEquals(8, recall.mean(one).length);
      assertArrayEquals(recall.mean(one), mean.getFirst().heads().get(one));
    }
  }

  @Test
  void beginningAnewLiftsWhatWasSwitchedOff() {
    Ablated life = Ablated.random(SUBJECT, OPENED, new Random(5));
    List<Cut> none = Collections.nCopies(life.ticks(), Cut.NONE);
    try (Actor actor = SUBJECT.network.actor(SUBJECT.vector, 2)) {
      life.acting(actor, life.cuts(Ablation.of(Fill.ZERO, new Keys.Others()), 0));
      actor.begin();
      assertArrayEquals(life.acting(none), life.acting(actor, none));
    }
  }

  /// A mutant: with the query's own slot closed as well nothing would be left to look at.
  @Test
  void aQueryThatWasNotEvenLeftItselfWouldBeNoNumber() {
    Ablated life = Ablated.random(SUBJECT, OPENED, new Random(5));
    int query = life.ticks() - 1;
    try (Recall recall = life.recall()) {
      Cut blind = Cut.of(new Span(0, query + 1), Fill.ZERO);
      assertTrue(Double.isInfinite(Ablated.apart(new float[4], life.asked(recall, query, blind))));
      Cut alone = life.cuts(Ablation.of(Fill.ZERO, new Keys.Others()), 0).get(query);
      assertTrue(Double.isFinite(Ablated.apart(new float[4], life.asked(recall, query, alone))));
    }
  }
}
