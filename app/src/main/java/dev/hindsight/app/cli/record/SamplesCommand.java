package dev.hindsight.app.cli.record;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.recording.Sample;
import dev.hindsight.app.recording.Samples;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight samples`: records the samples of the welcome page, for users who want to try commands
/// on them; the build makes the shipped samples with it.
@Command(name = "samples")
public final class SamplesCommand extends CommandBase {
  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      descriptionKey = "SamplesCommand.folder")
  private Path folder;

  @Parameters(
      paramLabel = "NAME",
      arity = "0..*",
      descriptionKey = "SamplesCommand.names",
      completionCandidates = SampleNames.class)
  private List<String> names = List.of();

  @Override
  public Integer call() throws Exception {
    List<Sample> wanted =
        names.isEmpty() ? Samples.ALL : names.stream().map(Samples::named).toList();
    Map<String, Object> files = new LinkedHashMap<>();
    for (Sample sample : wanted) {
      files.put(sample.id(), done(sample.in(folder)).toString());
    }
    console()
        .result(
            format(),
            files,
            files.values().stream().map(Object::toString).collect(Collectors.joining("\n")));
    return OK;
  }
}
