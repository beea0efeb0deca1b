package dev.hindsight.trainer.fault;

import java.nio.ByteBuffer;
import java.util.Arrays;

/// Inputs whose first byte chooses what the others are for.
public final class FuzzInput {
  private FuzzInput() {}

  /// What the first byte says, 0 of none.
  public static int number(byte[] input) {
    return input.length == 0 ? 0 : input[0] & 0xff;
  }

  /// The other bytes.
  public static byte[] rest(byte[] input) {
    return Arrays.copyOfRange(input, Math.min(1, input.length), input.length);
  }

  /// An input of which both give back the same.
  public static byte[] numbered(int number, byte[] rest) {
    return ByteBuffer.allocate(1 + rest.length).put((byte) number).put(rest).array();
  }
}
