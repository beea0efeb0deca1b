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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/// Saves a channel, or part of it, as a file for other programs: CSV (a row for each tick and
/// agent) or NPY (the element type as recorded), depending on the file extension.
///
/// Nothing is checked before it runs. A failed or cancelled export leaves no file, and an existing
/// file stays as it was.
///
/// @param rollout the recording, open
/// @param channel name of the channel
/// @param agent the agent to save; empty for all
/// @param ticks the ticks to save
/// @param out the file to write
public record ChannelExport(
    Rollout rollout, String channel, OptionalInt agent, RequestedTicks ticks, Path out)
    implements Job<ChannelExport.Report> {
  /// The result.
  ///
  /// @param file the finished file
  /// @param ticks rows of the channel in it
  /// @param bytes its size
  public record Report(Path file, int ticks, long bytes) {}

  @Override
  public Report run(Progress progress, Cancellation cancellation) {
    OutputFile.spares(out, List.of(rollout.file()));
    ChannelPart part = part();
    String name = String.valueOf(out.getFileName()).toLowerCase(Locale.ROOT);
    ChannelSink sink;
    if (name.endsWith(".csv")) {
      sink = ChannelSink.csv(part);
    } else if (name.endsWith(".npy")) {
      sink = ChannelSink.npy(part);
    } else {
      throw new Problem(
          wording("ChannelExport.a_channel_is_saved_as_csv"),
          out.toString(),
          wording("ChannelExport.end_the_files_name_with_one"));
    }
    return write(part, sink, progress, cancellation);
  }

  private ChannelPart part() {
    Channel found =
        rollout
            .channel(channel)
            .orElseThrow(() ->
                new Problem(
                    wording("ChannelExport.the_recording_has_no_such_channel"),
                    channel,
                    wording(
                        "ChannelExport.choose_one_of",
                        rollout.channels().stream()
                            .map(known -> known.spec().name())
                            .collect(Collectors.joining(", ")))));
    Span asked = ticks.in(rollout);
    if (agent.isPresent() && !found.spec().perAgent()) {
      throw new Problem(
          wording("ChannelExport.the_channel_has_no_values_by"),
          channel,
          wording("ChannelExport.leave_the_agent_out"));
    }
    int agents = found.spec().perAgent() ? found.rowShape()[0] : 0;
    agent.ifPresent(number -> AgentNumber.check(number, agents, rollout.file()));
    return new ChannelPart(rollout, found, agent, asked);
  }

  private Report write(
      ChannelPart part, ChannelSink sink, Progress progress, Cancellation cancellation) {
    try {
      if (Files.isDirectory(out)) {
        throw new Problem(
            wording("ChannelExport.this_is_a_folder"),
            out.toString(),
            wording("ChannelExport.name_a_file_in_it"));
      }
      long bytes =
          AtomicFile.write(
              out,
              stream -> {
                sink.begin(stream);
                for (int tick = part.span().from(); tick < part.span().to(); tick++) {
                  cancellation.throwIfCancelled();
                  sink.tick(stream, tick);
                  progress.report(tick - part.span().from() + 1L, part.ticks(), "ticks");
                }
                cancellation.throwIfCancelled();
              });
      return new Report(out, part.ticks(), bytes);
    } catch (IOException e) {
      throw new Problem(
          wording("ChannelExport.the_file_cannot_be_written"),
          out.toString(),
          wording("ChannelExport.check_that_the_folder_is_there"),
          e);
    }
  }

  /// A file format for channels.
  private interface ChannelSink {
    /// Writes the part before the numbers.
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
            channel.put(row, tick, i);
          }
          out.write(row.array(), 0, row.position());
        }
      };
    }

    /// Comma-separated values (RFC 4180, in UTF-8): a header with units, then a row for each tick
    /// and agent. Trials, ticks and agents count from 0, as in the recording.
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
              int index = part.first() + row * part.width() + i;
              rows.append(',').append(part.channel().text(tick, index));
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
        header.append(',').append(CsvLine.quoted(name + unit));
      }
      return header.append("\r\n").toString();
    }

    private static void place(StringBuilder row, Rollout rollout, int tick) {
      TrialIndex trials = rollout.trials();
      int stretch = trials.stretchAt(tick);
      row.append(tick).append(',').append(trials.trial(stretch));
      row.append(',').append(tick - trials.start(stretch));
      row.append(',');
      if (rollout.manifest().tellsTickSeconds()) {
        // Ticks of 0.1 s should not become 0.30000000000000004.
        row.append(Math.round(tick * rollout.manifest().tickSeconds() * 1e9) / 1e9);
      }
    }
  }

  /// The part of a channel to save.
  ///
  /// @param rollout the recording
  /// @param channel the channel
  /// @param agent the agent; empty for all
  /// @param span its ticks
  private record ChannelPart(Rollout rollout, Channel channel, OptionalInt agent, Span span) {
    int ticks() {
      return span.ticks();
    }

    /// A, or 0 if the channel has no agent axis.
    int agents() {
      return channel.spec().perAgent() ? channel.rowShape()[0] : 0;
    }

    /// Numbers per agent, or in the whole row without an agent axis.
    int width() {
      return agents() == 0 ? channel.rowLength() : channel.rowLength() / agents();
    }

    /// Index of the first saved number of a row.
    int first() {
      return agent.isPresent() ? agent.getAsInt() * width() : 0;
    }

    /// Number of saved numbers per row.
    int count() {
      return agent.isPresent() ? width() : channel.rowLength();
    }

    /// Sizes of the saved array; without the axis `agent` if one agent was chosen.
    int[] shape() {
      int[] row = channel.rowShape();
      int[] rest = agent.isPresent() ? Arrays.copyOfRange(row, 1, row.length) : row;
      int[] shape = new int[rest.length + 1];
      shape[0] = ticks();
      System.arraycopy(rest, 0, shape, 1, rest.length);
      return shape;
    }
  }
}
