package dev.hindsight.inspector.counterfactual;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.outcome.Side;
import dev.hindsight.trainer.outcome.TickEvents;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.study.Interval;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/// How often memory credit points at the moment that told an agent how its episode stands: the
/// first goal it reached or, in a trial without a goal, its first failure, which rules a way out.
/// Over all episodes of a recording: whether leaving out the ticks of that outcome changes the
/// policy of the next trial more than leaving out any other span of as many earlier ticks.
///
/// Spans, not single ticks: several ticks show the same goal, so that each alone is worth little.
///
/// An episode counts for each ego that has such an outcome in a trial before the last recorded one.
/// The queries are those of the trial after the first such trial: later ones may remember later
/// outcomes, which hold the same information. The worth of a span is the mean over these queries of
/// [CreditMeasure#POLICY], nats.
///
/// @param outcomes one entry for each ego and episode that counts
/// @param without egos and episodes that do not count: no outcome before the last trial, or nothing
///   is left of the next one
/// @param unknown egos and episodes with an outcome that do not count, because an output of the
///   policy in the next trial is NaN, with everything on or without a span
public record FirstOutcomeCredit(List<FirstOutcome> outcomes, int without, int unknown) {
  /// Copies the list.
  public FirstOutcomeCredit {
    outcomes = List.copyOf(outcomes);
  }

  /// One ego in one episode.
  ///
  /// @param episode from 0
  /// @param trial from 0
  /// @param event [EventKind#GOAL] or a failure
  /// @param tick the tick whose action caused it
  /// @param window the ticks that led to it, and the one that shows the result
  /// @param queries the ticks of the next trial whose queries were computed
  /// @param heaviest the span worth most to them; the window itself in a hit
  /// @param worth its worth, nats; NaN if that of any span is
  /// @param spans the number of spans compared
  public record FirstOutcome(
      int agent,
      int episode,
      int trial,
      EventKind event,
      int tick,
      Span window,
      Span queries,
      Span heaviest,
      double worth,
      int spans) {
    /// Whether no other span is worth as much as the outcome.
    public boolean hit() {
      return worth > 0 && heaviest.equals(window);
    }

    private boolean known() {
      return !Double.isNaN(worth);
    }
  }

  /// Computes the credits of every episode; takes seconds for each.
  ///
  /// @param before ticks before the outcome that led to it
  public static FirstOutcomeCredit of(
      Rollout rollout,
      CounterfactualQueries queries,
      int before,
      Progress progress,
      Cancellation cancellation) {
    List<Side> sides = Side.of(rollout);
    TrialIndex trials = rollout.trials();
    TickEvents events = new TickEvents(rollout);
    List<FirstOutcome> found = new ArrayList<>();
    int without = 0;
    int unknown = 0;
    int episode = 0;
    for (int first = 0; first < trials.count(); episode++) {
      int end = episodeEnd(trials, first);
      progress.report(first, trials.count(), wording("FirstOutcomeCredit.trials"));
      for (int agent = 0; agent < sides.size(); agent++) {
        if (sides.get(agent) == Side.EGO) {
          Optional<FirstOutcome> one =
              of(
                  rollout,
                  events,
                  queries,
                  before,
                  agent,
                  episode,
                  new Span(first, end),
                  cancellation);
          one.filter(FirstOutcome::known).ifPresent(found::add);
          unknown += one.filter(each -> !each.known()).isPresent() ? 1 : 0;
          without += one.isPresent() ? 0 : 1;
        }
      }
      first = end;
    }
    return new FirstOutcomeCredit(found, without, unknown);
  }

  /// The stretch at which the next episode begins.
  private static int episodeEnd(TrialIndex trials, int first) {
    int end = first + 1;
    while (end < trials.count() && !trials.beginsEpisode(end)) {
      end++;
    }
    return end;
  }

