package dev.hindsight.app.cli.bench;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.StartBenchResult;
import dev.hindsight.app.StartBenchResult.OpenTarget;
import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.record.SampleNames;
import dev.hindsight.app.recording.Samples;
import dev.hindsight.trainer.NumberWords;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `hindsight bench start`: the time to start the window, in a separate process started like this
/// one.
@Command(name = "start")
public final class BenchStartCommand extends CommandBase {
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

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    List<String> called = spec.root().commandLine().getParseResult().originalArgs();
    StartBenchResult measured =
        StartBenchResult.measure(StartBenchResult.ownLine(), called, openTargetOptions.opened());
    console()
        .result(
            format(),
            measured,
            String.format(
                Locale.ROOT,
                wording("BenchStartCommand.window_painted_after_ms_a_scene"),
                NumberWords.decimals(measured.firstPaintMillis(), 0),
                NumberWords.decimals(measured.sceneMillis(), 0),
                NumberWords.decimals(measured.recordingMillis(), 0)));
    return OK;
  }
}
