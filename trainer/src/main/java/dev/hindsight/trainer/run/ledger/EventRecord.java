package dev.hindsight.trainer.run.ledger;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/// A TensorBoard event: the message `tensorflow.Event` in the wire format of protocol buffers,
/// framed as a TFRecord.
///
/// Fields used: `wall_time = 1` (double), `step = 2` (int64), `file_version = 3` (string), `summary
/// = 5`, `session_log = 7`; in a summary `value = 1`, in a value `tag = 1` and `simple_value = 2`
/// (float); in a session log `status = 1`.
///
/// @param message its bytes
record EventRecord(byte[] message) {
  private static final String VERSION = "brain.Event:2";

  /// SessionLog.START: invalidates what earlier files say of this and later steps.
  private static final int START = 1;

  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int BYTES = 2;
  private static final int FIXED32 = 5;

  /// The required first event of a file.
  static EventRecord version(double seconds) {
    Message event = new Message().number(1, seconds);
    return event.bytes(3, VERSION.getBytes(StandardCharsets.UTF_8)).record();
  }

  /// @param step first step in this file
  static EventRecord sessionStart(double seconds, long step) {
    Message log = new Message().whole(1, START);
    return new Message().number(1, seconds).whole(2, step).bytes(7, log.content()).record();
  }

  /// @param seconds wall time, since 1970
  /// @param scalars by tag
  static EventRecord scalars(double seconds, long step, Map<String, Double> scalars) {
    Message summary = new Message();
    scalars.forEach((tag, value) -> {
      Message one = new Message().bytes(1, tag.getBytes(StandardCharsets.UTF_8));
      summary.bytes(1, one.small(2, value.floatValue()).content());
    });
    return new Message().number(1, seconds).whole(2, step).bytes(5, summary.content()).record();
  }

  /// Length, its checksum, the message, its checksum; little-endian.
  ByteBuffer framed() {
    ByteBuffer frame = ByteBuffer.allocate(message.length + 16).order(ByteOrder.LITTLE_ENDIAN);
    frame.putLong(message.length);
    frame.putInt(TfRecord.checksum(frame.array(), 0, 8));
    frame.put(message);
    frame.putInt(TfRecord.checksum(message, 0, message.length));
    return frame.flip();
  }

  /// Builds a message.
  private static final class Message {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    Message whole(int field, long value) {
      varint((long) field << 3 | VARINT);
      varint(value);
      return this;
    }

    Message number(int field, double value) {
      varint((long) field << 3 | FIXED64);
      out.writeBytes(little(8).putDouble(value).array());
      return this;
    }

    Message small(int field, float value) {
      varint((long) field << 3 | FIXED32);
      out.writeBytes(little(4).putFloat(value).array());
      return this;
    }

    Message bytes(int field, byte[] value) {
      varint((long) field << 3 | BYTES);
      varint(value.length);
      out.writeBytes(value);
      return this;
    }

    byte[] content() {
      return out.toByteArray();
    }

    EventRecord record() {
      return new EventRecord(content());
    }

    private void varint(long value) {
      long rest = value;
      while ((rest & ~0x7fL) != 0) {
        out.write((int) ((rest & 0x7f) | 0x80));
        rest >>>= 7;
      }
      out.write((int) rest);
    }

    private static ByteBuffer little(int size) {
      return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }
  }
}
