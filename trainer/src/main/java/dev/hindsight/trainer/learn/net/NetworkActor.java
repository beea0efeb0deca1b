package dev.hindsight.trainer.learn.net;

import static dev.hindsight.trainer.text.TrainerText.wording;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.hindsight.trainer.ActionBound;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.policy.InputGradients;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyMemory;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.policy.Tensor;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// A policy that is a network, during training or opened from a checkpoint.
///
/// Architectures override the methods of [Policy] for what they support besides acting (memory,
/// forgetting, attention, columns of recordings).
public abstract class NetworkActor implements Policy, InputGradients {
  private static final String HIDDEN = "hidden";
  private static final String CELL = "cell";

  private boolean refusesWhatIsNotFinite;
  private Optional<ActionSpace> actions = Optional.empty();
  private Runnable afterClosing = () -> {};
  private Optional<InputDerivative> derivative = Optional.empty();
  private boolean closed;

  /// Opens a network with the weights of a checkpoint.
  ///
  /// @param manager closed with the policy
  /// @param shape of its environment; if that has no neutral action, an output that is not finite
  ///   is a [Problem]
  public static Policy open(
      NDManager manager, Network network, Map<String, Tensor> tensors, EnvironmentShape shape) {
    return open(
        manager,
        List.of(network.parameters().gather(tensors)),
        network.parameters(),
        shape,
        weights -> network.actor(weights.getFirst(), shape.agents()));
  }

  /// Opens one or several networks of the same layout as one policy.
  ///
  /// @param manager closed with the policy
  /// @param values the weights of each network
  /// @param shape of its environment; if that has no neutral action, an output that is not finite
  ///   is a [Problem]
  /// @param form makes the actor of their weights, which the policy owns
  public static Policy open(
      NDManager manager,
      List<float[]> values,
      ParameterLayout layout,
      EnvironmentShape shape,
      Function<List<WeightVector>, NetworkActor> form) {
    try {
      List<WeightVector> weights =
          values.stream().map(one -> new WeightVector(manager, layout, one)).toList();
      NetworkActor actor = form.apply(weights);
      actor.refusesWhatIsNotFinite = shape.neutral().isEmpty();
      actor.actions = Optional.of(shape.actions());
      actor.afterClosing =
          () -> {
            weights.forEach(WeightVector::close);
            manager.close();
          };
      return actor;
    } catch (RuntimeException e) {
      manager.close();
      throw e;
    }
  }

  /// How the numbers of its actions are bounded.
  public ActionBound bound() {
    return ActionBound.CLIPPED;
  }

  /// Wipes all memory and acts with the present weights from here on.
  @Override
  public abstract void reset();

  /// Wipes an agent's memory, if it has one: its episode ended.
  public void endEpisode(int agent) {
    // A network without memory has nothing to wipe.
  }

  /// s, numbers of an agent's recurrent state; 0 if it has none.
  public int stateNumbers() {
    return 0;
  }

  /// Copies the recurrent state with which each agent acts next.
  ///
  /// @param into `[A * s]`
  public void copyState(float[] into) {
    // A network without recurrent state has nothing to copy.
  }

  /// The memory of the episodes that go on, to store in a checkpoint; empty if it has none.
  ///
  /// @param name prefix of the arrays' names
  public List<Tensor> keptMemory(String name) {
    if (!(memory() instanceof RecurrentMemory(int agents, float[] hidden, float[] cell))) {
      return List.of();
    }
    int[] shape = {agents, hidden.length / agents};
    return List.of(new Tensor(name + HIDDEN, shape, hidden), new Tensor(name + CELL, shape, cell));
  }

  /// Restores what [#keptMemory] stored.
  ///
  /// @param stored the numbers of an array by its name; throws a [Problem] if it is missing
  public void restoreMemory(String name, Function<String, float[]> stored) {
    if (memory() instanceof RecurrentMemory own) {
      remember(
          new RecurrentMemory(
              own.agents(), stored.apply(name + HIDDEN), stored.apply(name + CELL)));
    }
  }

  /// Computes one tick of all agents: the network's outputs, before any [GaussianHead].
  ///
  /// @param observation `[A * D]`
  /// @param removed `[A]`, 1 if the agent is in limbo now
  /// @param logits `[A * n]`, overwritten
  /// @param values `[A]`, overwritten
  public abstract void act(float[] observation, byte[] removed, float[] logits, float[] values);

