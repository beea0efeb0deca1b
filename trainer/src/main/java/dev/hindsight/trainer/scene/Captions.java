package dev.hindsight.trainer.scene;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The words over a picture.
///
/// @param headline "Trial 2 / 4"; empty where the recording knows no trials
/// @param clock tick and simulated time
/// @param metrics name and value, in order; empty when not asked for
/// @param legend lines that say whose picture it is; mostly none
public record Captions(String headline, String clock, List<Metric> metrics, List<String> legend) {
  /// Copies the lists.
  public Captions {
    metrics = List.copyOf(metrics);
    legend = List.copyOf(legend);
  }

  /// Of a picture that needs no legend.
  public Captions(String headline, String clock, List<Metric> metrics) {
    this(headline, clock, metrics, List.of());
  }

  /// The same under a legend.
  public Captions under(List<String> lines) {
    return new Captions(headline, clock, metrics, lines);
  }

  /// One line of the metrics corner.
  public record Metric(String name, String value) {}

  /// The words that the overlays ask for.
  ///
  /// @param tally counts of this moment's recording; only asked when metrics are
  public static Captions of(Moment moment, Set<Overlay> overlays, Tally tally) {
    boolean caption = overlays.contains(Overlay.CAPTION) && moment.rollout().ticks() > 0;
    boolean metrics = overlays.contains(Overlay.METRICS) && moment.rollout().ticks() > 0;
    return new Captions(
        caption ? headline(moment) : "",
        caption ? clock(moment) : "",
        metrics ? metrics(tally.at(moment.tick()), moment.rollout()) : List.of());
  }

  /// Whether there is nothing to say.
  public boolean isEmpty() {
    return headline.isEmpty() && clock.isEmpty() && metrics.isEmpty() && legend.isEmpty();
  }

  /// "Trial X / K" with X = min(trial + 1, K), where trial is what the channel `trial` says *at
  /// this tick*. The reference's first version took a counter of one agent, which nobody advanced,
  /// and showed "Trial 1 / 4" for ever.
  private static String headline(Moment moment) {
    Rollout rollout = moment.rollout();
    int trials = rollout.manifest().trials().count();
    Optional<Channel> trial = rollout.channel("trial");
    if (trials <= 1 || trial.isEmpty()) {
      return "";
    }
    long number = Math.min(trial.get().integer(moment.tick(), 0) + 1, trials);
    return "Trial " + number + " / " + trials;
  }

  private static String clock(Moment moment) {
    double seconds = moment.tick() * moment.rollout().manifest().tickSeconds();
    return "tick " + moment.tick() + "   " + NumberWords.seconds(seconds);
  }

  private static List<Metric> metrics(Tally.Counts counts, Rollout rollout) {
    List<Metric> lines = new ArrayList<>();
    counts.goals().ifPresent(n -> lines.add(new Metric("goals", Integer.toString(n))));
    counts.collisions().ifPresent(n -> lines.add(new Metric("collisions", Integer.toString(n))));
    counts.offroad().ifPresent(n -> lines.add(new Metric("offroad", Integer.toString(n))));
    int trials = rollout.manifest().trials().count();
    for (int k = 0; k < Math.min(trials, counts.trialScores().size()); k++) {
      String score = NumberWords.score(counts.trialScores().get(k));
      lines.add(new Metric("trial " + (k + 1) + " score", score));
    }
    return lines;
  }
}
