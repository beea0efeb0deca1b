package dev.hindsight.trainer.rollout;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// A file format that a channel is saved in.
interface ChannelSink {
  /// Writes what comes before the numbers.
  void begin(OutputStream out) throws IOException;

  /// Writes the numbers of a tick.
  void tick(OutputStream out, int tick) throws IOException;

  /// NumPy's format, in the element type of the recording.
  static ChannelSink npy(ChannelPart part) {
    Channel channel = part.channel();
    Dtype dtype = channel.spec().type();
    ByteBuffer row =
        ByteBuffer.allocate(part.count() * dtype.bytes()).order(ByteOrder.LITTLE_ENDIAN);
    return new ChannelSink() {
      @Override
      public void begin(OutputStream out) throws IOException {
        out.write(NpyHeader.encode(dtype, part.shape()));
      }

      @Override
      public void tick(OutputStream out, int tick) throws IOException {
        row.clear();
        for (int i = part.first(); i < part.first() + part.count(); i++) {
          switch (dtype) {
            case F2 -> row.putShort(Float.floatToFloat16((float) channel.value(tick, i)));
            case F4 -> row.putFloat((float) channel.value(tick, i));
            case F8 -> row.putDouble(channel.value(tick, i));
            case I1, U1, BOOL -> row.put((byte) channel.integer(tick, i));
            case I2 -> row.putShort((short) channel.integer(tick, i));
            case I4 -> row.putInt((int) channel.integer(tick, i));
            case I8 -> row.putLong(channel.integer(tick, i));
          }
        }
        out.write(row.array(), 0, row.position());
      }
    };
  }

  /// Comma-separated values (RFC 4180, in UTF-8): a header with units, then a row for each tick and
  /// agent. Trials, ticks and agents count from 0, as in the recording.
  static ChannelSink csv(ChannelPart part) {
    return new ChannelSink() {
      @Override
      public void begin(OutputStream out) throws IOException {
        out.write(header(part).getBytes(StandardCharsets.UTF_8));
      }

      @Override
      public void tick(OutputStream out, int tick) throws IOException {
        int agents = part.agents();
        StringBuilder rows = new StringBuilder();
        for (int row = 0; row < part.count() / Math.max(1, part.width()); row++) {
          place(rows, part.rollout(), tick);
          if (agents > 0) {
            rows.append(',').append(part.agent().orElse(row));
          }
          for (int i = 0; i < part.width(); i++) {
            number(rows.append(','), part, tick, part.first() + row * part.width() + i);
          }
          rows.append("\r\n");
        }
        out.write(rows.toString().getBytes(StandardCharsets.UTF_8));
      }
    };
  }

  private static String header(ChannelPart part) {
    ChannelSpec spec = part.channel().spec();
    StringBuilder header = new StringBuilder("tick,trial,trial_tick,time [s]");
    if (part.agents() > 0) {
      header.append(",agent");
    }
    String unit = spec.unit().isEmpty() ? "" : " [" + spec.unit() + "]";
    for (int i = 0; i < part.width(); i++) {
      String name = part.width() == 1 ? spec.name() : spec.name() + "." + i;
      header.append(',').append(quoted(name + unit));
    }
    return header.append("\r\n").toString();
  }

  private static void place(StringBuilder row, Rollout rollout, int tick) {
    TrialIndex trials = rollout.trials();
    int stretch = trials.stretchAt(tick);
    row.append(tick).append(',').append(trials.trial(stretch));
    row.append(',').append(tick - trials.start(stretch));
    // Ticks of 0.1 s should not be written as 0.30000000000000004.
    double seconds = Math.round(tick * rollout.manifest().tickSeconds() * 1e9) / 1e9;
    row.append(',').append(seconds);
  }

  private static void number(StringBuilder row, ChannelPart part, int tick, int index) {
    Channel channel = part.channel();
    switch (channel.spec().type()) {
      case F2, F4 -> row.append((float) channel.value(tick, index));
      case F8 -> row.append(channel.value(tick, index));
      case I1, U1, I2, I4, I8, BOOL -> row.append(channel.integer(tick, index));
    }
  }

  private static String quoted(String field) {
    boolean plain = field.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return plain ? field : '"' + field.replace("\"", "\"\"") + '"';
  }
}
