package dev.hindsight.trainer.learn.training;

import dev.hindsight.trainer.observation.ObservationPacking;
import java.util.Arrays;

/// Observations in packed form, each segment in its own type. Room is allocated in blocks, when
/// their first observation comes, and kept.
public final class PackedObservations implements ObservationStore {
  private static final byte[] NOTHING = {};

  private final ObservationPacking packing;
  private final int ofBlock;
  private byte[][] blocks = new byte[0][];

  /// @param ofBlock observations of a block
  public PackedObservations(ObservationPacking packing, int ofBlock) {
    Math.multiplyExact(ofBlock, packing.bytes());
    this.packing = packing;
    this.ofBlock = ofBlock;
  }

  @Override
  public ObservationPacking packing() {
    return packing;
  }

  @Override
  public void put(int at, float[] observation, int from) {
    packing.pack(observation, from, block(at), within(at));
  }

  @Override
  public void read(int at, float[] into, int to) {
    packing.unpack(block(at), within(at), into, to);
  }

  @Override
  public void copy(int at, byte[] into, int to) {
    System.arraycopy(block(at), within(at), into, to, packing.bytes());
  }

  /// Allocated bytes.
  long bytes() {
    return Arrays.stream(blocks).mapToLong(block -> block.length).sum();
  }

  private int within(int at) {
    return at % ofBlock * packing.bytes();
  }

  private byte[] block(int at) {
    int index = at / ofBlock;
    if (index >= blocks.length) {
      int before = blocks.length;
      blocks = Arrays.copyOf(blocks, Math.max(index + 1, 2 * before));
      Arrays.fill(blocks, before, blocks.length, NOTHING);
    }
    if (blocks[index].length == 0) {
      blocks[index] = new byte[ofBlock * packing.bytes()];
    }
    return blocks[index];
  }
}