  private static Optional<FirstOutcome> of(
      Rollout rollout,
      TickEvents events,
      CounterfactualQueries counterfactualQueries,
      int before,
      int agent,
      int episode,
      Span stretches,
      Cancellation cancellation) {
    TrialIndex trials = rollout.trials();
    for (int stretch = stretches.from(); stretch < stretches.last(); stretch++) {
      Optional<Happened> first = first(events, rollout, trials.span(stretch), agent);
      if (first.isPresent()) {
        int tick = first.get().tick();
        Span window =
            new Span(
                Math.max(trials.start(stretch), tick - before),
                Math.min(tick + 2, rollout.ticks()));
        // The tick that shows the result may be the next trial's first.
        Span next = trials.span(stretch + 1);
        Span queries = new Span(Math.max(next.from(), window.to()), next.to());
        return queries.ticks() == 0
            ? Optional.empty()
            : Optional.of(
                heaviest(
                    counterfactualQueries,
                    new FirstOutcome(
                        agent,
                        episode,
                        trials.trial(stretch),
                        first.get().event(),
                        tick,
                        window,
                        queries,
                        window,
                        0,
                        0),
                    spans(trials, new Span(trials.start(stretches.from()), queries.from()), window),
                    cancellation));
      }
    }
    return Optional.empty();
  }

  /// The window and, before and after it, spans of at most its length that cross no trial's end.
  private static List<Span> spans(TrialIndex trials, Span past, Span window) {
    List<Span> spans = new ArrayList<>();
    for (int from = past.from(); from < past.to(); ) {
      int end = Math.min(past.to(), trials.end(trials.stretchAt(from)));
      int to = Math.min(end, from + window.ticks());
      if (from == window.from()) {
        to = window.to();
      } else if (from < window.from()) {
        to = Math.min(to, window.from());
      }
      spans.add(new Span(from, to));
      from = to;
    }
    return spans;
  }

  private static FirstOutcome heaviest(
      CounterfactualQueries counterfactualQueries,
      FirstOutcome one,
      List<Span> spans,
      Cancellation cancellation) {
    double[] worths = counterfactualQueries.meanWorths(one.agent, one.queries, spans, cancellation);
    int best = 0;
    for (int i = 0; i < worths.length; i++) {
      // A NaN stays, for nothing is known to be worth less than another.
      best = !Double.isNaN(worths[best]) && !(worths[i] <= worths[best]) ? i : best;
    }
    return new FirstOutcome(
        one.agent,
        one.episode,
        one.trial,
        one.event,
        one.tick,
        one.window,
        one.queries,
        spans.get(best),
        worths[best],
        spans.size());
  }

  private record Happened(EventKind event, int tick) {}

  /// The first goal of a trial or, without one, its first failure.
  private static Optional<Happened> first(
      TickEvents events, Rollout rollout, Span trial, int agent) {
    int[] row = new int[rollout.manifest().agents()];
    Optional<Happened> failure = Optional.empty();
    for (int tick = trial.from(); tick < trial.to(); tick++) {
      events.read(tick, row);
      if (TickEvents.happened(row[agent], EventKind.GOAL)) {
        return Optional.of(new Happened(EventKind.GOAL, tick));
      }
      for (EventKind kind : events.kinds().failures()) {
        if (failure.isEmpty() && TickEvents.happened(row[agent], kind)) {
          failure = Optional.of(new Happened(kind, tick));
        }
      }
    }
    return failure;
  }

  /// The share of episodes in which the outcome is worth most. The egos of an episode share its
  /// world, so they are one sample together: the share of them.
  public Interval hits() {
    double[] byEpisode = byEpisode(one -> one.hit() ? 1 : 0);
    boolean alone = outcomes.stream().map(FirstOutcome::agent).distinct().count() == 1;
    return alone
        ? Interval.ofProportion(byEpisode)
        : Interval.ofMean(byEpisode, Interval.Range.UNIT);
  }

  /// The mean of a number over the egos of each episode that counts.
  private double[] byEpisode(ToDoubleFunction<FirstOutcome> number) {
    return outcomes.stream()
        .collect(
            Collectors.groupingBy(
                FirstOutcome::episode, TreeMap::new, Collectors.averagingDouble(number)))
        .values()
        .stream()
        .mapToDouble(Double::doubleValue)
        .toArray();
  }

  /// The number of entries whose outcome is a goal.
  public int goals() {
    return (int) outcomes.stream().filter(one -> one.event.equals(EventKind.GOAL)).count();
  }

  /// The share that a choice at random among the spans would give.
  public double chance() {
    return Arrays.stream(byEpisode(one -> 1.0 / one.spans())).average().orElse(0);
  }
}
