package dev.hindsight.trainer.learn;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.Introspection;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.learn.lstm.LstmNetwork;
import dev.hindsight.trainer.learn.net.ActorCriticHeads;
import dev.hindsight.trainer.learn.net.Encoder;
import dev.hindsight.trainer.learn.net.FeedForwardNetwork;
import dev.hindsight.trainer.learn.net.FeedForwardNetwork.Shaping;
import dev.hindsight.trainer.learn.net.LinearEncoder;
import dev.hindsight.trainer.learn.net.Network;
import dev.hindsight.trainer.learn.net.NetworkActor;
import dev.hindsight.trainer.learn.transformer.TransformerIntrospection;
import dev.hindsight.trainer.learn.transformer.TransformerNetwork;
import dev.hindsight.trainer.learn.transformer.TransformerSpec;
import dev.hindsight.trainer.observation.NumberType;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.parity.MemoryKind;
import dev.hindsight.trainer.parity.Nonlinearity;
import dev.hindsight.trainer.parity.TrainingAndActingForms;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.CheckpointOrigin;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.policy.PolicyType;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.policy.TensorMismatches;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Networks that Hindsight trains, for any environment: sizes come from the tensors, the rest from
/// the metadata.
///
/// @param memory its kind of memory
record NetworkType(Memory memory) implements PolicyType {
  /// Older files of the reference have learned positions, newer ones the table itself.
  private static final String POSITIONS = "positional_embedding";

  /// The kind of memory of a network.
  enum Memory {
    /// Attention over the episode.
    TRANSFORMER,
    /// A recurrent state. The LSTMs of drive have a type of their own.
    LSTM,
    /// None.
    MLP
  }

