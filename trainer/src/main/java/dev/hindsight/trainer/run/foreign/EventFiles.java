package dev.hindsight.trainer.run.foreign;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.ProtoReader;
import dev.hindsight.trainer.run.ledger.TfRecord;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/// Event files of TensorBoard, as Hindsight, PyTorch and TensorFlow write them: TFRecords of
/// `tensorflow.Event`, each with two checksums. They are streamed; one record is in memory.
///
/// Fields: event `wall_time = 1`, `step = 2`, `summary = 5`, `session_log = 7`; summary `value =
/// 1`; value `tag = 1`, `simple_value = 2`, `histo = 5`, `tensor = 8`, `metadata = 9`; metadata
/// `plugin_data = 1`, whose `plugin_name = 1`; histogram `bucket_limit = 6`, `bucket = 7`, `min =
/// 1`, `max = 2`; tensor `dtype = 1`, `tensor_content = 4`, `float_val = 5`, `double_val = 6`,
/// `string_val = 8`.
final class EventFiles {
  private static final int LARGEST = 1 << 28;
  private static final int START = 1;
  private static final int FLOAT = 1;
  private static final int DOUBLE = 2;

  /// What a tensor is for. Those of others (images, precision-recall curves, meshes,
  /// hyperparameters) are neither numbers over steps nor texts.
  private static final Set<String> PLUGINS = Set.of("", "scalars", "histograms", "text");

  private final Path file;
  private final LoggedMetrics metrics;

