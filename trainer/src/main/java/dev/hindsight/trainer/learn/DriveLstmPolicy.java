package dev.hindsight.trainer.learn;

import static dev.hindsight.trainer.text.TrainerText.wording;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.index.NDIndex;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Activation;
import ai.djl.nn.core.Linear;
import ai.djl.nn.norm.LayerNorm;
import dev.hindsight.trainer.ActionBound;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.drive.observation.DriveLayout;
import dev.hindsight.trainer.learn.net.GaussianHead;
import dev.hindsight.trainer.learn.net.RecurrentMemory;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyMemory;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.policy.Tensor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/// A drive LSTM that acts: one forward pass per tick for all agents, with its memory between ticks.
///
/// The memory of an agent is wiped before the forward pass that first sees
/// [StepBuffer#episodeEnded], whose observation belongs to the next episode. The reference wipes
/// only at the start of a rollout, and never sets that flag where the two would differ. One owner
/// thread.
final class DriveLstmPolicy implements Policy {
  private final NDManager owned;
  private final DriveLstmNet net;
  private final DriveInput input;
  private final ActionSpace actions;
  private final ObservationLayout layout;
  private final int agents;
  private final int hidden;
  private DriveLstmNet.Memory memory;

  DriveLstmPolicy(
      DriveLstmSpec spec,
      Map<String, Tensor> tensors,
      DriveObservationParts rows,
      EnvironmentShape shape) {
    owned = TorchEngine.scope();
    net = new DriveLstmNet(owned, spec, tensors);
    agents = shape.agents();
    hidden = spec.hidden();
    input = new DriveInput(rows, agents);
    actions = shape.actions();
    layout = shape.observation();
    memory = DriveLstmNet.Memory.none(owned, agents, hidden);
  }

  @Override
  public void reset() {
    remember(DriveLstmNet.Memory.none(owned, agents, hidden));
  }

  @Override
  public void act(StepBuffer seen, PolicyOutput output) {
    input.read(seen);
    try (NDManager scope = owned.newSubManager()) {
      // Results belong to the scope of their inputs; the memory moves there temporarily.
      memory.hidden().tempAttach(scope);
      memory.cell().tempAttach(scope);
      forgetEnded(seen);
      DriveLstmNet.Output thought =
          net.forward(input.ego(scope), input.partners(scope), input.roads(scope), memory);
      copy(thought.logits(), output.logits);
      copy(thought.value(), output.value);
      check(seen, output);
      remember(thought.memory());
    }
    GaussianHead.apply(actions, output.logits);
    output.bound(ActionBound.CLIPPED);
  }

  @Override
  public PolicyMemory memory() {
    return RecurrentMemory.of(memory.hidden(), memory.cell());
  }

  @Override
  public void remember(PolicyMemory other) {
    if (!(other instanceof RecurrentMemory copy) || copy.agents() != agents) {
      throw new IllegalArgumentException("a memory of another policy");
    }
    remember(new DriveLstmNet.Memory(copy.hidden(owned), copy.cell(owned)));
  }

  @Override
  public void forget(int agent) {
    remember(RecurrentMemory.of(memory.hidden(), memory.cell()).without(agent));
  }

  @Override
  public void close() {
    owned.close();
  }

  /// Number of arrays this policy holds in native memory; constant over any number of ticks.
  int heldArrays() {
    return owned.getManagedArrays().size();
  }

  /// Each wipe creates views of the memory, which belong to the temporary scope.
  private void forgetEnded(StepBuffer seen) {
    for (int agent = 0; agent < agents; agent++) {
      if (seen.episodeEnded(agent)) {
        memory.hidden().set(new NDIndex(agent), 0f);
        memory.cell().set(new NDIndex(agent), 0f);
      }
    }
  }

  private void remember(DriveLstmNet.Memory next) {
    DriveLstmNet.Memory before = memory;
    next.hidden().attach(owned);
    next.cell().attach(owned);
    memory = next;
    before.hidden().close();
    before.cell().close();
  }

  private static void copy(NDArray from, float[] to) {
    System.arraycopy(from.toFloatArray(), 0, to, 0, to.length);
  }

