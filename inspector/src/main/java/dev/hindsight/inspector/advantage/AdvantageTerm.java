package dev.hindsight.inspector.advantage;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.advantage.AdvantageRule.FaultyMask;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.advantage.Discounting.EndRule;
import dev.hindsight.trainer.rollout.TrialIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One line of a tick's calculation.
///
/// @param name name of the number
/// @param number its value as text; empty if there is none
/// @param note its source
record AdvantageTerm(String name, String number, String note) {

  /// The calculation of a tick's advantage, step by step.
  static List<AdvantageTerm> of(AdvantageReading reading, TrialIndex trials, int t) {
    AdvantageTrace trace = reading.trace();
    if (t < 0 || t >= trace.ticks()) {
      return List.of();
    }
    if (trace.inLimbo(t)) {
      return List.of(
          new AdvantageTerm(
              "Advantage",
              NumberWords.advantageTerm(0),
              wording("AdvantageTerm.in_limbo_no_loss_no_advantage")));
    }
    List<AdvantageTerm> terms = new ArrayList<>();
    double raw = reading.steps().steps().reward[t];
    terms.add(
        new AdvantageTerm(
            wording("AdvantageTerm.reward_r"),
            number(trace.reward(t)),
            Double.compare(raw, trace.reward(t)) == 0
                ? wording("AdvantageTerm.as_recorded")
                : wording("AdvantageTerm.clamped_from", NumberWords.advantageTerm(raw))));
    terms.add(
        new AdvantageTerm(
            wording("AdvantageTerm.value_v"),
            number(trace.value(t)),
            trace.hasValue(t)
                ? wording("AdvantageTerm.the_prediction")
                : wording("AdvantageTerm.none_counts_as_0")));
    terms.add(new AdvantageTerm("Stop", "", stop(trace, t)));
    terms.add(next(trace, trials, t));
    if (trace.ownDiscounts()) {
      terms.add(
          new AdvantageTerm(
              wording("AdvantageTerm.discount"),
              Double.isNaN(trace.gamma(t)) ? "" : NumberWords.decimals(trace.gamma(t), 4),
              Double.isNaN(trace.gamma(t))
                  ? wording("AdvantageTerm.its_own_is_not_recorded")
                  : wording("AdvantageTerm.the_agents_own")));
    }
    terms.add(
        new AdvantageTerm(wording("AdvantageTerm.error"), number(trace.delta(t)), error(trace, t)));
    terms.add(carried(trace, t));
    terms.add(
        new AdvantageTerm(
            wording("AdvantageTerm.advantage_a"),
            number(trace.advantage(t)),
            wording("AdvantageTerm.plus_the_carried_term")));
    terms.add(
        new AdvantageTerm(
            wording("AdvantageTerm.return_g"),
            trace.faultOfReturn(t).isPresent()
                ? number(reading.returns()[t])
                : NumberWords.advantageTerm(reading.returns()[t]),
            wording("AdvantageTerm.actual_return_discounted")));
    for (FaultyMask faultyMask : FaultyMask.values()) {
      AdvantageTrace faulty = reading.faulty().get(faultyMask);
      if (faulty != null) {
        terms.add(faulty(faultyMask, faulty, trace, t));
      }
    }
    return terms;
  }

  private static AdvantageTerm faulty(
      FaultyMask faultyMask, AdvantageTrace faulty, AdvantageTrace trace, int t) {
    Optional<String> unknown = unknown(faulty, t);
    if (unknown.isPresent()) {
      return new AdvantageTerm(faultyMask.words(), "", unknown.get());
    }
    double difference = faulty.advantage(t) - trace.advantage(t);
    String note =
        Double.isFinite(difference)
            ? wording("AdvantageTerm.off", NumberWords.advantageTerm(difference))
            : wording("AdvantageTerm.what_it_changes_is_unknown");
    return new AdvantageTerm(
        faultyMask.words(),
        number(faulty.advantage(t)),
        difference == 0 ? wording("AdvantageTerm.same_here") : note);
  }