  @Override
  public String id() {
    return memory.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public boolean remembers() {
    return memory != Memory.MLP;
  }

  @Override
  public TensorMismatches mismatches(Checkpoint checkpoint) {
    Checkpoint weights = withoutPositions(checkpoint.weights());
    NetworkSizes sizes = new NetworkSizes(weights);
    Network network = network(sizes, shaped(sizes), 0, 1);
    return TensorMismatches.between(weights, network.parameters().shapes());
  }

  /// An encoder with the sizes of a checkpoint, used only for its parameters. The LSTMs of drive
  /// have a type of their own.
  Encoder shaped(NetworkSizes sizes) {
    return memory == Memory.LSTM && sizes.drives() ? new LinearEncoder(1, 1) : sizes.encoder();
  }

  @Override
  public Policy open(Checkpoint checkpoint, EnvironmentShape shape) {
    Checkpoint weights = checkpoint.weights();
    NetworkSizes sizes = new NetworkSizes(weights);
    checkFits(sizes, shape);
    Encoder encoder = sizes.encoder(shape.observation());
    Network network = network(sizes, encoder, actorSees(shape), sizes.horizon(shape));
    return NetworkActor.open(TorchEngine.scope(), network, weights.tensors(), shape);
  }

  @Override
  public Optional<Introspection> introspect(Checkpoint checkpoint, EnvironmentShape shape) {
    if (memory != Memory.TRANSFORMER) {
      return Optional.empty();
    }
    Checkpoint weights = checkpoint.weights();
    NetworkSizes sizes = new NetworkSizes(weights);
    checkFits(sizes, shape);
    TransformerNetwork network =
        transformer(
            sizes,
            sizes.encoder(shape.observation()),
            sizes.heads(actorSees(shape)),
            sizes.horizon(shape));
    return Optional.of(
        new TransformerIntrospection(
            TorchEngine.scope(), network, weights.tensors(), shape.actions()));
  }

  @Override
  public Optional<TrainingAndActingForms> forms(
      Checkpoint checkpoint, EnvironmentShape shape, Nonlinearity nonlinearity) {
    Checkpoint weights = checkpoint.weights();
    NetworkSizes sizes = new NetworkSizes(weights);
    checkFits(sizes, shape);
    GradientStopEncoder encoder = new GradientStopEncoder(sizes.encoder(shape.observation()));
    int horizon = sizes.horizon(shape);
    return Optional.of(
        new NetworkForms(
            network(sizes, encoder, actorSees(shape), horizon),
            encoder,
            weights.tensors(),
            agents -> open(checkpoint, shape.sideBySide(List.of(agents))),
            shape,
            remembersIn(),
            memory == Memory.TRANSFORMER ? horizon : Integer.MAX_VALUE,
            nonlinearity));
  }

  private MemoryKind remembersIn() {
    return switch (memory) {
      case TRANSFORMER -> MemoryKind.ATTENTION;
      case LSTM -> MemoryKind.STATE;
      case MLP -> MemoryKind.NOTHING;
    };
  }

  private static int actorSees(EnvironmentShape shape) {
    return shape.observation().forActor().size();
  }

  /// @param actorSees how many numbers of an observation the actor sees
  Network network(NetworkSizes sizes, Encoder encoder, int actorSees, int horizon) {
    ActorCriticHeads heads = sizes.heads(actorSees);
    return switch (memory) {
      case LSTM -> new LstmNetwork(encoder, heads);
      case MLP -> new FeedForwardNetwork(encoder, heads, Shaping.BY_BOTH);
      case TRANSFORMER -> transformer(sizes, encoder, heads, horizon);
    };
  }

  private static TransformerNetwork transformer(
      NetworkSizes sizes, Encoder encoder, ActorCriticHeads heads, int horizon) {
    int width = sizes.width();
    Tensor learned = sizes.checkpoint().tensors().get(POSITIONS);
    int ticks = learned == null ? horizon : learned.values().length / width;
    if (ticks == 0) {
      throw new Problem(
          wording("NetworkType.no_episode_has_a_length"),
          sizes.checkpoint().name(),
          wording("NetworkType.declare_how_long_a_trial_is"));
    }
    TransformerSpec spec =
        new TransformerSpec(width, sizes.heads(), sizes.layers(), sizes.feedForward(), ticks);
    return learned == null
        ? new TransformerNetwork(encoder, spec, heads)
        : new TransformerNetwork(encoder, spec, heads, learned.values());
  }

  private Checkpoint withoutPositions(Checkpoint weights) {
    Map<String, Tensor> tensors = new LinkedHashMap<>(weights.tensors());
    if (memory == Memory.TRANSFORMER) {
      tensors.remove(POSITIONS);
    }
    return new Checkpoint(weights.name(), weights.sha256(), tensors, weights.metadata());
  }

  private void checkFits(NetworkSizes sizes, EnvironmentShape shape) {
    Checkpoint checkpoint = sizes.checkpoint();
    checkMeaning(checkpoint, shape);
    checkSizes(sizes, shape);
  }

  /// @throws Problem if a checkpoint was trained on observations with another meaning
  static void checkMeaning(Checkpoint checkpoint, EnvironmentShape shape) {
    CheckpointOrigin.of(checkpoint)
        .filter(checkpointOrigin ->
            !meaning(checkpointOrigin.observation()).equals(meaning(shape.observation())))
        .ifPresent(checkpointOrigin -> {
          throw new Problem(
              wording(
                  "NetworkType.it_was_trained_to_see_not",
                  names(checkpointOrigin.observation()),
                  names(shape.observation())),
              checkpoint.name(),
              wording("NetworkType.choose_the_settings_it_was_trained"));
        });
  }

  /// @throws Problem if weights are for other numbers of observations or actions
  static void checkSizes(NetworkSizes sizes, EnvironmentShape shape) {
    if (!sizes.sees(shape.observation()) || sizes.actions() != new PolicyOutput(shape).width) {
      throw unfit(sizes.checkpoint(), shape);
    }
  }

  static Problem unfit(Checkpoint checkpoint, EnvironmentShape shape) {
    return new Problem(
        wording(
            "NetworkType.it_is_for_other_observations_or",
            shape.observation().size(),
            new PolicyOutput(shape).width),
        checkpoint.name(),
        wording("NetworkType.choose_the_environment_and_settings"));
  }

  /// The names of the numbers and who sees them, without their quantities, which older files do not
  /// store.
  private static List<Segment> meaning(ObservationLayout layout) {
    return layout.segments().stream()
        .map(segment ->
            new Segment(
                segment.name(),
                segment.offset(),
                segment.shape(),
                segment.names(),
                List.of(),
                NumberType.F4,
                segment.audience()))
        .toList();
  }

  private static String names(ObservationLayout layout) {
    return layout.segments().stream()
        .map(segment ->
            segment.name()
                + segment.shape()
                + (segment.criticOnly() ? " " + wording("NetworkType.critic_only") : ""))
        .collect(Collectors.joining(", "));
  }
}
