package dev.hindsight.trainer.learn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.learn.NetworkType.Memory;
import dev.hindsight.trainer.learn.lstm.LstmNetwork;
import dev.hindsight.trainer.learn.net.FeedForwardNetwork;
import dev.hindsight.trainer.learn.net.LinearEncoder;
import dev.hindsight.trainer.learn.net.Network;
import dev.hindsight.trainer.learn.transformer.TransformerNetwork;
import dev.hindsight.trainer.learn.transformer.TransformerSpec;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.parity.ActedPrefix;
import dev.hindsight.trainer.parity.MemoryKind;
import dev.hindsight.trainer.parity.Nonlinearity;
import dev.hindsight.trainer.parity.ObservationSequence;
import dev.hindsight.trainer.parity.Outputs;
import dev.hindsight.trainer.parity.TrainingAndActingForms;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.PolicyType;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.rollout.Span;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Every architecture that learns gives the same results in both its forms, and lets gradients into
/// limbo only if it has no mask to keep them out.
class NetworkFormsTest {
  private static final int NUMBERS = 6;
  private static final int ACTIONS = 5;
  private static final int HORIZON = 40;
  private static final double ROUNDING = 1e-4;

  private static final EnvironmentShape SHAPE =
      new EnvironmentShape(
          1,
          new ObservationLayout(List.of(new Segment("seen", 0, List.of(NUMBERS), List.of()))),
          DriveShapes.joint(ACTIONS),
          0.1,
          2,
          HORIZON / 2,
          List.of());

  /// Three episodes, the second with limbo in its middle, all within a horizon.
  private static ObservationSequence seen(int numbers) {
    Random random = new Random(3);
    int ticks = 60;
    float[] observation = new float[ticks * numbers];
    for (int i = 0; i < observation.length; i++) {
      observation[i] = (float) random.nextGaussian();
    }
    byte[] terminal = new byte[ticks];
    terminal[14] = 1;
    terminal[44] = 1;
    byte[] truncation = terminal.clone();
    truncation[30] = 1;
    byte[] removed = new byte[ticks];
    for (int t = 24; t <= 30; t++) {
      removed[t] = 1;
    }
    return new ObservationSequence(0, observation, new EpisodeFlags(terminal, truncation, removed));
  }

  private static Checkpoint untrained(Network network) {
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    network
        .parameters()
        .split(network.parameters().initial(7))
        .forEach(tensor -> tensors.put(tensor.name(), tensor));
    return new Checkpoint("untrained", "", tensors, Map.of());
  }

  private static TrainingAndActingForms opened(Memory memory) {
    LinearEncoder encoder = new LinearEncoder(NUMBERS, 16);
    Network network =
        switch (memory) {
          case TRANSFORMER ->
              new TransformerNetwork(encoder, new TransformerSpec(16, 4, 2, 32, HORIZON), ACTIONS);
          case LSTM -> new LstmNetwork(encoder, ACTIONS);
          case MLP -> new FeedForwardNetwork(encoder, ACTIONS);
        };
    return new NetworkType(memory)
        .forms(untrained(network), SHAPE, Nonlinearity.AS_TRAINED)
        .orElseThrow();
  }

  private static void agree(TrainingAndActingForms forms, ObservationSequence observationSequence) {
    Outputs learned = forms.learned(observationSequence, MemoryRules.RIGHT);
    Outputs acted = forms.acted(observationSequence, MemoryRules.RIGHT);
    assertEquals(observationSequence.ticks(), learned.ticks());
    assertTrue(learned.from(acted, observationSequence.passage()).size() < ROUNDING);
  }

  @Test
  void bothFormsOfEveryMemoryAgree() {
    for (Memory memory : Memory.values()) {
      try (TrainingAndActingForms forms = opened(memory)) {
        agree(forms, seen(NUMBERS));
      }
    }
  }

