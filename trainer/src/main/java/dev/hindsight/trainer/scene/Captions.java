package dev.hindsight.trainer.scene;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.outcome.Counts;
import dev.hindsight.trainer.outcome.Ending;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.outcome.RunningCounts;
import dev.hindsight.trainer.outcome.Side;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.TrialIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;

/// The text over a picture.
///
/// @param headline "Trial 2 / 4"; empty if the recording has no trials
/// @param clock tick and simulated time
/// @param metrics name and value, in order; empty if not requested
/// @param legend lines that say whose picture it is, and the outcome of each trial
public record Captions(String headline, String clock, List<Metric> metrics, List<String> legend) {
  /// The most trials whose outcome is shown at once.
  private static final int MOST_OUTCOMES = 4;

  private static final String NONE_OF_ONE = wording("Captions.not_reached");

  /// Copies the lists.
  public Captions {
    metrics = List.copyOf(metrics);
    legend = List.copyOf(legend);
  }

  /// Captions without a legend.
  public Captions(String headline, String clock, List<Metric> metrics) {
    this(headline, clock, metrics, List.of());
  }

  /// A copy with further legend lines.
  public Captions under(List<String> lines) {
    List<String> all = new ArrayList<>(lines);
    all.addAll(legend);
    return new Captions(headline, clock, metrics, all);
  }

  /// A copy with the camera's message that the followed agent has left the map.
  public Captions seenBy(Camera camera, Moment moment, RunningCounts counts) {
    return camera instanceof Camera.Story story && moment.rollout().ticks() > 0
        ? under(StoryFraming.words(story, moment, counts))
        : this;
  }

  /// The outcomes of this episode's trials up to and including this tick: `Trial 2: 6 of 8 reached,
  /// 1 crashed`.
  private static List<String> outcomes(RunningCounts counts, Moment moment) {
    TrialIndex trials = moment.rollout().trials();
    List<Side> sides = counts.sides();
    int egos = (int) sides.stream().filter(side -> side == Side.EGO).count();
    if (trials.count() == 0 || egos == 0 || !counts.shows(EventKind.GOAL)) {
      return List.of();
    }
    int now = trials.stretchAt(moment.tick());
    int first = now;
    while (first > Math.max(0, now - MOST_OUTCOMES + 1)
        && trials.trial(first - 1) < trials.trial(first)) {
      first--;
    }
    boolean several = moment.rollout().manifest().trials().count() > 1;
    List<String> lines = new ArrayList<>();
    for (int trial = first; trial <= now; trial++) {
      int tick = trial == now ? moment.tick() : trials.end(trial) - 1;
      String of = several ? wording("Captions.trial", trials.trial(trial) + 1) : "";
      boolean over =
          trial < now
              || (tick == trials.end(trial) - 1 && Ending.of(moment.rollout(), trial).ended());
      Counts came = counts.inTrial(tick);
      String words = outcome(counts, came, sides, egos);
      boolean missed = words.equals(NONE_OF_ONE);
      lines.add(
          of
              + (missed
                  ? over ? wording("Captions.not_reached") : wording("Captions.on_its_way")
                  : words));
    }
    return lines;
  }

  private static String outcome(RunningCounts counts, Counts trial, List<Side> sides, int egos) {
    StringJoiner words = new StringJoiner(", ");
    String reached = agents(trial, EventKind.GOAL, sides);
    words.add(
        egos > 1
            ? wording("Captions.of_reached", reached, egos)
            : reached.equals("1") ? "reached" : NONE_OF_ONE);
    for (EventKind kind : counts.kinds().failures()) {
      String number = counts.shows(kind) ? agents(trial, kind, sides) : "0";
      if (!number.equals("0")) {
        words.add(number + " " + kind.outcome());
      }
    }
    return words.toString();
  }

  /// Number of egos that had at least one event of a kind.
  private static String agents(Counts trial, EventKind kind, List<Side> sides) {
    int number = 0;
    boolean exact = true;
    for (int agent = 0; agent < trial.agents(); agent++) {
      if (sides.get(agent) == Side.EGO) {
        number += trial.count(kind, agent) > 0 ? 1 : 0;
        exact &= trial.count(kind, agent) > 0 || trial.exact(kind, agent);
      }
    }
    return Counts.words(number, exact);
  }

  /// One line of the metrics corner.
  public record Metric(String name, String value) {}

  /// The captions for the visible overlays.
  ///
  /// @param counts of this moment's recording; used only for metrics
  public static Captions of(Moment moment, Set<Overlay> overlays, RunningCounts counts) {
    boolean caption = overlays.contains(Overlay.CAPTION) && moment.rollout().ticks() > 0;
    boolean metrics = overlays.contains(Overlay.METRICS) && moment.rollout().ticks() > 0;
    return new Captions(
        caption ? headline(moment) : "",
        caption ? clock(moment) : "",
        metrics ? metrics(counts, moment) : List.of(),
        metrics && caption ? outcomes(counts, moment) : List.of());
  }

  /// Whether there is no text.
  public boolean isEmpty() {
    return headline.isEmpty() && clock.isEmpty() && metrics.isEmpty() && legend.isEmpty();
  }

  /// "Trial X / K" with X = min(trial + 1, K), where trial is the value of the channel `trial` *at
  /// this tick*. The reference's first version read one agent's counter, which never advanced, and
  /// always showed "Trial 1 / 4".
  private static String headline(Moment moment) {
    Rollout rollout = moment.rollout();
    int trials = rollout.manifest().trials().count();
    Optional<Channel> trial = rollout.channel("trial");
    if (trials <= 1 || trial.isEmpty()) {
      return "";
    }
    long number = Math.min(trial.get().integer(moment.tick(), 0) + 1, trials);
    return wording("Captions.trial_2", number, trials);
  }

  private static String clock(Moment moment) {
    Manifest manifest = moment.rollout().manifest();
    return manifest.tellsTickSeconds()
        ? wording(
            "Captions.tick",
            moment.tick(),
            NumberWords.seconds(moment.tick() * manifest.tickSeconds()))
        : wording("Captions.tick_alone", moment.tick());
  }

  /// Event counts and scores up to and including this tick; if there are co-players, only those of
  /// the egos.
  private static List<Metric> metrics(RunningCounts counts, Moment moment) {
    List<Metric> lines = new ArrayList<>();
    Counts now = counts.at(moment.tick());
    List<Side> sides = counts.sides();
    String whose = sides.contains(Side.CO_PLAYER) ? wording("Captions.of_egos") : "";
    for (EventKind kind : counts.kinds().noted()) {
      if (!kind.equals(EventKind.REFUSED) && counts.shows(kind)) {
        String count =
            Counts.words(now.total(kind, sides, Side.EGO), now.exact(kind, sides, Side.EGO));
        lines.add(new Metric(kind.plural() + whose, count));
      }
    }
    int trials = moment.rollout().manifest().trials().count();
    for (RunningCounts.TrialScore trial : counts.trials(moment.tick())) {
      if (trial.number() >= trials || (!trial.ended() && Double.isNaN(trial.score()))) {
        continue;
      }
      String score = Double.isNaN(trial.score()) ? "unknown" : NumberWords.score(trial.score());
      String name =
          wording(
              "Captions.trial_3",
              trial.number() + 1,
              trial.ended() ? wording("Captions.score") : wording("Captions.so_far"));
      lines.add(new Metric(name, score));
    }
    return lines;
  }
}
