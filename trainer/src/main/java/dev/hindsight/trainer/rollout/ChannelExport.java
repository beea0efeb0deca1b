package dev.hindsight.trainer.rollout;

import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/// A channel, or part of it, to be saved as a file other programs read: by the ending of its name
/// CSV (a row for each tick and agent) or NPY (the element type as recorded).
///
/// Nothing is looked at before it runs. A failed or cancelled export leaves no file, and one that
/// was there before stays as it was.
///
/// @param rollout the recording, open
/// @param channel name of the channel
/// @param agent whose part of it; everybody's without one
/// @param ticks which of it
/// @param out the file to make
public record ChannelExport(
    Rollout rollout, String channel, OptionalInt agent, RequestedTicks ticks, Path out)
    implements Job<ChannelExport.Report> {
  /// What came of it.
  ///
  /// @param file the finished file
  /// @param ticks rows of the channel in it
  /// @param bytes its size
  public record Report(Path file, int ticks, long bytes) {}

  @Override
  public Report run(Progress progress, Cancellation cancellation) {
    ChannelPart part = part();
    String name = String.valueOf(out.getFileName()).toLowerCase(Locale.ROOT);
    ChannelSink sink;
    if (name.endsWith(".csv")) {
      sink = ChannelSink.csv(part);
    } else if (name.endsWith(".npy")) {
      sink = ChannelSink.npy(part);
    } else {
      throw new Problem(
          "a channel is saved as .csv or .npy", out.toString(), "end the file's name with one");
    }
    return write(part, sink, progress, cancellation);
  }

  private ChannelPart part() {
    Channel found =
        rollout
            .channel(channel)
            .orElseThrow(() ->
                new Problem(
                    "the recording has no such channel",
                    channel,
                    "choose one of "
                        + rollout.channels().stream()
                            .map(known -> known.spec().name())
                            .collect(Collectors.joining(", "))));
    Span asked = ticks.in(rollout);
    if (agent.isPresent() && !found.spec().perAgent()) {
      throw new Problem("the channel has no values by agent", channel, "leave the agent out");
    }
    int agents = found.spec().perAgent() ? found.rowShape()[0] : 0;
    if (agent.isPresent() && (agent.getAsInt() < 0 || agent.getAsInt() >= agents)) {
      throw new Problem(
          "there is no agent " + agent.getAsInt(),
          rollout.file().toString(),
          "choose from 0 to " + (agents - 1));
    }
    return new ChannelPart(rollout, found, agent, asked);
  }

  private Report write(
      ChannelPart part, ChannelSink sink, Progress progress, Cancellation cancellation) {
    try {
      if (Files.isDirectory(out)) {
        throw new Problem("this is a folder", out.toString(), "name a file in it");
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
          "the file cannot be written",
          out.toString(),
          "check that the folder is there, can be written and has room",
          e);
    }
  }
}
