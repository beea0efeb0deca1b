package dev.hindsight.trainer.rollout;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.CsvLine;
import dev.hindsight.trainer.OutputFile;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.Deflater;
import java.util.zip.ZipOutputStream;

/// Saves all columns of a recording for other programs: as `.npz`, an array for each column in its
/// own type, or as one CSV table with a row for each tick and agent. The recording is streamed.
///
/// @param rollout the recording, open
/// @param ticks the ticks to save
/// @param form file format
/// @param out the file to write
public record RecordingExport(Rollout rollout, RequestedTicks ticks, Form form, Path out)
    implements Job<RecordingExport.Report> {
  /// Numbers of one agent in a column that a table still takes; pictures have more.
  private static final int WIDEST = 64;

  /// File formats.
  public enum Form {
    /// NumPy's archive of arrays.
    NPZ,
    /// A table.
    CSV
  }

  /// The result.
  ///
  /// @param left columns that the table does not take, because they are too wide
  public record Report(Path file, int ticks, int columns, List<String> left, long bytes) {
    /// Copies the list.
    public Report {
      left = List.copyOf(left);
    }
  }

  @Override
  public Report run(Progress progress, Cancellation cancellation) {
    OutputFile.spares(out, List.of(rollout.file()));
    Span span = ticks.in(rollout);
    List<Channel> columns = new ArrayList<>();
    List<String> left = new ArrayList<>();
    for (Channel channel : rollout.channels()) {
      if (form == Form.CSV && width(channel) > WIDEST) {
        left.add(channel.spec().name());
      } else {
        columns.add(channel);
      }
    }
    try {
      long bytes =
          AtomicFile.write(
              out,
              stream -> {
                switch (form) {
                  case NPZ -> arrays(stream, columns, span, progress, cancellation);
                  case CSV -> table(stream, columns, span, progress, cancellation);
                }
              });
      return new Report(out, span.ticks(), columns.size(), left, bytes);
    } catch (IOException e) {
      throw new Problem(
          wording("ChannelExport.the_file_cannot_be_written"),
          out.toString(),
          wording("ChannelExport.check_that_the_folder_is_there"),
          e);
    }
  }

  private static int width(Channel channel) {
    return channel.spec().perAgent() && channel.rowShape().length > 0
        ? channel.rowLength() / Math.max(1, channel.rowShape()[0])
        : channel.rowLength();
  }

  private void arrays(
      OutputStream out,
      List<Channel> columns,
      Span span,
      Progress progress,
      Cancellation cancellation)
      throws IOException {
    ZipOutputStream zip = new ZipOutputStream(out);
    zip.setLevel(Deflater.BEST_SPEED);
    long done = 0;
    for (Channel channel : columns) {
      Dtype dtype = channel.spec().type();
      int[] row = channel.rowShape();
      int[] shape = new int[row.length + 1];
      shape[0] = span.ticks();
      System.arraycopy(row, 0, shape, 1, row.length);
      zip.putNextEntry(Npy.member(channel.spec().name()));
      zip.write(NpyHeader.encode(dtype, shape));
      ByteBuffer bytes =
          ByteBuffer.allocate(channel.rowLength() * dtype.bytes()).order(ByteOrder.LITTLE_ENDIAN);
      for (int tick = span.from(); tick < span.to(); tick++) {
        cancellation.throwIfCancelled();
        bytes.clear();
        for (int i = 0; i < channel.rowLength(); i++) {
          channel.put(bytes, tick, i);
        }
        zip.write(bytes.array(), 0, bytes.position());
      }
      zip.closeEntry();
      progress.report(++done, columns.size(), "columns");
    }
    zip.finish();
  }

  private void table(
      OutputStream out,
      List<Channel> columns,
      Span span,
      Progress progress,
      Cancellation cancellation)
      throws IOException {
    StringBuilder line = new StringBuilder("tick,agent");
    for (Channel channel : columns) {
      for (int i = 0; i < width(channel); i++) {
        String name = channel.spec().name() + (width(channel) == 1 ? "" : "." + i);
        line.append(',').append(CsvLine.quoted(name));
      }
    }
    out.write(line.append("\r\n").toString().getBytes(StandardCharsets.UTF_8));
    int agents = Math.max(1, rollout.manifest().agents());
    for (int tick = span.from(); tick < span.to(); tick++) {
      cancellation.throwIfCancelled();
      line.setLength(0);
      for (int agent = 0; agent < agents; agent++) {
        line.append(tick).append(',').append(agent);
        for (Channel channel : columns) {
          int width = width(channel);
          int from = channel.spec().perAgent() ? agent * width : 0;
          for (int i = from; i < from + width; i++) {
            line.append(',').append(channel.text(tick, i));
          }
        }
        line.append("\r\n");
      }
      out.write(line.toString().getBytes(StandardCharsets.UTF_8));
      progress.report(tick - span.from() + 1L, span.ticks(), "ticks");
    }
  }

  /// The format that the name of a file says.
  public static Optional<Form> formOf(String name) {
    return name.endsWith(".npz")
        ? Optional.of(Form.NPZ)
        : name.endsWith(".csv") ? Optional.of(Form.CSV) : Optional.empty();
  }
}
