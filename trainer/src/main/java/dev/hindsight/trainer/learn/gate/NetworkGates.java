package dev.hindsight.trainer.learn.gate;

import static dev.hindsight.trainer.text.TrainerText.wording;

import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.env.ActionMask;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.TorchEngine;
import dev.hindsight.trainer.learn.gate.GateWorlds.MadeSite;
import dev.hindsight.trainer.learn.net.Network;
import dev.hindsight.trainer.learn.net.NetworkActor;
import dev.hindsight.trainer.learn.net.SegmentBatch;
import dev.hindsight.trainer.learn.net.SegmentForward;
import dev.hindsight.trainer.learn.net.WeightVector;
import dev.hindsight.trainer.learn.training.Architecture;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.parity.Nonlinearity;
import dev.hindsight.trainer.parity.ObservationSequence;
import dev.hindsight.trainer.parity.TrainingAndActingForms;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.ActionSelector;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.run.Algorithm;
import dev.hindsight.trainer.run.AlgorithmType;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.run.session.TrainingSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Whether networks give what learning and acting need, and whether masks reach them where they
/// should and nowhere else.
final class NetworkGates {
  /// Without convolutions and with them.
  private static final List<String> PRESETS = List.of("pit-32", "ring-64-reference");

  /// The preset in which only the critic sees the edge and the progress of the episode.
  private static final String REFERENCE = PRESETS.getLast();

  private static final int ACTIONS = 8;

  private NetworkGates() {}

  /// As [ActionMask#fill].
  @FunctionalInterface
  interface MaskFill {
    /// @return the number of legal actions
    int fill(float[] logits, byte[] mask, int from, int count);
  }

  /// The masked logits of three rows, a row without a legal action, and an update whose masks must
  /// be the same where the policy acts and where it learns.
  static String mask(MaskFill fill, UnaryOperator<EnvironmentFactory> worlds) {
    GateExpectation expectation = new GateExpectation("ActionMask");
    float[] logits = new float[3 * ACTIONS];
    byte[] mask = new byte[3 * ACTIONS];
    List<Float> expected = new ArrayList<>();
    mask[0] = 1;
    mask[2 * ACTIONS - 1] = 1;
    for (int i = 0; i < logits.length; i++) {
      logits[i] = i;
      expected.add(mask[i] == 1 ? i : -1e9f);
    }
    List<Integer> legal = new ArrayList<>();
    for (int row = 0; row < 3; row++) {
      legal.add(fill.fill(logits, mask, row * ACTIONS, ACTIONS));
    }
    expectation.same("logits", expected, list(logits));
    expectation.same("legal", List.of(1, 1, 0), legal);
    AlgorithmType ppo = GateWorlds.ppo();
    TrainingSpec spec = GateWorlds.spec(ppo, Optional.empty(), "env.masked_actions", "true");
    TrainingTask task = spec.task();
    List<EnvironmentFactory> factories = task.factories().stream().map(worlds).toList();
    expectation.holds(
        refuses(factories.getFirst()), wording("NetworkGates.a_row_without_a_legal_action"));
    try (Algorithm algorithm =
        ppo.open(new TrainingTask(factories, task.settings(), task.seed(), task.device()))) {
      Map<String, Double> metrics = algorithm.update().metrics();
      // Before the first step the network is the one that acted: any other ratio means that a mask
      // was used in one of the two places only.
      double importance = metrics.getOrDefault("losses/importance", Double.NaN);
      double illegal = metrics.getOrDefault("behavior/invalid_action_rate", Double.NaN);
      expectation.near("losses/importance", 1, importance, 1e-5);
      expectation.same("behavior/invalid_action_rate", 0.0, illegal);
      return wording(
          "NetworkGates.masked_logits", legal, NumberWords.significant(importance, 6), illegal);
    }
  }

  private static boolean refuses(EnvironmentFactory factory) {
    StepBuffer stuck = new StepBuffer(factory.shape());
    Arrays.fill(stuck.actionMask, (byte) 0);
    ActionSelector selector = new ActionSelector(new ActionSelection.Sample(), factory.shape(), 1);
    try {
      selector.choose(
          stuck, new PolicyOutput(factory.shape()), 0, new Actions(factory.shape()), new float[1]);
      return false;
    } catch (Problem _) {
      return true;
    }
  }

  private static List<Float> list(float[] numbers) {
    List<Float> list = new ArrayList<>();
    for (float number : numbers) {
      list.add(number);
    }
    return list;
  }

