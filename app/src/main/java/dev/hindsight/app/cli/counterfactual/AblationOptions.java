package dev.hindsight.app.cli.counterfactual;

import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.attention.Ablation.Fill;
import dev.hindsight.trainer.attention.AblationText;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/// What to switch off, as a user types it. Layers, heads and trials count from 1 as in the window,
/// ticks and slots from 0.
final class AblationOptions {
  @Option(
      names = "--head",
      paramLabel = "L.H",
      description = "A head: layer and head, both counted from 1. May be repeated.")
  private List<String> heads = List.of();

  @Option(
      names = "--ticks",
      paramLabel = "FROM-TO",
      description = "Ticks of the recording, both included. May be repeated.")
  private List<String> ticks = List.of();

  @Option(
      names = "--slots",
      paramLabel = "FROM-TO",
      description = "Slots, counted from the start of the agent's memory. May be repeated.")
  private List<String> slots = List.of();

  @Option(
      names = "--trial",
      paramLabel = "K",
      description = "A whole trial of the episode, counted from 1. May be repeated.")
  private List<Integer> trials = List.of();

  @Option(names = "--earlier-trials", description = "All trials before the query's trial.")
  private boolean earlierTrials;

  @Option(
      names = "--limbo",
      description = "All limbo slots; with correct masks this changes nothing.")
  private boolean limbo;

  @Option(names = "--others", description = "Everything except the query's own tick.")
  private boolean others;

  @Option(
      names = "--mean",
      description = "Replace what is switched off by the mean instead of removing it.")
  private boolean mean;

  /// By what to replace.
  Fill fill() {
    return mean ? Fill.MEAN : Fill.ZERO;
  }

  /// All of it.
  ///
  /// @throws dev.hindsight.trainer.Problem naming what cannot be read
  Ablation ablation() {
    List<String> things = new ArrayList<>();
    heads.forEach(text -> things.add("head " + text));
    ticks.forEach(text -> things.add("ticks " + text));
    slots.forEach(text -> things.add("slots " + text));
    trials.forEach(text -> things.add("trial " + text));
    if (earlierTrials) {
      things.add("earlier-trials");
    }
    if (limbo) {
      things.add("limbo");
    }
    if (others) {
      things.add("others");
    }
    return AblationText.read(things, fill());
  }
}