  private void check(StepBuffer seen, PolicyOutput output) {
    for (int i = 0; i < output.logits.length; i++) {
      // Nobody takes the action of an agent in limbo.
      if (seen.removed[i / output.width] == 0 && !Float.isFinite(output.logits[i])) {
        throw flaw(
            seen,
            i / output.width,
            wording("DriveLstmPolicy.logit_is", i % output.width, output.logits[i]));
      }
    }
    for (int agent = 0; agent < agents; agent++) {
      if (seen.removed[agent] == 0 && !Float.isFinite(output.value[agent])) {
        throw flaw(seen, agent, wording("DriveLstmPolicy.the_value_is", output.value[agent]));
      }
    }
  }

  private Problem flaw(StepBuffer seen, int agent, String what) {
    String when = wording("DriveLstmPolicy.tick_of_trial", seen.trialTick, seen.trial + 1);
    for (int i = 0; i < layout.size(); i++) {
      float number = seen.observation[agent * layout.size() + i];
      if (!Float.isFinite(number)) {
        return Problem.of(
            agent,
            when,
            wording("DriveLstmPolicy.because_it_observes", what, layout.nameOf(i), number),
            wording("DriveLstmPolicy.check_the_map_and_the_actions"));
      }
    }
    return Problem.of(
        agent,
        when,
        wording("DriveLstmPolicy.of_an_observation_that_is_finite", what),
        wording("DriveLstmPolicy.the_weights_overflow_take_another"));
  }

  /// Turns observations into inputs of the three encoders. Fills native buffers that are allocated
  /// once; only array handles are allocated later. One owner thread.
  ///
  /// A agents, E ego features, P partners, R road segments. Empty rows are zeros and are encoded
  /// like any other, as in the policy's training: an empty road row has type 0.
  private static final class DriveInput {
    private static final int ROAD_FEATURES = DriveLayout.ROAD_FEATURES.size();
    private static final int TYPE = ROAD_FEATURES - 1;

    private final DriveObservationParts rows;
    private final int agents;
    private final InputBuffer ego;
    private final InputBuffer partners;
    private final InputBuffer roads;

    /// A native buffer with a view of its floats and their shape.
    private record InputBuffer(ByteBuffer bytes, FloatBuffer floats, Shape shape) {
      static InputBuffer of(long... sizes) {
        Shape shape = new Shape(sizes);
        ByteBuffer bytes =
            ByteBuffer.allocateDirect(Math.toIntExact(4 * shape.size()))
                .order(ByteOrder.nativeOrder());
        return new InputBuffer(bytes, bytes.asFloatBuffer(), shape);
      }

      NDArray in(NDManager scope) {
        return scope.create(bytes, shape, DataType.FLOAT32);
      }
    }

    DriveInput(DriveObservationParts rows, int agents) {
      this.rows = rows;
      this.agents = agents;
      ego = InputBuffer.of(agents, rows.ego());
      partners = InputBuffer.of(agents, rows.partners(), DriveLstmSpec.PARTNER_INPUT);
      roads = InputBuffer.of(agents, rows.roads(), DriveLstmSpec.ROAD_INPUT);
    }

    /// Copies an observation of every agent.
    ///
    /// @throws Problem naming the agent, if a road has a type that the policy does not know
    void read(StepBuffer seen) {
      float[] all = seen.observation;
      for (int agent = 0; agent < agents; agent++) {
        int from = agent * rows.size();
        ego.floats().put(agent * rows.ego(), all, from, rows.ego());
        int numbers = rows.partners() * DriveLstmSpec.PARTNER_INPUT;
        partners.floats().put(agent * numbers, all, from + rows.partnersAt(), numbers);
        for (int row = 0; row < rows.roads(); row++) {
          int at = from + rows.roadsAt() + row * ROAD_FEATURES;
          int to = (agent * rows.roads() + row) * DriveLstmSpec.ROAD_INPUT;
          roads.floats().put(to, all, at, TYPE);
          oneHot(to + TYPE, all[at + TYPE], agent);
        }
      }
    }

    private void oneHot(int to, float type, int agent) {
      int code = (int) type;
      if (code < 0 || code >= DriveLstmSpec.ROAD_TYPES) {
        throw Problem.of(
            agent,
            wording("DriveLstmPolicy.it_observes_a_road_of_type", type),
            wording("DriveLstmPolicy.check_the_map_and_the_preset"));
      }
      for (int i = 0; i < DriveLstmSpec.ROAD_TYPES; i++) {
        roads.floats().put(to + i, i == code ? 1 : 0);
      }
    }