  /// Two agents, of which one has fewer ticks, share the ticks before the first of limbo.
  @Test
  void whatActsOnFromACopyOfItsFirstTicksGivesTheSameBits() {
    ObservationSequence whole = seen(NUMBERS);
    EpisodeFlags flags = whole.passage();
    ObservationSequence part =
        new ObservationSequence(
            0, Arrays.copyOf(whole.observation(), 18 * NUMBERS), flags.part(new Span(0, 18)));
    float[] changed = whole.observation().clone();
    Arrays.fill(changed, 24 * NUMBERS, 31 * NUMBERS, 3);
    List<ObservationSequence> agents = List.of(whole, part);
    List<ObservationSequence> disturbed = List.of(new ObservationSequence(0, changed, flags), part);
    for (Memory memory : Memory.values()) {
      try (TrainingAndActingForms forms = opened(memory);
          TrainingAndActingForms others = opened(memory)) {
        for (int ticks : new int[] {0, 1, 10, 20, 24, 60}) {
          ActedPrefix prefix = forms.actedPrefix(agents, MemoryRules.RIGHT, ticks);
          same(
              forms.acted(agents, MemoryRules.RIGHT),
              others.acted(agents, MemoryRules.RIGHT, prefix));
          if (ticks <= 24) {
            same(
                forms.acted(disturbed, MemoryRules.RIGHT),
                others.acted(disturbed, MemoryRules.RIGHT, prefix));
          }
        }
      }
    }
  }

  private static void same(List<Outputs> some, List<Outputs> others) {
    for (int agent = 0; agent < some.size(); agent++) {
      assertArrayEquals(some.get(agent).logits(), others.get(agent).logits());
      assertArrayEquals(some.get(agent).values(), others.get(agent).values());
    }
  }

  @Test
  void aBrokenRuleInEitherFormIsNoticedWhereThereIsMemory() {
    ObservationSequence observationSequence = seen(NUMBERS);
    for (Memory memory : List.of(Memory.TRANSFORMER, Memory.LSTM)) {
      try (TrainingAndActingForms forms = opened(memory)) {
        Outputs right = forms.learned(observationSequence, MemoryRules.RIGHT);
        MemoryRules never =
            new MemoryRules(
                MemoryRules.WipeRule.NEVER,
                MemoryRules.LimboRule.CLOSED,
                MemoryRules.PositionRule.EPISODE);
        assertTrue(
            right
                    .from(forms.learned(observationSequence, never), observationSequence.passage())
                    .size()
                > ROUNDING);
        assertTrue(
            right
                    .from(forms.acted(observationSequence, never), observationSequence.passage())
                    .size()
                > ROUNDING);
        assertEquals(
            15,
            right.firstApart(
                forms.acted(observationSequence, never), observationSequence.passage(), ROUNDING));
      }
    }
  }

  @Test
  void gradientsComeFromLiveTicksAndReachLimboOnlyThroughAState() {
    ObservationSequence observationSequence = seen(NUMBERS);
    for (Memory memory : Memory.values()) {
      try (TrainingAndActingForms forms = opened(memory)) {
        float[] gradient = forms.gradient(observationSequence).orElseThrow();
        float limbo = 0;
        for (int t = 0; t < observationSequence.ticks(); t++) {
          if (observationSequence.passage().live(t)) {
            assertTrue(gradient[t] > 0, memory + " at " + t);
          } else {
            limbo = Math.max(limbo, gradient[t]);
          }
        }
        assertEquals(forms.remembers() == MemoryKind.STATE, limbo > 0, memory.toString());
      }
    }
  }

  @Test
  void garbageInLimboMovesNoBitOutsideIt() {
    ObservationSequence observationSequence = seen(NUMBERS);
    ObservationSequence disturbed = disturbedInLimbo(observationSequence);
    try (TrainingAndActingForms forms = opened(Memory.TRANSFORMER)) {
      Outputs learned = forms.learned(observationSequence, MemoryRules.RIGHT);
      Outputs acted = forms.acted(observationSequence, MemoryRules.RIGHT);
      EpisodeFlags episodeFlags = observationSequence.passage();
      assertEquals(
          0, learned.from(forms.learned(disturbed, MemoryRules.RIGHT), episodeFlags).size());
      assertEquals(0, acted.from(forms.acted(disturbed, MemoryRules.RIGHT), episodeFlags).size());
    }
  }

