package dev.hindsight.trainer.policy;

import static dev.hindsight.trainer.text.TrainerText.wording;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.hindsight.trainer.Problem;

/// Steps through the operations of a pickle without executing them. Every length is checked against
/// the remaining bytes before it is used.
final class PickleReader {
  /// What a user can do about a pickle that is not a state dict.
  static final String REMEDY = wording("PickleReader.save_the_bare_weights_torch_save");

  private final byte[] pickle;
  private final String where;
  private int position;
  private long number;
  private String text = "";
  private String secondText = "";

  /// @param where the file, for messages
  PickleReader(byte[] pickle, String where) {
    this.pickle = pickle;
    this.where = where;
  }

  /// Skips the next operation and keeps its argument.
  PickleOpcode next() {
    int at = position;
    int code = unsigned(1, wording("PickleReader.an_operation"));
    PickleOpcode opcode =
        PickleOpcode.of(code)
            .orElseThrow(() ->
                refusal(wording("PickleReader.byte_of_the_pickle_0x_is").formatted(at, code)));
    String place = opcode.name();
    switch (opcode.argument()) {
      case NOTHING -> number = 0;
      case ONE_BYTE -> number = unsigned(1, place);
      case TWO_BYTES -> number = unsigned(2, place);
      case FOUR_BYTES -> number = unsigned(4, place);
      case EIGHT_BYTES -> number = eightBytes(place);
      case COUNTED_BY_ONE -> text = counted(unsigned(1, place), place);
      case COUNTED_BY_FOUR -> text = counted(Integer.toUnsignedLong(unsigned(4, place)), place);
      case COUNTED_BY_EIGHT -> text = counted(eightBytes(place), place);
      case LINE -> text = line(place);
      case TWO_LINES -> {
        text = line(place);
        secondText = line(place);
      }
    }
    return opcode;
  }

  /// The number after the last operation; four bytes are a signed number, as in BININT.
  long number() {
    return number;
  }

  /// The text after the last operation that had one; the module of a GLOBAL.
  String text() {
    return text;
  }

  /// The second line after the last operation that had two; the name of a GLOBAL.
  String secondText() {
    return secondText;
  }

  /// A problem with this file.
  Problem refusal(String what) {
    return new Problem(what, where, REMEDY);
  }

  private int unsigned(int bytes, String place) {
    need(bytes, place);
    int value = 0;
    for (int i = 0; i < bytes; i++) {
      value |= (pickle[position++] & 0xff) << (8 * i);
    }
    return value;
  }

  private long eightBytes(String place) {
    long low = Integer.toUnsignedLong(unsigned(4, place));
    return low | (long) unsigned(4, place) << 32;
  }

  private String counted(long length, String place) {
    need(length, place);
    String value = new String(pickle, position, (int) length, UTF_8);
    position += (int) length;
    return value;
  }

  private String line(String place) {
    int end = position;
    while (end < pickle.length && pickle[end] != '\n') {
      end++;
    }
    need(end - position + 1L, place);
    String value = new String(pickle, position, end - position, UTF_8);
    position = end + 1;
    return value;
  }

  private void need(long bytes, String place) {
    if (bytes < 0 || bytes > pickle.length - position) {
      throw refusal(
          wording("PickleReader.the_pickle_is_cut_off_in")
              .formatted(place, position, pickle.length));
    }
  }
}
