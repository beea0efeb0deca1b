package dev.hindsight.inspector.fact;

import dev.hindsight.inspector.breakpoint.BuiltInSignals;
import dev.hindsight.inspector.breakpoint.Found;
import dev.hindsight.inspector.fact.Verdict.Failure;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.condition.Hits;
import dev.hindsight.trainer.condition.Signals;
import dev.hindsight.trainer.outcome.ScoreReader;
import dev.hindsight.trainer.outcome.ScoreSheet;
import dev.hindsight.trainer.outcome.Side;
import dev.hindsight.trainer.outcome.Trial;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Checks facts on a recording. Reads every tick: for a background thread.
public final class FactCheck {
  private final Rollout rollout;
  private final Signals signals;
  private final Progress progress;
  private final Cancellation cancellation;

  /// Of one recording.
  public FactCheck(Rollout rollout, Progress progress, Cancellation cancellation) {
    this.rollout = rollout;
    this.signals = BuiltInSignals.of(rollout);
    this.progress = progress;
    this.cancellation = cancellation;
  }

  /// What is to be said of a fact.
  public Verdict verdict(Fact fact) {
    return switch (fact) {
      case Fact.Holds holds -> condition(holds);
      case Fact.MeanScore score -> score(score);
    };
  }

  private Verdict condition(Fact.Holds fact) {
    return switch (Found.of(fact.condition(), signals, progress, cancellation)) {
      case Found.Wrong wrong -> new Verdict.Unknown(wrong.why());
      case Found.Sought _ -> throw new IllegalStateException("it was looked for");
      case Found.There _ when fact.agent() >= rollout.manifest().agents() ->
          new Verdict.Unknown("there is no agent " + fact.agent());
      case Found.There there -> {
        List<Failure> failures =
            switch (fact.demand()) {
              case NEVER -> first(there, fact, Wanted.NO);
              case ALWAYS -> first(there, fact, Wanted.YES);
              case IN_EVERY_TRIAL -> trials(there, fact);
            };
        yield failures.isEmpty() ? new Verdict.Holds() : new Verdict.Fails(failures);
      }
    };
  }

  /// What the condition is to say.
  private enum Wanted {
    YES,
    NO
  }

  /// The first tick of each agent at which the condition says something else.
  private static List<Failure> first(Found.There there, Fact.Holds fact, Wanted wanted) {
    Hits hits = there.hits();
    boolean[] told = new boolean[hits.agents()];
    List<Failure> failures = new ArrayList<>();
    for (int tick = 0; tick < hits.ticks(); tick++) {
      for (int agent = 0; agent < hits.agents(); agent++) {
        if (about(fact, agent) && !told[agent] && hits.at(tick, agent) != (wanted == Wanted.YES)) {
          told[agent] = true;
          String words = wanted == Wanted.YES ? " does not hold" : " holds";
          failures.add(new Failure(tick, agent(there, agent), fact.condition() + words));
        }
      }
    }
    return failures;
  }

  private List<Failure> trials(Found.There there, Fact.Holds fact) {
    Hits hits = there.hits();
    List<Failure> failures = new ArrayList<>();
    List<ScoreSheet.Place> places = sheet().places().toList();
    for (ScoreSheet.Place place : places) {
      Trial trial = place.trial();
      int end = Math.min(hits.ticks(), trial.start() + trial.ticks());
      if (!trial.ending().ended()) {
        continue;
      }
      for (int agent = 0; agent < hits.agents(); agent++) {
        boolean held = false;
        for (int tick = trial.start(); tick < end && !held; tick++) {
          held = hits.at(tick, agent);
        }
        if (about(fact, agent) && !held) {
          String words = fact.condition() + " never holds in trial " + (trial.number() + 1);
          failures.add(new Failure(end - 1, agent(there, agent), words));
        }
      }
    }
    return failures;
  }

  private static boolean about(Fact.Holds fact, int agent) {
    return fact.agent() == Moment.NO_AGENT || fact.agent() == agent;
  }

  private static int agent(Found.There there, int agent) {
    return there.condition().perAgent() ? agent : Moment.NO_AGENT;
  }

  private Verdict score(Fact.MeanScore fact) {
    List<Failure> failures = new ArrayList<>();
    boolean played = false;
    for (ScoreSheet.Place place : sheet().places().toList()) {
      Trial trial = place.trial();
      double score = trial.score(Side.EGO);
      if (trial.number() == fact.trial() && !Double.isNaN(score)) {
        played = true;
        if (score < fact.least()) {
          failures.add(
              new Failure(
                  trial.start(),
                  Moment.NO_AGENT,
                  String.format(
                      Locale.ROOT,
                      "the mean score of trial %d is %s, below %s",
                      trial.number() + 1,
                      NumberWords.exactScore(score),
                      fact.least())));
        }
      }
    }
    return !failures.isEmpty()
        ? new Verdict.Fails(failures)
        : played
            ? new Verdict.Holds()
            : new Verdict.Unknown("no trial " + (fact.trial() + 1) + " has ended");
  }

  private ScoreSheet sheet() {
    return ScoreReader.read(rollout, Progress.SILENT, cancellation);
  }
}
