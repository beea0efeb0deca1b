package dev.hindsight.inspector.credit;

import static dev.hindsight.inspector.text.InspectorText.wording;

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
          new AdvantageTerm(
              "Advantage",
              NumberWords.credit(0),
              wording("AdvantageTerm.in_limbo_no_loss_no_advantage")));
    }
    List<AdvantageTerm> terms = new ArrayList<>();
    double raw = reading.steps().steps().reward[t];
    terms.add(
        new AdvantageTerm(
            wording("AdvantageTerm.reward_r"),
            NumberWords.credit(trace.reward(t)),
            raw == trace.reward(t)
                ? wording("AdvantageTerm.as_recorded")
                : wording("AdvantageTerm.clamped_from", NumberWords.credit(raw))));
    terms.add(
        new AdvantageTerm(
            wording("AdvantageTerm.value_v"),
            NumberWords.credit(trace.value(t)),
            wording("AdvantageTerm.the_prediction")));
    terms.add(new AdvantageTerm("Stop", "", stop(trace, t)));
    terms.add(next(trace, trials, t));
    terms.add(
        new AdvantageTerm(
            wording("AdvantageTerm.error"), NumberWords.credit(trace.delta(t)), error(trace, t)));
    terms.add(carried(trace, t));
    terms.add(
        new AdvantageTerm(
            wording("AdvantageTerm.advantage_a"),
            NumberWords.credit(trace.advantage(t)),
            wording("AdvantageTerm.plus_the_carried_term")));
    terms.add(
        new AdvantageTerm(
            wording("AdvantageTerm.return_g"),
            NumberWords.credit(reading.returns()[t]),
            wording("AdvantageTerm.actual_return_discounted")));
    for (FaultyMask faultyMask : FaultyMask.values()) {
      CreditTrace faulty = reading.faulty().get(faultyMask);
      if (faulty != null) {
        double difference = faulty.advantage(t) - trace.advantage(t);
        terms.add(
            new AdvantageTerm(
                faultyMask.words(),
                NumberWords.credit(faulty.advantage(t)),
                difference == 0
                    ? wording("AdvantageTerm.same_here")
                    : wording("AdvantageTerm.off", NumberWords.credit(difference))));
      }
    }
    return terms;
  }

  private static String stop(CreditTrace trace, int t) {
    CreditTrace.Stop stop = trace.stop(t);
    if (!stop.terminal() && !stop.truncation() && !stop.limbo()) {
      return wording("AdvantageTerm.none_the_next_tick_follows");
    }
    return stop.words()
        + switch (stop.ends()) {
          case ACROSS -> wording("AdvantageTerm.the_trace_runs_across_it");
          case BOOT -> wording("AdvantageTerm.the_trace_stops_the_next_value");
          case CUT -> wording("AdvantageTerm.nothing_later_counts");
        };
  }

  private static AdvantageTerm next(CreditTrace trace, TrialIndex trials, int t) {
    if (trace.stop(t).ends() == EndRule.CUT) {
      return new AdvantageTerm(
          wording("AdvantageTerm.next_value_v"), "", wording("AdvantageTerm.cut_off"));
    }
    int next = trace.next(t);
    return next == CreditTrace.NONE
        ? new AdvantageTerm(
            wording("AdvantageTerm.next_value_v"),
            "",
            wording("AdvantageTerm.unknown_the_recording_ends"))
        : new AdvantageTerm(
            wording("AdvantageTerm.next_value_v"),
            NumberWords.credit(trace.value(next)),
            wording("AdvantageTerm.at", place(trials, next)));
  }

  private static String error(CreditTrace trace, int t) {
    if (trace.stop(t).ends() == EndRule.CUT) {
      return "r − V";
    }
    return trace.next(t) == CreditTrace.NONE
        ? wording("AdvantageTerm.unknown_taken_as_0")
        : "r + γ V' − V";
  }

  private static AdvantageTerm carried(CreditTrace trace, int t) {
    double carry = trace.carry(t);
    return carry == 0
        ? new AdvantageTerm(
            wording("AdvantageTerm.carried_over"),
            NumberWords.credit(0),
            wording("AdvantageTerm.the_trace_stops"))
        : new AdvantageTerm(
            wording("AdvantageTerm.carried_over"),
            NumberWords.credit(carry * trace.advantage(trace.next(t))),
            wording("AdvantageTerm.of_the_next_ticks", NumberWords.decimals(carry, 3)));
  }

  /// The name of a tick: `tick 31, trial 2:7`.
  static String place(TrialIndex trials, int tick) {
    if (trials.count() == 0) {
      return wording("AdvantageTerm.tick", tick);
    }
    int stretch = trials.stretchAt(tick);
    return wording(
        "AdvantageTerm.tick_trial", tick, trials.trial(stretch) + 1, tick - trials.start(stretch));
  }
}
