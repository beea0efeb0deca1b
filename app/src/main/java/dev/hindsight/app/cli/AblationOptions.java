package dev.hindsight.app.cli;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.attention.Ablation.Fill;
import dev.hindsight.trainer.attention.Ablation.Head;
import dev.hindsight.trainer.attention.Ablation.Keys;
import dev.hindsight.trainer.attention.Span;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/// What to switch off, as a user types it. Layers, heads and trials count from 1 as in the window,
/// ticks and slots from 0.
final class AblationOptions {
  private static final Pattern HEAD = Pattern.compile("([1-9]\\d{0,3})\\.([1-9]\\d{0,3})");
  private static final Pattern RANGE = Pattern.compile("(\\d{1,8})(?:-(\\d{1,8}))?");

  @Option(
      names = "--head",
      paramLabel = "L.H",
      description = "A head: layer and head, both from 1. May be repeated.")
  private List<String> heads = List.of();

  @Option(
      names = "--ticks",
      paramLabel = "FROM-TO",
      description = "Ticks of the recording, both included. May be repeated.")
  private List<String> ticks = List.of();

  @Option(
      names = "--slots",
      paramLabel = "FROM-TO",
      description = "Slots, counted from where the agent's memory began. May be repeated.")
  private List<String> slots = List.of();

  @Option(
      names = "--trial",
      paramLabel = "K",
      description = "All of a trial of the episode, from 1. May be repeated.")
  private List<Integer> trials = List.of();

  @Option(names = "--earlier-trials", description = "All trials before the one of the query.")
  private boolean earlierTrials;

  @Option(
      names = "--limbo",
      description = "All limbo slots; with masks as they should be that changes nothing.")
  private boolean limbo;

  @Option(names = "--others", description = "Everything but the query's own tick.")
  private boolean others;

  @Option(
      names = "--mean",
      description = "Replace by the mean what is switched off, instead of taking it away.")
  private boolean mean;

  /// By what to replace.
  Fill fill() {
    return mean ? Fill.MEAN : Fill.ZERO;
  }

  /// All of it.
  ///
  /// @throws Problem naming what cannot be read
  Ablation ablation() {
    Set<Head> all = new LinkedHashSet<>();
    for (String text : heads) {
      Matcher matcher = HEAD.matcher(text);
      if (!matcher.matches()) {
        throw new Problem("it names no head", "--head " + text, "give layer and head, as in 1.2");
      }
      all.add(
          new Head(Integer.parseInt(matcher.group(1)) - 1, Integer.parseInt(matcher.group(2)) - 1));
    }
    Set<Keys> keys = new LinkedHashSet<>();
    ticks.forEach(text -> keys.add(new Keys.Ticks(range("--ticks", text))));
    slots.forEach(text -> keys.add(new Keys.Slots(range("--slots", text))));
    for (int trial : trials) {
      if (trial < 1) {
        throw new Problem("trials are counted from 1", "--trial " + trial, "give 1 or more");
      }
      keys.add(new Keys.Trial(trial - 1));
    }
    if (earlierTrials) {
      keys.add(new Keys.EarlierTrials());
    }
    if (limbo) {
      keys.add(new Keys.Limbo());
    }
    if (others) {
      keys.add(new Keys.Others());
    }
    return new Ablation(all, keys, fill());
  }

  private static Span range(String option, String text) {
    Matcher matcher = RANGE.matcher(text);
    if (matcher.matches()) {
      int from = Integer.parseInt(matcher.group(1));
      int to = matcher.group(2) == null ? from : Integer.parseInt(matcher.group(2));
      if (to >= from) {
        return new Span(from, to + 1);
      }
    }
    throw new Problem("it is no range", option + " " + text, "give FROM-TO, as in 0-19");
  }
}
