package dev.hindsight.inspector.credit;

import dev.hindsight.inspector.credit.CreditRule.FaultyMask;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.credit.Discounting.EndRule;
import dev.hindsight.trainer.rollout.TrialIndex;
import java.util.ArrayList;
import java.util.List;

/// One line of a tick's calculation.
///
/// @param name name of the number
/// @param number its value as text; empty if there is none
/// @param note its source
record AdvantageTerm(String name, String number, String note) {

  /// The calculation of a tick's advantage, step by step.
  static List<AdvantageTerm> of(CreditReading reading, TrialIndex trials, int t) {
    CreditTrace trace = reading.trace();
    if (t < 0 || t >= trace.ticks()) {
      return List.of();
    }
    if (trace.inLimbo(t)) {
      return List.of(
          new AdvantageTerm("Advantage", NumberWords.credit(0), "in limbo: no loss, no advantage"));
    }
    List<AdvantageTerm> terms = new ArrayList<>();
    double raw = reading.steps().steps().reward[t];
    terms.add(
        new AdvantageTerm(
            "Reward r",
            NumberWords.credit(trace.reward(t)),
            raw == trace.reward(t) ? "as recorded" : "clamped from " + NumberWords.credit(raw)));
    terms.add(new AdvantageTerm("Value V", NumberWords.credit(trace.value(t)), "the prediction"));
    terms.add(new AdvantageTerm("Stop", "", stop(trace, t)));
    terms.add(next(trace, trials, t));
    terms.add(new AdvantageTerm("Error δ", NumberWords.credit(trace.delta(t)), error(trace, t)));
    terms.add(carried(trace, t));
    terms.add(
        new AdvantageTerm(
            "Advantage A", NumberWords.credit(trace.advantage(t)), "δ plus the carried term"));
    terms.add(
        new AdvantageTerm(
            "Return G", NumberWords.credit(reading.returns()[t]), "actual return, discounted"));
    for (FaultyMask faultyMask : FaultyMask.values()) {
      CreditTrace faulty = reading.faulty().get(faultyMask);
      if (faulty != null) {
        double difference = faulty.advantage(t) - trace.advantage(t);
        terms.add(
            new AdvantageTerm(
                faultyMask.words(),
                NumberWords.credit(faulty.advantage(t)),
                difference == 0 ? "same here" : NumberWords.credit(difference) + " off"));
      }
    }
    return terms;
  }

  private static String stop(CreditTrace trace, int t) {
    CreditTrace.Stop stop = trace.stop(t);
    if (!stop.terminal() && !stop.truncation() && !stop.limbo()) {
      return "none: the next tick follows";
    }
    return stop.words()
        + switch (stop.ends()) {
          case ACROSS -> ": the trace runs across it";
          case BOOT -> ": the trace stops, the next value counts";
          case CUT -> ": nothing later counts";
        };
  }

  private static AdvantageTerm next(CreditTrace trace, TrialIndex trials, int t) {
    if (trace.stop(t).ends() == EndRule.CUT) {
      return new AdvantageTerm("Next value V'", "", "cut off");
    }
    int next = trace.next(t);
    return next == CreditTrace.NONE
        ? new AdvantageTerm("Next value V'", "", "unknown: the recording ends")
        : new AdvantageTerm(
            "Next value V'", NumberWords.credit(trace.value(next)), "at " + place(trials, next));
  }

  private static String error(CreditTrace trace, int t) {
    if (trace.stop(t).ends() == EndRule.CUT) {
      return "r − V";
    }
    return trace.next(t) == CreditTrace.NONE ? "unknown, taken as 0" : "r + γ V' − V";
  }

  private static AdvantageTerm carried(CreditTrace trace, int t) {
    double carry = trace.carry(t);
    return carry == 0
        ? new AdvantageTerm("Carried over", NumberWords.credit(0), "the trace stops")
        : new AdvantageTerm(
            "Carried over",
            NumberWords.credit(carry * trace.advantage(trace.next(t))),
            "γ λ = " + NumberWords.decimals(carry, 3) + " of the next tick's");
  }

  /// The name of a tick: `tick 31, trial 2:7`.
  static String place(TrialIndex trials, int tick) {
    if (trials.count() == 0) {
      return "tick " + tick;
    }
    int stretch = trials.stretchAt(tick);
    return "tick "
        + tick
        + ", trial "
        + (trials.trial(stretch) + 1)
        + ":"
        + (tick - trials.start(stretch));
  }
}
