package dev.hindsight.trainer.env;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/// A state as bytes: 4 bytes that name the form, 4 of a checksum, and the compressed fields. Any
/// changed or missing byte is noticed before a field is read. Reading allocates no more than the
/// given bytes and a fixed buffer.
public final class StateBytes {
  /// `HST1`.
  private static final int FORM = 0x48535431;

  private static final int HEADER = 2 * Integer.BYTES;

  private StateBytes() {}

  /// Writes a state.
  ///
  /// @param state names its fields
  public static byte[] write(Consumer<StateStream> state) {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    Deflater deflater = new Deflater(Deflater.BEST_SPEED);
    try (DataOutputStream fields =
        new DataOutputStream(
            new BufferedOutputStream(new DeflaterOutputStream(packed, deflater)))) {
      state.accept(new Writer(fields));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      deflater.end();
    }
    byte[] body = packed.toByteArray();
    return ByteBuffer.allocate(HEADER + body.length)
        .putInt(FORM)
        .putInt(checksum(body, 0))
        .put(body)
        .array();
  }

  /// Reads a state.
  ///
  /// @param where it is from, for messages
  /// @param state names its fields; false if the stored state is of another kind, and nothing has
  ///   changed
  /// @return what `state` says
  /// @throws Problem if the bytes are no state, or not this one
  public static boolean read(byte[] bytes, String where, Predicate<StateStream> state) {
    return read(bytes, where, state::test, fits -> fits);
  }

  /// Reads a state of the only kind that can be there.
  ///
  /// @param where it is from, for messages
  /// @param state reads all of its fields
  /// @return what `state` read
  /// @throws Problem if the bytes are no state, or not this one
  public static <T> T readWhole(byte[] bytes, String where, Function<StateStream, T> state) {
    return read(bytes, where, state, _ -> true);
  }

  /// @param whole whether `state` read all fields
  private static <T> T read(
      byte[] bytes, String where, Function<StateStream, T> state, Predicate<T> whole) {
    if (bytes.length < HEADER
        || ByteBuffer.wrap(bytes).getInt() != FORM
        || ByteBuffer.wrap(bytes).getInt(Integer.BYTES) != checksum(bytes, HEADER)) {
      throw damaged(where);
    }
    InflaterInputStream inflated =
        new InflaterInputStream(new ByteArrayInputStream(bytes, HEADER, bytes.length - HEADER));
    try (DataInputStream fields = new DataInputStream(new BufferedInputStream(inflated))) {
      T found = state.apply(new Reader(fields, where));
      if (whole.test(found) && fields.read() >= 0) {
        throw damaged(where);
      }
      return found;
    } catch (IOException | UncheckedIOException e) {
      throw damaged(where);
    }
  }

  private static int checksum(byte[] bytes, int from) {
    CRC32 sum = new CRC32();
    sum.update(bytes, from, bytes.length - from);
    return (int) sum.getValue();
  }

  private static Problem damaged(String where) {
    return new Problem(
        wording("StateBytes.the_stored_state_is_damaged"),
        where,
        wording("StateBytes.take_another_checkpoint"));
  }

  private static final class Writer extends StateStream {
    private final DataOutputStream fields;

    Writer(DataOutputStream fields) {
      this.fields = fields;
    }

    @Override
    public boolean reads() {
      return false;
    }

    @Override
    public int number(int value) {
      try {
        fields.writeInt(value);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return value;
    }

    @Override
    public long number(long value) {
      try {
        fields.writeLong(value);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return value;
    }

    @Override
    public void numbers(byte[] array) {
      try {
        fields.write(array);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    RuntimeException damaged() {
      return new IllegalStateException("a state outside its own range");
    }
  }

  private static final class Reader extends StateStream {
    private final DataInputStream fields;
    private final String where;

    Reader(DataInputStream fields, String where) {
      this.fields = fields;
      this.where = where;
    }

    @Override
    public boolean reads() {
      return true;
    }

    @Override
    public int number(int value) {
      try {
        return fields.readInt();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public long number(long value) {
      try {
        return fields.readLong();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void numbers(byte[] array) {
      try {
        fields.readFully(array);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    RuntimeException damaged() {
      return StateBytes.damaged(where);
    }
  }
}
