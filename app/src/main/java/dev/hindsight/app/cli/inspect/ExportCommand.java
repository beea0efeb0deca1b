package dev.hindsight.app.cli.inspect;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.console.RangeOptions;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.rollout.ChannelExport;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.foreign.RecordingOpener;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight export`: saves a channel of a recording as CSV or NPY.
@Command(name = "export")
public final class ExportCommand extends CommandBase {
  @Parameters(paramLabel = "FILE", descriptionKey = "ExportCommand.file")
  private Path file;

  @Option(
      names = "--channel",
      paramLabel = "NAME",
      required = true,
      descriptionKey = "ExportCommand.channel")
  private String channel;

  @Option(names = "--agent", paramLabel = "A", descriptionKey = "ExportCommand.agent")
  private Optional<Integer> agent;

  @Mixin private RangeOptions range;

  @Option(
      names = "--out",
      paramLabel = "X.csv|X.npy",
      required = true,
      descriptionKey = "ExportCommand.out")
  private Path out;

  @Override
  public Integer call() throws Exception {
    try (Rollout rollout = RecordingOpener.open(file)) {
      ChannelExport.Report report =
          done(new ChannelExport(rollout, channel, optional(agent), range.ticks(), out));
      console()
          .result(
              format(),
              new ExportJson(report.file().toString(), channel, report.ticks(), report.bytes()),
              wording(
                  "ExportCommand.ticks_of",
                  report.file(),
                  report.ticks(),
                  channel,
                  NumberWords.bytes(report.bytes())));
    }
    return OK;
  }

  private record ExportJson(String file, String channel, int ticks, long bytes) {}

  private static OptionalInt optional(Optional<Integer> number) {
    return number.map(OptionalInt::of).orElse(OptionalInt.empty());
  }
}