  /// As [#made].
  @FunctionalInterface
  interface NetworkMaker {
    Network make(SettingValues settings, EnvironmentShape shape);
  }

  /// The network that training makes.
  static Network made(SettingValues settings, EnvironmentShape shape) {
    return Architecture.of(settings, shape, 8);
  }

  /// A preset's network, untrained, for one agent. Closing it frees the weights.
  private static final class OpenNetwork implements AutoCloseable {
    final EnvironmentShape shape;
    final float[] observation;
    private final TrainingSpec spec;
    private final NDManager manager = TorchEngine.scope();
    private final Network network;
    private final WeightVector vector;
    private final NetworkActor actor;

    OpenNetwork(String preset, UnaryOperator<float[]> weights) {
      this(preset, weights, NetworkGates::made);
    }

    /// @param weights what becomes of the initial weights
    OpenNetwork(String preset, UnaryOperator<float[]> weights, NetworkMaker maker) {
      spec = GateWorlds.spec(GateWorlds.ppo(), Optional.of(preset));
      EnvironmentFactory factory = spec.task().factories().getFirst();
      shape = factory.shape();
      observation = factory.create(11).buffer().observation.clone();
      network = maker.make(spec.task().settings(), shape);
      float[] initial = Architecture.initial(network, spec.task().settings(), shape, 7);
      vector = new WeightVector(manager, network.parameters(), weights.apply(initial));
      actor = network.actor(vector, 1);
    }

    PolicyOutput act(float[] seen) {
      PolicyOutput output = new PolicyOutput(shape);
      actor.reset();
      actor.act(seen, new byte[1], output.logits, output.value);
      return output;
    }

    /// The logits in the form to learn.
    float[] learned(float[] seen) {
      try (NDScope scope = new NDScope();
          SegmentForward forward = network.segments(manager)) {
        scope.suppressNotUsedWarning();
        SegmentBatch batch = SegmentBatch.of(manager, 1, 1, seen, new byte[1], new byte[1]);
        return forward.run(vector.weights(), batch).logits().toFloatArray();
      }
    }

    /// The largest difference between the forms to learn and to act.
    double apart() {
      Map<String, Tensor> tensors = new LinkedHashMap<>();
      vector.tensors().forEach(tensor -> tensors.put(tensor.name(), tensor));
      ObservationSequence sequence =
          new ObservationSequence(
              0, observation, new EpisodeFlags(new byte[1], new byte[1], new byte[1]));
      Checkpoint untrained = new Checkpoint("gate", "", tensors, Map.of());
      try (TrainingAndActingForms forms =
          BuiltInPolicies.recognise(untrained)
              .forms(untrained, shape, Nonlinearity.AS_TRAINED)
              .orElseThrow()) {
        return forms
            .learned(sequence, MemoryRules.RIGHT)
            .from(forms.acted(sequence, MemoryRules.RIGHT), sequence.passage())
            .size();
      }
    }

    @Override
    public void close() {
      actor.close();
      vector.close();
      manager.close();
    }
  }

  /// Every preset's network gives eight logits and a value, all finite, the same in the form to
  /// learn as in the form to act; an action can be drawn from them.
  ///
  /// @param weights what becomes of the initial weights
  static String policy(UnaryOperator<float[]> weights) {
    GateExpectation expectation = new GateExpectation("Network");
    double worst = 0;
    for (String preset : PRESETS) {
      try (OpenNetwork network = new OpenNetwork(preset, weights)) {
        PolicyOutput output = network.act(network.observation);
        expectation.same("logits", ACTIONS, output.logits.length);
        for (float logit : output.logits) {
          expectation.holds(Float.isFinite(logit), wording("NetworkGates.logit_is", logit));
        }
        expectation.holds(
            Float.isFinite(output.value[0]), wording("NetworkGates.value_is", output.value[0]));
        double sum = 0;
        for (int action = 0; action < ACTIONS; action++) {
          sum += Math.exp(logProbability(network.shape, output, action));
        }
        expectation.near("probability", 1, sum, 1e-5);
        worst = Math.max(worst, network.apart());
        expectation.near("difference_of_forms", 0, worst, 1e-4);
      }
    }
    return wording(
        "NetworkGates.networks",
        String.join(", ", PRESETS),
        ACTIONS,
        NumberWords.significant(worst, 2));
  }

  /// Without masks.
  private static double logProbability(EnvironmentShape shape, PolicyOutput output, int action) {
    EnvironmentShape unmasked = shape.with(ActionMask.INFORMS);
    Actions actions = new Actions(unmasked);
    actions.joint[0] = action;
    return new ActionSelector(new ActionSelection.Sample(), unmasked, 1)
        .logProbability(output, actions, 0);
  }

