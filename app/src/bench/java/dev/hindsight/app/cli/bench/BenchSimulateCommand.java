package dev.hindsight.app.cli.bench;

import dev.hindsight.trainer.env.drive.map.BuiltInMaps;
import dev.hindsight.trainer.learn.training.SimulateBench;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `hindsight bench simulate`: many worlds on several threads, compared with one thread.
@Command(name = "simulate")
public final class BenchSimulateCommand extends FigureCommand {
  @Option(
      names = "--map",
      paramLabel = "FILE|NAME",
      defaultValue = "intersection-1",
      descriptionKey = "BenchSimulateCommand.map")
  private String map;

  @Option(
      names = "--worlds",
      paramLabel = "N",
      defaultValue = "64",
      descriptionKey = "BenchSimulateCommand.worlds")
  private int worlds;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "2",
      descriptionKey = "BenchSimulateCommand.threads")
  private int threads;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "7",
      descriptionKey = "BenchSimulateCommand.rounds")
  private int rounds;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "1",
      descriptionKey = "BenchSimulateCommand.seconds")
  private double seconds;

  @Override
  public Integer call() throws Exception {
    return report(
        done(
            new SimulateBench(
                BuiltInMaps.resolve(map),
                Math.max(1, worlds),
                Math.max(2, threads),
                Math.max(1, rounds),
                seconds)));
  }
}
