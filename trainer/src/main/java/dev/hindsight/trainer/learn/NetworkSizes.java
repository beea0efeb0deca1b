package dev.hindsight.trainer.learn;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.learn.net.ActorCriticHeads;
import dev.hindsight.trainer.learn.net.ActorEncoder;
import dev.hindsight.trainer.learn.net.CriticHead;
import dev.hindsight.trainer.learn.net.CriticOnly;
import dev.hindsight.trainer.learn.net.Encoder;
import dev.hindsight.trainer.learn.net.EncoderKind;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.CheckpointOrigin;
import java.util.List;
import java.util.Optional;

/// The sizes implied by a checkpoint's tensors, and what only its metadata says.
///
/// @param checkpoint without optimiser state
record NetworkSizes(Checkpoint checkpoint) {
  private static final String SHARED = "policy.shared_embedding.1.weight";

  /// Heads of the reference's transformers, whose files do not store the number.
  private static final int REFERENCE_HEADS = 4;

  /// Whether it processes a driver's observation.
  boolean drives() {
    return checkpoint.tensor(SHARED).isPresent();
  }

  /// d, numbers in the vector of a tick.
  int width() {
    return encoder().width();
  }

  /// n, outputs of the actor.
  int actions() {
    return ActorCriticHeads.actions(checkpoint);
  }

  /// Width of the hidden layer in a transformer block's feed-forward part.
  int feedForward() {
    return size("transformer.layers.0.linear1.weight", 0);
  }

  /// Transformer blocks.
  int layers() {
    int layers = 0;
    while (checkpoint.tensor("transformer.layers." + layers + ".linear1.weight").isPresent()) {
      layers++;
    }
    return Math.max(1, layers);
  }

  /// Heads of a block: only the metadata has it.
  int heads() {
    int heads = knob("num_heads").map(JsonNode::asInt).orElse(REFERENCE_HEADS);
    return heads > 0 && width() % heads == 0 ? heads : 1;
  }

  /// The most ticks its memory can hold: an episode, or the segment length of its training, which a
  /// budget of steps may have made shorter than its setting.
  int horizon(EnvironmentShape shape) {
    boolean segments = knob("rows").map(JsonNode::asText).orElse("").equals("segments");
    return segments
        ? knob(CheckpointOrigin.MEMORY_TICKS)
            .or(() -> knob("bptt_horizon"))
            .map(JsonNode::asInt)
            .orElse(1)
        : shape.observations(Math.multiplyExact(shape.trials(), shape.trialTimeoutTicks()));
  }

  private Optional<JsonNode> knob(String name) {
    return CheckpointOrigin.of(checkpoint)
        .map(CheckpointOrigin::training)
        .map(training -> training.get(name));
  }

  /// An encoder with these sizes, used only for its parameters.
  Encoder encoder() {
    return EncoderKind.of(checkpoint).shaped(checkpoint);
  }

  /// Whether the encoder can read an environment's observations.
  boolean sees(ObservationLayout layout) {
    return EncoderKind.of(checkpoint).fits(layout.forActor())
        && encoder(layout).parameters().equals(encoder().parameters())
        && criticOnly() == CriticOnly.of(layout).count();
  }

  /// The encoder for an environment's observations.
  ///
  /// @param layout that its kind fits without what only the critic sees
  Encoder encoder(ObservationLayout layout) {
    return ActorEncoder.of(EncoderKind.of(checkpoint).of(checkpoint, layout.forActor()), layout);
  }

  /// c, how many numbers only the critic sees.
  int criticOnly() {
    List<Integer> layers = headSizes().critic();
    int below = headSizes().shared().isEmpty() ? width() : headSizes().shared().getLast();
    return layers.isEmpty() ? 0 : Math.max(0, size(CriticHead.FIRST, 1) - below);
  }

  /// Widths of the heads' layers.
  ActorCriticHeads.Sizes headSizes() {
    return ActorCriticHeads.Sizes.of(checkpoint);
  }

  /// The heads, for observations with as many numbers for the critic alone as the weights read.
  ///
  /// @param from index of the first of them
  ActorCriticHeads heads(int from) {
    int count = criticOnly();
    CriticOnly own = count == 0 ? CriticOnly.NONE : new CriticOnly(from, count);
    return new ActorCriticHeads(
        width(), actions(), own, headSizes(), ActorCriticHeads.bound(checkpoint));
  }

  /// A size along an axis of a tensor; 1 if there is no such tensor.
  int size(String name, int axis) {
    return EncoderKind.size(checkpoint, name, axis);
  }
}