  /// Where masks only inform, an illegal action keeps its probability, and the features of the edge
  /// reach the network all the same.
  static String edgeWithoutMask(UnaryOperator<EnvironmentFactory> worlds) {
    GateExpectation expectation = new GateExpectation("ActionSelector");
    EnvironmentFactory factory =
        worlds.apply(GateWorlds.made(MadeSite.BARE, Map.of("masked_actions", "false")));
    Environment environment = factory.create(1);
    StepBuffer seen = environment.buffer();
    expectation.same("legal", false, seen.legal(0, GateWorlds.DO));
    try (OpenNetwork network = new OpenNetwork(PRESETS.getFirst(), UnaryOperator.identity())) {
      PolicyOutput output = network.act(seen.observation);
      float[] before = output.logits.clone();
      ActionSelector selector =
          new ActionSelector(new ActionSelection.Sample(), factory.shape(), 1);
      Actions actions = new Actions(factory.shape());
      selector.choose(seen, output, 0, actions, new float[1]);
      actions.joint[0] = GateWorlds.DO;
      double drawn = Math.exp(selector.logProbability(output, actions, 0));
      double own = Math.exp(logProbability(network.shape, output, GateWorlds.DO));
      expectation.same("logits", list(before), list(output.logits));
      expectation.near("probability", own, drawn, 1e-6);
      expectation.holds(
          reaches(network, seen.observation, GateWorlds.EDGE, Output.VALUE) == 10,
          wording("NetworkGates.edge_features_do_not_reach"));
      return wording("NetworkGates.unmasked", NumberWords.significant(drawn, 3));
    }
  }

  /// What a number of the observation can reach.
  private enum Output {
    VALUE,
    LOGITS
  }

  /// How many numbers of a part of the observation change an output.
  private static int reaches(OpenNetwork network, float[] seen, String part, Output which) {
    PolicyOutput before = network.act(seen);
    int count = 0;
    Segment segment = GateWorlds.segment(network.shape, part);
    for (int i = 0; i < segment.length(); i++) {
      float[] other = seen.clone();
      other[segment.offset() + i] += 1;
      PolicyOutput after = network.act(other);
      boolean same =
          switch (which) {
            case VALUE -> before.value[0] == after.value[0];
            case LOGITS -> Arrays.equals(before.logits, after.logits);
          };
      count += same ? 0 : 1;
    }
    return count;
  }

  /// The critic's eleven numbers about the edge and the episode are there, and every one changes
  /// its value. Where only the critic may see them, none changes a bit of the actor's logits, where
  /// it acts and where it learns.
  ///
  /// @param weights what becomes of the initial weights
  static String criticAffordances(UnaryOperator<float[]> weights, NetworkMaker maker) {
    GateExpectation expectation = new GateExpectation("Critic");
    List<String> seenByActor = new ArrayList<>();
    for (String preset : PRESETS) {
      try (OpenNetwork network = new OpenNetwork(preset, weights, maker)) {
        List<List<Integer>> shapes =
            List.of(
                GateWorlds.segment(network.shape, GateWorlds.EDGE).shape(),
                GateWorlds.segment(network.shape, GateWorlds.PROGRESS).shape());
        expectation.same("shapes", List.of(List.of(10), List.of(1)), shapes);
        int reached = 0;
        int acting = 0;
        float[] hidden = network.observation.clone();
        for (String part : List.of(GateWorlds.EDGE, GateWorlds.PROGRESS)) {
          reached += reaches(network, network.observation, part, Output.VALUE);
          acting += reaches(network, network.observation, part, Output.LOGITS);
          Segment segment = GateWorlds.segment(network.shape, part);
          expectation.same(part, preset.equals(REFERENCE), segment.criticOnly());
          for (int i = 0; segment.criticOnly() && i < segment.length(); i++) {
            hidden[segment.offset() + i] += 1;
          }
        }
        expectation.same("numbers_that_change_the_value", 11, reached);
        expectation.holds(
            !preset.equals(REFERENCE) || acting == 0,
            wording("NetworkGates.critic_only_reaches_the_actor", acting));
        expectation.same(
            "logits_learned",
            list(network.learned(network.observation)),
            list(network.learned(hidden)));
        seenByActor.add(preset + " " + acting);
      }
    }
    return wording("NetworkGates.affordances", String.join(", ", seenByActor));
  }
}