    /// `[A, E]`, valid until the next [#read].
    NDArray ego(NDManager scope) {
      return ego.in(scope);
    }

    /// `[A, P, 7]`, valid until the next [#read].
    NDArray partners(NDManager scope) {
      return partners.in(scope);
    }

    /// `[A, R, 13]`, valid until the next [#read].
    NDArray roads(NDManager scope) {
      return roads.in(scope);
    }
  }

  /// The drive LSTM as a function from weights, inputs and memory to outputs and the next memory.
  /// Stateless.
  ///
  /// A agents, H hidden. Results belong to the scope of the inputs.
  private static final class DriveLstmNet {
    private static final float LAYER_NORM_EPSILON = 1e-5f;

    private final Map<String, NDArray> weights = new HashMap<>();

    /// @param logits `[A, heads]`
    /// @param value `[A, 1]`
    /// @param memory state of the LSTM after the tick
    record Output(NDArray logits, NDArray value, Memory memory) {}

    /// @param hidden `[A, H]`
    /// @param cell `[A, H]`
    record Memory(NDArray hidden, NDArray cell) {
      /// The initial memory: zeros.
      static Memory none(NDManager scope, int agents, int hidden) {
        return new Memory(
            scope.zeros(new Shape(agents, hidden)), scope.zeros(new Shape(agents, hidden)));
      }
    }

    /// @param scope owns the weights
    DriveLstmNet(NDManager scope, DriveLstmSpec spec, Map<String, Tensor> tensors) {
      spec.shapes()
          .forEach((name, sizes) -> {
            long[] shape = Arrays.stream(sizes).asLongStream().toArray();
            float[] values = Objects.requireNonNull(tensors.get(name)).values();
            weights.put(name, scope.create(values, new Shape(shape)));
          });
    }

    /// Computes one tick for all agents.
    Output forward(NDArray ego, NDArray partners, NDArray roads, Memory before) {
      NDArray features =
          NDArrays.concat(
              new NDList(
                  encode("policy.ego_encoder", ego),
                  encode("policy.road_encoder", roads).max(new int[] {1}),
                  encode("policy.partner_encoder", partners).max(new int[] {1})),
              1);
      NDArray embedding =
          Activation.relu(linear("policy.shared_embedding.1", Activation.gelu(features)));
      Memory after = remember(embedding, before);
      return new Output(
          linear("policy.actor", after.hidden()), linear("policy.value_fn", after.hidden()), after);
    }

    /// Linear, LayerNorm, Linear, without an activation between.
    private NDArray encode(String name, NDArray rows) {
      NDArray inner = linear(name + ".0", rows);
      Shape last = new Shape(inner.getShape().get(inner.getShape().dimension() - 1));
      NDArray normal =
          LayerNorm.layerNorm(
                  inner,
                  last,
                  weight(name + ".1.weight"),
                  weight(name + ".1.bias"),
                  LAYER_NORM_EPSILON)
              .singletonOrThrow();
      return linear(name + ".2", normal);
    }

    /// The LSTM cell of Hochreiter and Schmidhuber with a forget gate; gates in PyTorch's order:
    /// input, forget, candidate, output.
    private Memory remember(NDArray input, Memory before) {
      NDArray gates =
          Linear.linear(input, weight("lstm.weight_ih_l0"), weight("lstm.bias_ih_l0"))
              .singletonOrThrow()
              .add(
                  Linear.linear(
                          before.hidden(), weight("lstm.weight_hh_l0"), weight("lstm.bias_hh_l0"))
                      .singletonOrThrow());
      NDList parts = gates.split(4, 1);
      NDArray kept = Activation.sigmoid(parts.get(1)).mul(before.cell());
      NDArray added = Activation.sigmoid(parts.get(0)).mul(parts.get(2).tanh());
      NDArray cell = kept.add(added);
      return new Memory(Activation.sigmoid(parts.get(3)).mul(cell.tanh()), cell);
    }

    private NDArray linear(String name, NDArray input) {
      return Linear.linear(input, weight(name + ".weight"), weight(name + ".bias"))
          .singletonOrThrow();
    }

    private NDArray weight(String name) {
      return Objects.requireNonNull(weights.get(name), name);
    }
  }
}
