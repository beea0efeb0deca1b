package dev.hindsight.app.cli.bench;

import dev.hindsight.app.recording.RecordingPlan;
import dev.hindsight.trainer.record.RecordBench;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `hindsight bench record`: the time that writing a recording adds to acting and simulating.
@Command(name = "record")
public final class BenchRecordCommand extends FigureCommand {
  @Option(
      names = "--map",
      paramLabel = "FILE|NAME",
      defaultValue = "intersection-1",
      descriptionKey = "BenchRecordCommand.map")
  private String map;

  @Option(
      names = "--checkpoint",
      paramLabel = "FILE|NAME",
      descriptionKey = "BenchRecordCommand.checkpoint")
  private Optional<String> checkpoint;

  @Option(
      names = "--ticks",
      paramLabel = "N",
      defaultValue = "500",
      descriptionKey = "BenchRecordCommand.ticks")
  private int ticks;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "9",
      descriptionKey = "BenchRecordCommand.rounds")
  private int rounds;

  @Option(names = "--folder", paramLabel = "DIR", descriptionKey = "BenchRecordCommand.folder")
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
    return report(
        done((progress, cancellation) ->
            plan.with(request -> new RecordBench(request, rounds).run(progress, cancellation))));
  }
}
