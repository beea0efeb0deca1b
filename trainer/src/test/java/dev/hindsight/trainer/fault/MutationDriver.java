package dev.hindsight.trainer.fault;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/// Inputs changed without a look at what they do: bits, cuts, splices, numbers at their limits, and
/// words taken out, doubled and exchanged between inputs. It needs no library, so that the bench
/// runs where the guided fuzzer does not.
public final class MutationDriver {
  private static final List<String> WORDS =
      List.of(
          "-1",
          "0",
          "2147483647",
          "2147483648",
          "9223372036854775807",
          "1e300",
          "1e-400",
          "1e999999999",
          "NaN",
          "Infinity",
          "null",
          "true",
          "{}",
          "[]",
          "[[[[",
          "\"",
          "\\u0000",
          "../../x",
          "/",
          "\n",
          "\r",
          "\t",
          ",",
          ":",
          "-",
          "#",
          "&a *a",
          "\u00e4\ud83d\ude00\u202e\ufffd");
  private static final long[] NUMBERS = {
    0,
    1,
    -1,
    127,
    128,
    255,
    256,
    32767,
    65535,
    1 << 20,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE,
    0xffff_ffffL,
    1L << 40,
    Long.MAX_VALUE,
    Long.MIN_VALUE
  };

  private final List<byte[]> seeds;
  private final Random random;

  /// @param seeds at least one
  public MutationDriver(List<byte[]> seeds, long seed) {
    this.seeds = List.copyOf(seeds);
    random = new Random(seed);
  }

  /// The next input.
  public byte[] next() {
    byte[] bytes = chosen();
    int changes = 1 + random.nextInt(1 + random.nextInt(6));
    for (int i = 0; i < changes; i++) {
      bytes = changed(bytes);
    }
    return bytes;
  }

  private byte[] chosen() {
    return seeds.get(random.nextInt(seeds.size()));
  }

  private byte[] changed(byte[] bytes) {
    int length = bytes.length;
    int at = random.nextInt(length + 1);
    // Heads and ends decide most: half of all places are near one of them.
    if (length > 64 && random.nextBoolean()) {
      at = random.nextBoolean() ? random.nextInt(64) : length - random.nextInt(64);
    }
    int end = Math.min(length, at + 1 + random.nextInt(1 + random.nextInt(64)));
    return switch (random.nextInt(9)) {
      case 0 -> {
        byte[] flipped = bytes.clone();
        if (at < length) {
          flipped[at] ^= (byte) (1 << random.nextInt(8));
        }
        yield flipped;
      }
      case 1 -> Arrays.copyOf(bytes, at);
      case 2 -> put(bytes, at, end, new byte[0]);
      case 3 -> put(bytes, at, at, Arrays.copyOfRange(bytes, at, end));
      case 4 -> {
        byte[] other = chosen();
        int from = random.nextInt(other.length + 1);
        int to = Math.min(other.length, from + random.nextInt(256));
        yield put(bytes, at, end, Arrays.copyOfRange(other, from, to));
      }
      case 5 -> {
        byte[] word = WORDS.get(random.nextInt(WORDS.size())).getBytes(StandardCharsets.UTF_8);
        yield put(bytes, at, random.nextBoolean() ? at : Math.min(length, at + word.length), word);
      }
      case 6 -> number(bytes, at);
      case 7 -> textNumber(bytes, at);
      default -> {
        byte[] noise = new byte[1 + random.nextInt(8)];
        random.nextBytes(noise);
        yield put(bytes, at, Math.min(length, at + noise.length), noise);
      }
    };
  }

  /// A number at its limits over the bytes, of any width and either order.
  private byte[] number(byte[] bytes, int at) {
    int width = 1 << random.nextInt(4);
    long number = NUMBERS[random.nextInt(NUMBERS.length)] + random.nextInt(3) - 1;
    boolean little = random.nextBoolean();
    byte[] written = new byte[width];
    for (int i = 0; i < width; i++) {
      written[little ? i : width - 1 - i] = (byte) (number >> (8 * i));
    }
    return put(bytes, at, Math.min(bytes.length, at + width), written);
  }

  /// Another number, or another value, in the place of the next number in digits.
  private byte[] textNumber(byte[] bytes, int from) {
    int at = from;
    while (at < bytes.length && !digit(bytes[at])) {
      at++;
    }
    int end = at;
    while (end < bytes.length && digit(bytes[end])) {
      end++;
    }
    byte[] word = WORDS.get(random.nextInt(15)).getBytes(StandardCharsets.UTF_8);
    return put(bytes, at, end, word);
  }

  private static boolean digit(byte b) {
    return b >= '0' && b <= '9';
  }

  private static byte[] put(byte[] bytes, int at, int end, byte[] between) {
    byte[] all = new byte[at + between.length + bytes.length - end];
    System.arraycopy(bytes, 0, all, 0, at);
    System.arraycopy(between, 0, all, at, between.length);
    System.arraycopy(bytes, end, all, at + between.length, bytes.length - end);
    return all;
  }
}