  @Override
  public final void act(StepBuffer seen, PolicyOutput output) {
    for (int agent = 0; agent < output.value.length; agent++) {
      if (seen.episodeEnded(agent)) {
        endEpisode(agent);
      }
    }
    act(seen.observation, seen.removed, output.logits, output.value);
    output.bound(bound());
    if (actions.isPresent()) {
      GaussianHead.apply(actions.get(), output.logits);
    }
    if (refusesWhatIsNotFinite) {
      checkFinite(seen.removed, output);
    }
  }

  /// Acts once, as at this tick, and goes back from one output; the memory is as before. An index
  /// of a deviation is one of the number that it is computed from ([GaussianHead]).
  @Override
  public float[] gradient(StepBuffer seen, int agent, int number) {
    PolicyMemory before = memory();
    for (int one = 0; one < seen.removed.length; one++) {
      if (seen.episodeEnded(one)) {
        endEpisode(one);
      }
    }
    try {
      return differentiate(seen, agent, number);
    } finally {
      remember(before);
    }
  }

  private float[] differentiate(StepBuffer seen, int agent, int number) {
    int width = actions.map(PolicyOutput::width).orElseThrow();
    return differentiate(
        agent,
        number,
        () ->
            act(
                seen.observation,
                seen.removed,
                new float[seen.removed.length * width],
                new float[seen.removed.length]));
  }

  /// Lets it act with one derivative being computed.
  ///
  /// @param row of the network
  /// @param number index of the output; -1 for the value
  /// @param acting calls [#act(float[], byte[], float[], float[])] once
  /// @return `[D]` of the row
  float[] differentiate(int row, int number, Runnable acting) {
    try (InputDerivative asked = new InputDerivative(row, number)) {
      derivative = Optional.of(asked);
      acting.run();
      return asked.found();
    } finally {
      derivative = Optional.empty();
    }
  }

  /// Whether the present tick is computed for a derivative: nothing that lasts may be written then,
  /// and nothing computed outside PyTorch.
  protected final boolean differentiates() {
    return derivative.isPresent();
  }

  /// What agents observe, to compute from.
  ///
  /// @return `[N, D]`
  protected final NDArray observed(HostArray observations) {
    NDArray seen = observations.onDevice();
    return derivative.map(asked -> asked.followed(seen)).orElse(seen);
  }

  /// The encoder to act with: the form to learn with where a derivative is computed.
  protected final Encoder.Encoding encoding(BoundWeights bound, Encoder encoder) {
    return differentiates() ? encoder.learning(bound.weights()) : bound.encoding();
  }

  /// Takes what was computed.
  ///
  /// @param logits `[N * n]`, overwritten
  /// @param values `[N]`, overwritten
  protected final void decided(LogitsAndValues outputs, float[] logits, float[] values) {
    derivative.ifPresent(asked -> asked.take(outputs));
    outputs.logits().toByteBuffer(true).asFloatBuffer().get(logits);
    outputs.values().toByteBuffer(true).asFloatBuffer().get(values);
  }

  /// Skips agents in limbo, whose actions nobody takes.
  private static void checkFinite(byte[] removed, PolicyOutput output) {
    for (int agent = 0; agent < output.value.length; agent++) {
      if (removed[agent] != 0) {
        continue;
      }
      checkFinite(output.value[agent], wording("NetworkActor.the_value_estimate"), agent);
      for (int i = 0; i < output.width; i++) {
        checkFinite(
            output.logits[agent * output.width + i], wording("NetworkActor.logit", i), agent);
      }
    }
  }

  private static void checkFinite(float number, String what, int agent) {
    if (!Float.isFinite(number)) {
      throw Problem.of(
          agent,
          wording("NetworkActor.is", what, number),
          wording("NetworkActor.check_the_checkpoint_and_the_observation"));
    }
  }

  /// Whether it has attention over the past.
  public boolean attends() {
    return false;
  }

  /// Measures attention from the next tick on, which takes time.
  ///
  /// @return the measurements of the last tick; empty if the network has no attention over the past
  public Optional<AttentionSummary> attentionSummary() {
    return Optional.empty();
  }

  /// Stops the measurement.
  public void stopAttentionSummary() {
    // Without attention there is nothing to stop.
  }

  /// Frees what the architecture holds, but not the weights, which it does not own.
  protected abstract void free();

  @Override
  public final void close() {
    if (!closed) {
      closed = true;
      free();
      afterClosing.run();
    }
  }
}