  @Test
  void agentsThatActTogetherDecideAsEachAloneOverItsOwnTicks() {
    ObservationSequence whole = seen(NUMBERS);
    ObservationSequence shorter = part(whole, 31);
    ObservationSequence disturbed = disturbedInLimbo(whole);
    List<ObservationSequence> agents = List.of(shorter, whole, disturbed, part(whole, 1));
    for (Memory memory : Memory.values()) {
      try (TrainingAndActingForms forms = opened(memory)) {
        List<Outputs> together = forms.acted(agents, MemoryRules.RIGHT);
        for (int i = 0; i < agents.size(); i++) {
          ObservationSequence own = agents.get(i);
          assertEquals(own.ticks(), together.get(i).ticks());
          Outputs alone = forms.acted(own, MemoryRules.RIGHT);
          assertTrue(alone.from(together.get(i), everyTick(own)).size() < ROUNDING, "agent " + i);
        }
      }
    }
  }

  @Test
  void whatTheOthersSeeMovesNoBitOfAnAgentThatActsBesideThem() {
    ObservationSequence whole = seen(NUMBERS);
    float[] other = whole.observation().clone();
    for (int i = 0; i < other.length; i++) {
      other[i] = (float) Math.cos(i);
    }
    ObservationSequence another = new ObservationSequence(0, other, whole.passage());
    for (Memory memory : Memory.values()) {
      try (TrainingAndActingForms forms = opened(memory)) {
        Outputs one = forms.acted(List.of(whole, whole, whole), MemoryRules.RIGHT).get(1);
        Outputs two =
            forms.acted(List.of(another, whole, part(another, 20)), MemoryRules.RIGHT).get(1);
        assertEquals(0, one.from(two, everyTick(whole)).size(), memory.toString());
      }
    }
  }

  private static ObservationSequence part(ObservationSequence whole, int ticks) {
    return new ObservationSequence(
        0,
        Arrays.copyOf(whole.observation(), ticks * whole.numbers()),
        whole.passage().part(new Span(0, ticks)));
  }

  /// Flags under which ticks in limbo are compared too.
  private static EpisodeFlags everyTick(ObservationSequence sequence) {
    int ticks = sequence.ticks();
    return new EpisodeFlags(new byte[ticks], new byte[ticks], new byte[ticks]);
  }

  private static ObservationSequence disturbedInLimbo(ObservationSequence observationSequence) {
    float[] other = observationSequence.observation().clone();
    for (int i = 0; i < other.length; i++) {
      other[i] +=
          observationSequence.passage().live(i / observationSequence.numbers())
              ? 0
              : (float) Math.sin(1 + 7.0 * i);
    }
    return new ObservationSequence(
        observationSequence.from(), other, observationSequence.passage());
  }

  @Test
  void theDriversOfTheReferenceAgreeToo() {
    PolicyType type = new DriveLstmType();
    EnvironmentShape shape = DriveShapes.of(1, 7, 31, 128, DriveShapes.joint(91));
    Checkpoint weights = RandomWeights.of(DriveLstmSpec.raw(7, 91), 1);
    try (TrainingAndActingForms forms =
        type.forms(weights, shape, Nonlinearity.AS_TRAINED).orElseThrow()) {
      agree(
          forms,
          onARoad(shape.observation().segments().getLast(), seen(shape.observation().size())));
    }
  }

  /// The same with segments of kinds there are.
  private static ObservationSequence onARoad(
      Segment roads, ObservationSequence observationSequence) {
    float[] observation = observationSequence.observation();
    for (int t = 0; t < observationSequence.ticks(); t++) {
      for (int row = 0; row < roads.rows(); row++) {
        observation[
                t * observationSequence.numbers() + roads.offset() + row * roads.features() + 6] =
            row % 3;
      }
    }
    return observationSequence;
  }

  @Test
  void aPolicyWithoutWeightsHasNoForms() {
    assertEquals(
        Optional.empty(),
        BuiltInPolicies.all().getLast().forms(Checkpoint.none(), SHAPE, Nonlinearity.AS_TRAINED));
  }
}
