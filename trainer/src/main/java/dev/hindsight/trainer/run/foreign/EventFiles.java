package dev.hindsight.trainer.run.foreign;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;

/// Event files of TensorBoard, as Hindsight, PyTorch and TensorFlow write them: TFRecords of
/// `tensorflow.Event`, each with two checksums. They are streamed; one record is in memory.
///
/// Fields: event `wall_time = 1`, `step = 2`, `summary = 5`, `session_log = 7`; summary `value =
/// 1`; value `tag = 1`, `simple_value = 2`, `histo = 5`, `tensor = 8`; histogram `bucket_limit =
/// 6`, `bucket = 7`; tensor `dtype = 1`, `tensor_content = 4`, `float_val = 5`, `double_val = 6`,
/// `string_val = 8`.
final class EventFiles {
  private static final int LARGEST = 1 << 28;
  private static final int START = 1;
  private static final int FLOAT = 1;
  private static final int DOUBLE = 2;

  private final Path file;
  private final LoggedMetrics metrics;

  private EventFiles(Path file, LoggedMetrics metrics) {
    this.file = file;
    this.metrics = metrics;
  }

  /// Reads a file. A record at the end that is not whole yet is left out.
  ///
  /// @throws Problem if a checksum is wrong
  static void read(Path file, LoggedMetrics metrics) {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 20)) {
      new EventFiles(file, metrics).read(in);
    } catch (IOException e) {
      throw new Problem(
          wording("EventFiles.it_cannot_be_read"),
          file.toString(),
          wording("EventFiles.check_that_it_is_there"),
          e);
    }
  }

  private void read(InputStream in) throws IOException {
    byte[] head = new byte[12];
    byte[] body = new byte[1 << 16];
    long at = 0;
    while (in.readNBytes(head, 0, 12) == 12) {
      ByteBuffer header = ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN);
      long length = header.getLong(0);
      if (header.getInt(8) != masked(head, 8) || length < 0 || length > LARGEST) {
        throw damaged(at);
      }
      int wanted = (int) length + 4;
      if (body.length < wanted) {
        // What a length declares is read, not allocated: the file may be cut off.
        body = Arrays.copyOf(in.readNBytes(wanted), wanted);
        if (in.available() == 0 && Files.size(file) < at + 12L + wanted) {
          return;
        }
      } else if (in.readNBytes(body, 0, wanted) < wanted) {
        return;
      }
      int checksum = ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN).getInt((int) length);
      if (checksum != masked(body, (int) length)) {
        throw damaged(at);
      }
      try {
        event(new Fields(body, 0, (int) length));
      } catch (BufferUnderflowException | IllegalArgumentException | IndexOutOfBoundsException _) {
        throw damaged(at);
      }
      at += 12L + wanted;
    }
  }

  private Problem damaged(long at) {
    return new Problem(
        wording("EventFiles.it_is_damaged", at),
        file.toString(),
        wording("EventFiles.copy_it_again"));
  }

  /// TFRecord's masked CRC-32C.
  private static int masked(byte[] bytes, int length) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes, 0, length);
    int crc = (int) checksum.getValue();
    return ((crc >>> 15) | (crc << 17)) + 0xa282ead8;
  }

  private void event(Fields fields) {
    double time = LoggedSeries.NO_TIME;
    long step = 0;
    Fields summary = null;
    Fields session = null;
    while (fields.next()) {
      switch (fields.number) {
        case 1 -> time = fields.real();
        case 2 -> step = fields.whole;
        case 5 -> summary = fields.message();
        case 7 -> session = fields.message();
        default -> {}
      }
    }
    while (session != null && session.next()) {
      if (session.number == 1 && session.whole == START && step > 0) {
        metrics.cut(step);
      }
    }
    while (summary != null && summary.next()) {
      if (summary.number == 1) {
        value(summary.message(), step, time);
      }
    }
  }

  private void value(Fields fields, long step, double time) {
    String tag = "";
    double scalar = Double.NaN;
    boolean found = false;
    Fields histogram = null;
    Fields tensor = null;
    while (fields.next()) {
      switch (fields.number) {
        case 1 -> tag = fields.text();
        case 2 -> {
          scalar = fields.real();
          found = true;
        }
        case 5 -> histogram = fields.message();
        case 8 -> tensor = fields.message();
        default -> {}
      }
    }
    if (found) {
      metrics.scalar(tag, step, time, scalar);
    } else if (histogram != null) {
      histogram(tag, histogram, step);
    } else if (tensor != null) {
      tensor(tag, tensor, step, time);
    }
  }

  private void histogram(String tag, Fields fields, long step) {
    double[] limits = new double[0];
    double[] counts = new double[0];
    while (fields.next()) {
      switch (fields.number) {
        case 6 -> limits = fields.reals(limits, 8);
        case 7 -> counts = fields.reals(counts, 8);
        default -> {}
      }
    }
    metrics.histogram(tag, new LoggedMetrics.Histogram(step, limits, counts));
  }

  /// TensorFlow 2 writes scalars, histograms (rows of left, right, count) and texts as tensors.
  private void tensor(String tag, Fields fields, long step, double time) {
    long type = 0;
    double[] numbers = new double[0];
    ByteBuffer content = ByteBuffer.allocate(0);
    String text = "";
    boolean texts = false;
    while (fields.next()) {
      switch (fields.number) {
        case 1 -> type = fields.whole;
        case 4 -> content = fields.bytes();
        case 5 -> numbers = fields.reals(numbers, 4);
        case 6 -> numbers = fields.reals(numbers, 8);
        case 8 -> {
          text = texts ? text : fields.text();
          texts = true;
        }
        default -> {}
      }
    }
    if (content.hasRemaining() && (type == FLOAT || type == DOUBLE)) {
      int size = type == FLOAT ? 4 : 8;
      numbers = new double[content.remaining() / size];
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = size == 4 ? content.getFloat() : content.getDouble();
      }
    }
    if (texts) {
      metrics.text(tag, text);
    } else if (numbers.length == 1) {
      metrics.scalar(tag, step, time, numbers[0]);
    } else if (numbers.length > 1 && numbers.length % 3 == 0) {
      double[] limits = new double[numbers.length / 3];
      double[] counts = new double[numbers.length / 3];
      for (int i = 0; i < limits.length; i++) {
        limits[i] = numbers[3 * i + 1];
        counts[i] = numbers[3 * i + 2];
      }
      metrics.histogram(tag, new LoggedMetrics.Histogram(step, limits, counts));
    }
  }

  /// The fields of a message in the wire format of protocol buffers.
  private static final class Fields {
    private final ByteBuffer bytes;
    private int number;
    private int wire;
    private long whole;
    private int from;
    private int length;

    Fields(byte[] message, int from, int length) {
      this(ByteBuffer.wrap(message, from, length).slice());
    }

    private Fields(ByteBuffer message) {
      bytes = message.order(ByteOrder.LITTLE_ENDIAN);
    }

    /// Moves to the next field.
    boolean next() {
      if (!bytes.hasRemaining()) {
        return false;
      }
      long key = varint();
      number = (int) (key >>> 3);
      wire = (int) (key & 7);
      switch (wire) {
        case 0 -> whole = varint();
        case 1 -> whole = bytes.getLong();
        case 2 -> {
          long declared = varint();
          if (declared < 0 || declared > bytes.remaining()) {
            throw new BufferUnderflowException();
          }
          from = bytes.position();
          length = (int) declared;
          bytes.position(from + length);
        }
        case 5 -> whole = bytes.getInt();
        default -> throw new IllegalArgumentException("wire type " + wire);
      }
      return true;
    }

    private long varint() {
      long value = 0;
      for (int shift = 0; shift < 64; shift += 7) {
        byte part = bytes.get();
        value |= (long) (part & 0x7f) << shift;
        if (part >= 0) {
          return value;
        }
      }
      throw new IllegalArgumentException("a number of more than ten bytes");
    }

    double real() {
      return wire == 5 ? Float.intBitsToFloat((int) whole) : Double.longBitsToDouble(whole);
    }

    ByteBuffer bytes() {
      if (wire != 2) {
        throw new IllegalArgumentException("no bytes");
      }
      return bytes.slice(from, length).order(ByteOrder.LITTLE_ENDIAN);
    }

    Fields message() {
      return new Fields(bytes());
    }

    String text() {
      return StandardCharsets.UTF_8.decode(bytes()).toString();
    }

    /// Adds one number, or a packed list of them.
    double[] reals(double[] before, int size) {
      if (wire != 2) {
        double[] more = Arrays.copyOf(before, before.length + 1);
        more[before.length] = real();
        return more;
      }
      ByteBuffer packed = bytes();
      double[] more = Arrays.copyOf(before, before.length + packed.remaining() / size);
      for (int i = before.length; i < more.length; i++) {
        more[i] = size == 4 ? packed.getFloat() : packed.getDouble();
      }
      return more;
    }
  }
}
