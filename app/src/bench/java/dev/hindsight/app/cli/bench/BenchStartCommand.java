package dev.hindsight.app.cli.bench;

import dev.hindsight.app.StartBenchResult;
import dev.hindsight.app.StartBenchResult.OpenTarget;
import dev.hindsight.app.cli.record.SampleNames;
import dev.hindsight.app.process.OwnProgram;
import dev.hindsight.app.recording.Samples;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight bench start`: the time to start the window, in a separate process started like this
/// one.
@Command(name = "start")
public final class BenchStartCommand extends FigureCommand {
  @ArgGroup(multiplicity = "1")
  private OpenTargetOptions openTargetOptions = new OpenTargetOptions();

  /// Options for what to open: a recording or a command.
  private static final class OpenTargetOptions {
    @Parameters(paramLabel = "FILE", descriptionKey = "OpenTargetOptions.file")
    private @Nullable Path file;

    @Option(
        names = "--sample",
        paramLabel = "NAME",
        descriptionKey = "OpenTargetOptions.sample",
        completionCandidates = SampleNames.class)
    private @Nullable String sample;

    OpenTarget opened() {
      return file == null
          ? new OpenTarget.ByCommand(Samples.named(String.valueOf(sample)).command())
          : new OpenTarget.Recording(file);
    }
  }

  @Override
  public Integer call() {
    return report(
        StartBenchResult.measure(
            OwnProgram.prepared(List.of(), List.of("open")), openTargetOptions.opened()));
  }
}