  /// By tag: the first event of a tag may be the only one that says it.
  private final Map<String, String> plugins = new HashMap<>();

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
    int got;
    while ((got = in.readNBytes(head, 0, 12)) == 12) {
      ByteBuffer header = ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN);
      long length = header.getLong(0);
      if (header.getInt(8) != TfRecord.checksum(head, 0, 8) || length < 0 || length > LARGEST) {
        throw damaged(at);
      }
      int wanted = (int) length + 4;
      if (body.length < wanted) {
        // What a length declares is read, not allocated: the file may be cut off.
        body = Arrays.copyOf(in.readNBytes(wanted), wanted);
        if (in.available() == 0 && Files.size(file) < at + 12L + wanted) {
          cutOff(at);
          return;
        }
      } else if (in.readNBytes(body, 0, wanted) < wanted) {
        cutOff(at);
        return;
      }
      int checksum = ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN).getInt((int) length);
      if (checksum != TfRecord.checksum(body, 0, (int) length)) {
        throw damaged(at);
      }
      try {
        event(new ProtoReader(body, 0, (int) length));
      } catch (IllegalArgumentException _) {
        throw damaged(at);
      }
      at += 12L + wanted;
    }
    if (got > 0) {
      cutOff(at);
    }
  }

  private void cutOff(long at) {
    metrics.note(wording("EventFiles.the_last_record_is_cut_off", file.getFileName(), at));
  }

  private Problem damaged(long at) {
    return new Problem(
        wording("EventFiles.it_is_damaged", at),
        file.toString(),
        wording("EventFiles.copy_it_again"));
  }

  private void event(ProtoReader fields) {
    double time = LoggedSeries.NO_TIME;
    long step = 0;
    ProtoReader summary = null;
    ProtoReader session = null;
    while (fields.next()) {
      switch (fields.field()) {
        case 1 -> time = fields.real();
        case 2 -> step = fields.value();
        case 5 -> summary = message(fields);
        case 7 -> session = message(fields);
        default -> {}
      }
    }
    ended(fields);
    while (session != null && session.next()) {
      if (session.field() == 1 && session.value() == START && step > 0) {
        metrics.cut(step);
      }
    }
    while (summary != null && summary.next()) {
      if (summary.field() == 1) {
        value(message(summary), step, time);
      }
    }
    if (session != null) {
      ended(session);
    }
    if (summary != null) {
      ended(summary);
    }
  }

  /// A field that holds a message, a text or bytes.
  private static ProtoReader counted(ProtoReader fields) {
    if (!fields.isMessage()) {
      throw new IllegalArgumentException("field " + fields.field() + " is a number");
    }
    return fields;
  }

  private static ProtoReader message(ProtoReader fields) {
    return counted(fields).message();
  }

  /// Refuses a message that ends before its fields do.
  private static void ended(ProtoReader fields) {
    if (!fields.whole()) {
      throw new IllegalArgumentException("a message is cut off");
    }
  }

  private void value(ProtoReader fields, long step, double time) {
    String tag = "";
    double scalar = Double.NaN;
    boolean found = false;
    ProtoReader histogram = null;
    ProtoReader tensor = null;
    String plugin = "";
    while (fields.next()) {
      switch (fields.field()) {
        case 1 -> tag = counted(fields).text();
        case 2 -> {
          scalar = fields.real();
          found = true;
        }
        case 5 -> histogram = message(fields);
        case 8 -> tensor = message(fields);
        case 9 -> plugin = plugin(message(fields));
        default -> {}
      }
    }
    ended(fields);
    if (!plugin.isEmpty()) {
      plugins.putIfAbsent(tag, plugin);
    }
    if (found) {
      metrics.scalar(tag, step, time, scalar);
    } else if (histogram != null) {
      histogram(tag, histogram, step);
    } else if (tensor != null && PLUGINS.contains(plugins.getOrDefault(tag, ""))) {
      tensor(tag, tensor, step, time);
    }
  }

  /// The name of the plugin that shows a value, from its metadata.
  private static String plugin(ProtoReader metadata) {
    String plugin = "";
    while (metadata.next()) {
      ProtoReader data = metadata.field() == 1 ? message(metadata) : null;
      while (data != null && data.next()) {
        plugin = data.field() == 1 ? counted(data).text() : plugin;
      }
      if (data != null) {
        ended(data);
      }
    }
    ended(metadata);
    return plugin;
  }

  private void histogram(String tag, ProtoReader fields, long step) {
    // A field that is missing is 0: protocol buffers do not write zeros.
    double least = 0;
    double most = 0;
    double[] limits = new double[0];
    double[] counts = new double[0];
    while (fields.next()) {
      switch (fields.field()) {
        case 1 -> least = fields.real();
        case 2 -> most = fields.real();
        case 6 -> limits = fields.reals(limits, 8);
        case 7 -> counts = fields.reals(counts, 8);
        default -> {}
      }
    }
    ended(fields);
    histogram(tag, step, new double[] {least, most}, limits, counts);
  }

  /// @param ends of the numbers; NaN for those of the buckets
  private void histogram(String tag, long step, double[] ends, double[] limits, double[] counts) {
    if (limits.length == 0 || counts.length < limits.length) {
      return;
    }
    double least = Double.isFinite(ends[0]) ? ends[0] : limits[0];
    double most = Double.isFinite(ends[1]) ? ends[1] : limits[limits.length - 1];
    if (Double.isFinite(least) && Double.isFinite(most)) {
      metrics.histogram(tag, LoggedBands.of(step, least, most, limits, counts));
    }
  }

  /// TensorFlow 2 writes scalars, histograms (rows of left, right, count) and texts as tensors.
  private void tensor(String tag, ProtoReader fields, long step, double time) {
    long type = 0;
    double[] numbers = new double[0];
    ByteBuffer content = ByteBuffer.allocate(0);
    String text = "";
    boolean texts = false;
    while (fields.next()) {
      switch (fields.field()) {
        case 1 -> type = fields.value();
        case 4 -> content = counted(fields).bytes();
        case 5 -> numbers = fields.reals(numbers, 4);
        case 6 -> numbers = fields.reals(numbers, 8);
        case 8 -> {
          text = texts ? text : counted(fields).text();
          texts = true;
        }
        default -> {}
      }
    }
    ended(fields);
    if (content.hasRemaining() && (type == FLOAT || type == DOUBLE)) {
      int size = type == FLOAT ? 4 : 8;
      numbers = new double[content.remaining() / size];
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = size == 4 ? content.getFloat() : content.getDouble();
      }
    }
    if (texts) {
      metrics.text(tag, step, text);
    } else if (numbers.length == 1) {
      metrics.scalar(tag, step, time, numbers[0]);
    } else if (numbers.length > 1 && numbers.length % 3 == 0) {
      double[] limits = new double[numbers.length / 3];
      double[] counts = new double[numbers.length / 3];
      for (int i = 0; i < limits.length; i++) {
        limits[i] = numbers[3 * i + 1];
        counts[i] = numbers[3 * i + 2];
      }
      double[] ends = {numbers[0], limits[limits.length - 1]};
      histogram(tag, step, ends, limits, counts);
    }
  }
}
