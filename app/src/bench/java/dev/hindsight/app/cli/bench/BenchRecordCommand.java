package dev.hindsight.app.cli.bench;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.recording.RecordingPlan;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.record.RecordBench;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `hindsight bench record`: the time that writing a recording adds to acting and simulating.
@Command(
    name = "record",
    description = "Measure what writing a recording adds to acting and simulating.")
public final class BenchRecordCommand extends CommandBase {
  @Option(
      names = "--map",
      paramLabel = "FILE|NAME",
      defaultValue = "intersection-1",
      description = "A map of drive. Default: intersection-1.")
  private String map;

  @Option(
      names = "--checkpoint",
      paramLabel = "FILE|NAME",
      description = "The policy that acts. Default: the first shipped policy.")
  private Optional<String> checkpoint;

  @Option(
      names = "--ticks",
      paramLabel = "N",
      defaultValue = "500",
      description = "Ticks per round. Default: 500.")
  private int ticks;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "9",
      description = "Rounds, alternating with and without a file. Default: 9.")
  private int rounds;

  @Option(
      names = "--folder",
      paramLabel = "DIR",
      description = "Folder for the files, which are deleted again. Default: the temporary folder.")
  private Path folder = Path.of(System.getProperty("java.io.tmpdir"));

  @Override
  public Integer call() throws Exception {
    RecordingPlan plan =
        new RecordingPlan(
            "drive",
            Optional.of(map),
            checkpoint,
            Optional.of(ticks),
            "argmax",
            0,
            Map.of(),
            folder.resolve("hindsight-bench-record.rollout"));
    RecordBench.Figures figures =
        done((progress, cancellation) ->
            plan.with(request -> new RecordBench(request, rounds).run(progress, cancellation)));
    String words =
        String.format(
            Locale.ROOT,
            "%s %% longer with a file (%s %% more work for the thread that simulates):"
                + " %s agent-steps/s recording, %s without, medians of %d rounds",
            NumberWords.decimals(figures.overheadPercent(), 1),
            NumberWords.decimals(figures.ownPercent(), 1),
            NumberWords.decimals(figures.agentStepsPerSecondRecording(), 0),
            NumberWords.decimals(figures.agentStepsPerSecondBare(), 0),
            figures.rounds());
    console().result(format(), figures, words);
    return OK;
  }
}
