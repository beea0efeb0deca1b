package dev.hindsight.trainer.learn;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.drive.observation.DriveLayout;
import dev.hindsight.trainer.learn.net.DriveEncoder;
import dev.hindsight.trainer.learn.net.Encoder;
import dev.hindsight.trainer.learn.net.LinearEncoder;
import dev.hindsight.trainer.learn.net.SetEncoder;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.CheckpointOrigin;
import java.util.Optional;

/// The sizes implied by a checkpoint's tensors, and what only its metadata says.
///
/// @param checkpoint without optimiser state
record NetworkSizes(Checkpoint checkpoint) {
  private static final String LINEAR = "policy.encoder.weight";
  private static final String EGO = "policy.ego_encoder.0.weight";
  private static final String SHARED = "policy.shared_embedding.1.weight";

  /// Heads of the reference's transformers, whose files do not store the number.
  private static final int REFERENCE_HEADS = 4;

  /// Kinds of road segment, one-hot.
  private static final int ROAD_KINDS = 7;

  /// Whether it processes a driver's observation.
  boolean drives() {
    return checkpoint.tensor(SHARED).isPresent();
  }

  /// d, numbers in the vector of a tick.
  int width() {
    return drives() ? size(SHARED, 0) : size(LINEAR, 0);
  }

  /// n, outputs of the actor.
  int actions() {
    return size("policy.actor.weight", 0);
  }

  /// Features of a driver itself.
  int ego() {
    return size(EGO, 1);
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

  /// The most ticks its memory can hold: an episode, or the segment length of its training.
  int horizon(EnvironmentShape shape) {
    boolean segments = knob("rows").map(JsonNode::asText).orElse("").equals("segments");
    return segments
        ? knob("bptt_horizon").map(JsonNode::asInt).orElse(1)
        : shape.observations(Math.multiplyExact(shape.trials(), shape.trialTimeoutTicks()));
  }

  private Optional<JsonNode> knob(String name) {
    return CheckpointOrigin.of(checkpoint)
        .map(CheckpointOrigin::training)
        .map(training -> training.get(name));
  }

  /// An encoder with these sizes, used only for its parameters.
  Encoder encoder() {
    if (!drives()) {
      return new LinearEncoder(size(LINEAR, 1), width());
    }
    int inner = size(EGO, 0);
    int partner = DriveLayout.PARTNER_FEATURES.size();
    int road = DriveLayout.ROAD_FEATURES.size();
    return new DriveEncoder(
        0,
        size(EGO, 1),
        new SetEncoder("policy.partner_encoder", 1, partner, 0, inner),
        0,
        new SetEncoder("policy.road_encoder", 1, road, ROAD_KINDS, inner),
        0,
        width());
  }

  /// The encoder for an environment's observations.
  Encoder encoder(ObservationLayout layout) {
    return drives() ? DriveEncoder.of(layout, size(EGO, 0), width()) : encoder();
  }

  /// A size along an axis of a matrix; 1 if there is no such matrix.
  int size(String name, int axis) {
    return checkpoint
        .tensor(name)
        .filter(tensor -> tensor.shape().length == 2)
        .map(tensor -> Math.max(1, tensor.shape()[axis]))
        .orElse(1);
  }
}