  /// Why a tick's advantage says nothing about its action; empty if it does.
  static Optional<String> unknown(AdvantageTrace trace, int t) {
    Optional<String> fault =
        trace.faultOf(t).map(found -> wording("AdvantageTerm.unknown", found.words()));
    return trace.isUnknown(t) ? fault.or(() -> Optional.of(unknownNext(trace, t))) : fault;
  }

  /// Why the value after a tick is not known.
  private static String unknownNext(AdvantageTrace trace, int t) {
    return trace.fromFinalValue(t)
        ? wording("AdvantageTerm.unknown_it_was_not_recorded")
        : wording("AdvantageTerm.unknown_the_recording_ends");
  }

  /// A number that exists, even if it is not a number.
  static String number(double value) {
    return NumberWords.recorded(value, NumberWords::advantageTerm);
  }

  private static String stop(AdvantageTrace trace, int t) {
    AdvantageTrace.Stop stop = trace.stop(t);
    if (recordingEnds(trace, t)) {
      String ends = wording("AdvantageTerm.the_recording_ends");
      return stop.equals(AdvantageTrace.Stop.NOTHING) ? ends : stop.words() + ": " + ends;
    }
    if (stop.equals(AdvantageTrace.Stop.NOTHING)) {
      return wording("AdvantageTerm.none_the_next_tick_follows");
    }
    return stop.words()
        + switch (stop.ends()) {
          case ACROSS -> wording("AdvantageTerm.the_trace_runs_across_it");
          case BOOT ->
              trace.fromFinalValue(t)
                  ? wording("AdvantageTerm.the_trace_stops_the_final_value")
                  : wording("AdvantageTerm.the_trace_stops_the_next_value");
          case CUT -> wording("AdvantageTerm.nothing_later_counts");
        };
  }

  /// Whether the next tick would count, but the recording ends before it.
  private static boolean recordingEnds(AdvantageTrace trace, int t) {
    return trace.isUnknown(t) && !trace.fromFinalValue(t);
  }

  private static AdvantageTerm next(AdvantageTrace trace, TrialIndex trials, int t) {
    if (trace.stop(t).ends() == EndRule.CUT) {
      return new AdvantageTerm(
          wording("AdvantageTerm.next_value_v"), "", wording("AdvantageTerm.cut_off"));
    }
    if (trace.fromFinalValue(t)) {
      boolean unknown = Double.isNaN(trace.finalValue(t));
      return new AdvantageTerm(
          wording("AdvantageTerm.next_value_v"),
          unknown ? "" : number(trace.finalValue(t)),
          unknown ? unknownNext(trace, t) : wording("AdvantageTerm.of_the_final_observation"));
    }
    int next = trace.next(t);
    return next == AdvantageTrace.NONE
        ? new AdvantageTerm(wording("AdvantageTerm.next_value_v"), "", unknownNext(trace, t))
        : new AdvantageTerm(
            wording("AdvantageTerm.next_value_v"),
            number(trace.value(next)),
            wording("AdvantageTerm.at", place(trials, next)));
  }

  private static String error(AdvantageTrace trace, int t) {
    if (trace.stop(t).ends() == EndRule.CUT) {
      return "r − V";
    }
    return trace.isUnknown(t) ? wording("AdvantageTerm.unknown_taken_as_0") : "r + γ V' − V";
  }

  private static AdvantageTerm carried(AdvantageTrace trace, int t) {
    double carry = trace.carry(t);
    return carry == 0
        ? new AdvantageTerm(
            wording("AdvantageTerm.carried_over"),
            NumberWords.advantageTerm(0),
            recordingEnds(trace, t)
                ? wording("AdvantageTerm.the_recording_ends")
                : wording("AdvantageTerm.the_trace_stops"))
        : new AdvantageTerm(
            wording("AdvantageTerm.carried_over"),
            number(carry * trace.advantage(trace.next(t))),
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
