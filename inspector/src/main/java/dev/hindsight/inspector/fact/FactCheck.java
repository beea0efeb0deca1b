package dev.hindsight.inspector.fact;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.breakpoint.BuiltInSignals;
import dev.hindsight.inspector.breakpoint.ConditionResult;
import dev.hindsight.inspector.fact.FactVerdict.Failure;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.condition.Condition;
import dev.hindsight.trainer.condition.ConditionError;
import dev.hindsight.trainer.condition.ConditionHits;
import dev.hindsight.trainer.condition.Signals;
import dev.hindsight.trainer.outcome.ScoreReader;
import dev.hindsight.trainer.outcome.ScoreSheet;
import dev.hindsight.trainer.outcome.Side;
import dev.hindsight.trainer.outcome.Trial;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import dev.hindsight.trainer.text.Sentences;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Checks facts on a recording. Reads every tick: for a background thread.
public final class FactCheck {
  private final Rollout rollout;
  private final Signals signals;
  private final Progress progress;
  private final Cancellation cancellation;

  /// A check of one recording.
  public FactCheck(Rollout rollout, Progress progress, Cancellation cancellation) {
    this.rollout = rollout;
    this.signals = BuiltInSignals.of(rollout);
    this.progress = progress;
    this.cancellation = cancellation;
  }

  /// The verdict on a fact.
  public FactVerdict verdict(Fact fact) {
    return switch (fact) {
      case Fact.Holds holds -> condition(holds);
      case Fact.MeanScore score -> score(score);
    };
  }

  private FactVerdict condition(Fact.Holds fact) {
    if (Condition.check(fact.condition(), signals.vocabulary())
        instanceof Condition.CheckResult.Invalid(ConditionError error)) {
      // Verdicts stand after "cannot be checked:".
      return new FactVerdict.Unknown(Sentences.uncapitalised(error.sentence()));
    }
    return switch (ConditionResult.of(fact.condition(), signals, progress, cancellation)) {
      case ConditionResult.Failed failed -> new FactVerdict.Unknown(failed.why());
      case ConditionResult.Pending _ -> throw new IllegalStateException("it was looked for");
      case ConditionResult.Completed _ when fact.agent() >= rollout.manifest().agents() ->
          new FactVerdict.Unknown(wording("FactCheck.there_is_no_agent", fact.agent()));
      case ConditionResult.Completed completed -> {
        List<Failure> failures =
            switch (fact.demand()) {
              case NEVER -> first(completed, fact, ExpectedTruth.NO);
              case ALWAYS -> first(completed, fact, ExpectedTruth.YES);
              case IN_EVERY_TRIAL -> trials(completed, fact);
            };
        yield failures.isEmpty() ? new FactVerdict.Holds() : new FactVerdict.Fails(failures);
      }
    };
  }

  /// The truth value that a fact expects of its condition.
  private enum ExpectedTruth {
    YES,
    NO
  }

  /// Each agent's first tick at which the condition differs from the expected value.
  private static List<Failure> first(
      ConditionResult.Completed completed, Fact.Holds fact, ExpectedTruth expectedTruth) {
    ConditionHits conditionHits = completed.hits();
    boolean[] failed = new boolean[conditionHits.agents()];
    List<Failure> failures = new ArrayList<>();
    for (int tick = 0; tick < conditionHits.ticks(); tick++) {
      for (int agent = 0; agent < conditionHits.agents(); agent++) {
        if (about(fact, agent)
            && !failed[agent]
            && conditionHits.at(tick, agent) != (expectedTruth == ExpectedTruth.YES)) {
          failed[agent] = true;
          String words =
              expectedTruth == ExpectedTruth.YES
                  ? wording("FactCheck.does_not_hold")
                  : wording("FactCheck.holds");
          failures.add(new Failure(tick, agent(completed, agent), fact.condition() + words));
        }
      }
    }
    return failures;
  }

  private List<Failure> trials(ConditionResult.Completed completed, Fact.Holds fact) {
    ConditionHits conditionHits = completed.hits();
    List<Failure> failures = new ArrayList<>();
    List<ScoreSheet.Place> places = sheet().places().toList();
    for (ScoreSheet.Place place : places) {
      Trial trial = place.trial();
      int end = Math.min(conditionHits.ticks(), trial.start() + trial.ticks());
      if (!trial.ending().ended()) {
        continue;
      }
      for (int agent = 0; agent < conditionHits.agents(); agent++) {
        boolean held = false;
        for (int tick = trial.start(); tick < end && !held; tick++) {
          held = conditionHits.at(tick, agent);
        }
        if (about(fact, agent) && !held) {
          String words =
              wording("FactCheck.never_holds_in_trial", fact.condition(), trial.number() + 1);
          failures.add(new Failure(end - 1, agent(completed, agent), words));
        }
      }
    }
    return failures;
  }

  private static boolean about(Fact.Holds fact, int agent) {
    return fact.agent() == Moment.NO_AGENT || fact.agent() == agent;
  }

  private static int agent(ConditionResult.Completed completed, int agent) {
    return completed.condition().perAgent() ? agent : Moment.NO_AGENT;
  }

  private FactVerdict score(Fact.MeanScore fact) {
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
                      wording("FactCheck.the_mean_score_of_trial_is"),
                      trial.number() + 1,
                      NumberWords.exactScore(score),
                      fact.least())));
        }
      }
    }
    return !failures.isEmpty()
        ? new FactVerdict.Fails(failures)
        : played
            ? new FactVerdict.Holds()
            : new FactVerdict.Unknown(wording("FactCheck.no_trial_has_ended", fact.trial() + 1));
  }

  private ScoreSheet sheet() {
    return ScoreReader.read(rollout, Progress.SILENT, cancellation);
  }
}
