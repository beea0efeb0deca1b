package dev.hindsight.trainer.learn.net;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;

/// Drive's two sets encoded in Java's memory, everything else in PyTorch's: what weights on the
/// processor are bound to.
final class HostDriveEncoder {
  private final DriveEncoder encoder;
  private final NamedWeights namedWeights;
  private final HostSetEncoder roads;
  private final HostSetEncoder partners;
  private final float[] observation;
  private final float[] encoding;

  HostDriveEncoder(DriveEncoder encoder, NamedWeights namedWeights) {
    this.encoder = encoder;
    this.namedWeights = namedWeights;
    this.roads = encoder.roads().fold(namedWeights).onHost();
    this.partners = encoder.partners().fold(namedWeights).onHost();
    this.observation = new float[encoder.inputs()];
    this.encoding = new float[2 * encoder.roads().width()];
  }

  /// Without a way back.
  NDArray act(NDArray seen) {
    int count = Math.toIntExact(seen.getShape().get(0));
    FloatBuffer from = floats(seen);
    NDArray sets = room(seen.getManager(), count);
    FloatBuffer to = floats(sets);
    for (int i = 0; i < count; i++) {
      from.get(i * observation.length, observation);
      roads.encode(observation, encoder.roadsAt(), encoding, 0);
      partners.encode(observation, encoder.partnersAt(), encoding, encoding.length / 2);
      to.put(i * encoding.length, encoding);
    }
    return encoder.together(seen, namedWeights, new NDList(sets));
  }

  /// With a way back, by hand for the sets.
  NDArray learn(NDArray seen) {
    int count = Math.toIntExact(seen.getShape().get(0));
    FloatBuffer from = floats(seen);
    NDArray sets = room(seen.getManager(), count);
    FloatBuffer to = floats(sets);
    int half = encoding.length / 2;
    int[] roadWinner = new int[count * half];
    int[] partnerWinner = new int[count * half];
    int[] one = new int[half];
    for (int i = 0; i < count; i++) {
      from.get(i * observation.length, observation);
      roads.choose(observation, encoder.roadsAt(), encoding, 0, one);
      System.arraycopy(one, 0, roadWinner, i * half, half);
      partners.choose(observation, encoder.partnersAt(), encoding, half, one);
      System.arraycopy(one, 0, partnerWinner, i * half, half);
      to.put(i * encoding.length, encoding);
    }
    sets.setRequiresGradient(true);
    namedWeights.leaveBehind(() -> remainder(from, sets, roadWinner, partnerWinner));
    return encoder.together(seen, namedWeights, new NDList(sets));
  }

  private NDArray remainder(FloatBuffer from, NDArray sets, int[] roadWinner, int[] partnerWinner) {
    SetEncoderGradient byRoads = new SetEncoderGradient(encoder.roads(), roads);
    SetEncoderGradient byPartners = new SetEncoderGradient(encoder.partners(), partners);
    FloatBuffer gradients = floats(sets.getGradient());
    int half = encoding.length / 2;
    for (int i = 0; i < roadWinner.length / half; i++) {
      from.get(i * observation.length, observation);
      gradients.get(i * encoding.length, encoding);
      byRoads.add(observation, encoder.roadsAt(), roadWinner, i * half, encoding, 0);
      byPartners.add(observation, encoder.partnersAt(), partnerWinner, i * half, encoding, half);
    }
    return byRoads
        .surrogate(encoder.roads().fold(namedWeights))
        .add(byPartners.surrogate(encoder.partners().fold(namedWeights)));
  }

  private NDArray room(NDManager manager, int count) {
    return manager.zeros(new Shape(count, encoding.length), DataType.FLOAT32);
  }

  /// The memory of an array on the processor itself.
  private static FloatBuffer floats(NDArray array) {
    return array.toByteBuffer(true).order(ByteOrder.nativeOrder()).asFloatBuffer();
  }
}
