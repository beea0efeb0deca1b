package dev.hindsight.trainer.learn.net;

import ai.djl.ndarray.NDArray;
import dev.hindsight.trainer.ActionBound;
import dev.hindsight.trainer.policy.Checkpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// The last layers of a network, which give the actor's logits and the critic's value.
///
/// ```
/// s      = shared layers of h                 h the vector that the network ends with
/// logits = actor(actor layers of s)
/// value  = value_fn(critic layers of [what only the critic sees, s])
/// ```
///
/// @param width d, numbers in h
/// @param actions n
/// @param criticOnly what only the critic sees
/// @param sizes of the layers before the last, each followed by a ReLU
/// @param bound how numbers of actions stay within their range; the name of the actor's last layer
///   tells it, so that weights alone say how they act
public record ActorCriticHeads(
    int width, int actions, CriticOnly criticOnly, Sizes sizes, ActionBound bound) {
  private static final String ACTOR = "policy.actor";
  private static final String TANH_ACTOR = "policy.tanh_actor";

  /// Name of the actor's bias, in every network whose actions are not bounded by a tanh.
  public static final String ACTOR_BIAS = ACTOR + ".bias";

  private static final String CRITIC = "policy.value_fn";
  private static final String SHARED = "policy.shared_layers";
  private static final String ACTOR_LAYERS = "policy.actor_layers";

  /// Small initial gain, so that the first policy has no preference. Values behind layers of their
  /// own begin as small, as in the reference.
  private static final double ACTOR_GAIN = 0.01;

  /// Widths of the layers before the last.
  ///
  /// @param shared layers below both heads
  /// @param actor layers of the actor alone
  /// @param critic layers of the critic alone
  public record Sizes(List<Integer> shared, List<Integer> actor, List<Integer> critic) {
    /// One linear layer for each head.
    public static final Sizes LINEAR = new Sizes(List.of(), List.of(), List.of());

    /// Copies the lists.
    public Sizes {
      shared = List.copyOf(shared);
      actor = List.copyOf(actor);
      critic = List.copyOf(critic);
    }

    /// Whether the actor has one linear layer. Numbers that only the critic sees still bring it
    /// another.
    public boolean isLinear() {
      return shared.isEmpty() && actor.isEmpty();
    }

    /// Those that a checkpoint's weights have.
    public static Sizes of(Checkpoint weights) {
      return new Sizes(
          LayerStack.widths(SHARED, weights),
          LayerStack.widths(ACTOR_LAYERS, weights),
          LayerStack.widths(CriticHead.LAYERS, weights));
    }
  }

  /// Linear heads of a network whose actor sees everything.
  public ActorCriticHeads(int width, int actions) {
    this(width, actions, CriticOnly.NONE, Sizes.LINEAR);
  }

  /// Heads for discrete actions, or for numbers that are clipped.
  public ActorCriticHeads(int width, int actions, CriticOnly criticOnly, Sizes sizes) {
    this(width, actions, criticOnly, sizes, ActionBound.CLIPPED);
  }

  /// How a checkpoint's weights bound the numbers of actions.
  public static ActionBound bound(Checkpoint weights) {
    return weights.tensor(TANH_ACTOR + ".weight").isPresent()
        ? ActionBound.TANH
        : ActionBound.CLIPPED;
  }

  /// n, outputs of the actor, as a checkpoint has them.
  public static int actions(Checkpoint weights) {
    return EncoderKind.size(weights, actor(bound(weights)) + ".weight", 0);
  }

  private static String actor(ActionBound bound) {
    return switch (bound) {
      case CLIPPED -> ACTOR;
      case TANH -> TANH_ACTOR;
    };
  }

  /// The parameters.
  public List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>(LayerStack.parameters(SHARED, width, sizes.shared()));
    all.addAll(LayerStack.parameters(ACTOR_LAYERS, below(), sizes.actor()));
    int last = sizes.actor().isEmpty() ? below() : sizes.actor().getLast();
    all.addAll(Parameter.linear(actor(bound), last, actions, ACTOR_GAIN));
    all.addAll(critic().parameters(sizes.isLinear() ? 1 : ACTOR_GAIN));
    return all;
  }

  /// Numbers in s.
  private int below() {
    return sizes.shared().isEmpty() ? width : sizes.shared().getLast();
  }

  private CriticHead critic() {
    return new CriticHead(CRITIC, below(), 1, criticOnly, sizes.critic());
  }

  /// The layers that read an observation: those of the encoder, and the critic's.
  ///
  /// @return empty if the encoder's inputs cannot be scaled
  public List<FirstLayer> firstLayers(Encoder encoder) {
    List<FirstLayer> all = new ArrayList<>(encoder.firstLayers());
    if (!all.isEmpty()) {
      all.addAll(critic().firstLayers());
    }
    return all;
  }

  /// The outputs.
  ///
  /// @param hidden h, `[N, d]`
  /// @param own `[N, c]`, what only the critic sees, see [CriticOnly#cut]
  public LogitsAndValues of(NDArray hidden, Optional<NDArray> own, NamedWeights namedWeights) {
    return of(hidden, own, namedWeights, UnaryOperator.identity());
  }

  /// The outputs, with a critic that does not train what it reads.
  public LogitsAndValues withValuesApart(
      NDArray hidden, Optional<NDArray> own, NamedWeights namedWeights) {
    return of(hidden, own, namedWeights, NDArray::stopGradient);
  }

  /// The outputs, with the critic behind an operation.
  ///
  /// @param valued what the critic reads of s, for instance s without its gradient
  private LogitsAndValues of(
      NDArray hidden,
      Optional<NDArray> own,
      NamedWeights namedWeights,
      UnaryOperator<NDArray> valued) {
    NDArray shared = LayerStack.run(hidden, SHARED, sizes.shared().size(), namedWeights);
    NDArray acting = LayerStack.run(shared, ACTOR_LAYERS, sizes.actor().size(), namedWeights);
    return new LogitsAndValues(
        Layers.linear(acting, namedWeights, actor(bound)),
        critic().values(valued.apply(shared), own, namedWeights).squeeze(-1));
  }
}
