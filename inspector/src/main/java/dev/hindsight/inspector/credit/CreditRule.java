package dev.hindsight.inspector.credit;

import dev.hindsight.trainer.credit.Discounting;
import dev.hindsight.trainer.credit.Discounting.Ends;
import dev.hindsight.trainer.credit.Discounting.Limbo;

/// How reward is carried back in time, as far as a recording can be looked at with it: actions are
/// those of the policy itself, so importance ratios are 1.
///
/// @param gamma discount factor a tick
/// @param lambda weight of longer looks ahead
/// @param trialEnds what a truncation, the end of a trial above all, does
/// @param limbo what it does to come into limbo
/// @param terminals what an episode's end does; anything but [Ends#CUT] is a fault
/// @param limboCounts whether ticks in limbo count like others, which is a fault
/// @param rewardClip rewards are clamped to this and its negative
record CreditRule(
    double gamma,
    double lambda,
    Ends trialEnds,
    Limbo limbo,
    Ends terminals,
    boolean limboCounts,
    double rewardClip) {
  /// As training does unless told otherwise.
  static final CreditRule USUAL =
      new CreditRule(0.97, 0.95, Ends.ACROSS, Limbo.SKIP, Ends.CUT, false, 1);

  /// As training has it.
  Discounting discounting() {
    return new Discounting(lambda, terminals, trialEnds, limbo, 1, 1);
  }

  CreditRule withGamma(double other) {
    return new CreditRule(other, lambda, trialEnds, limbo, terminals, limboCounts, rewardClip);
  }

  CreditRule withLambda(double other) {
    return new CreditRule(gamma, other, trialEnds, limbo, terminals, limboCounts, rewardClip);
  }

  CreditRule withTrialEnds(Ends other) {
    return new CreditRule(gamma, lambda, other, limbo, terminals, limboCounts, rewardClip);
  }

  CreditRule withLimbo(Limbo other) {
    return new CreditRule(gamma, lambda, trialEnds, other, terminals, limboCounts, rewardClip);
  }

  private CreditRule withTerminals(Ends other) {
    return new CreditRule(gamma, lambda, trialEnds, limbo, other, limboCounts, rewardClip);
  }

  private CreditRule countingLimbo() {
    return new CreditRule(gamma, lambda, trialEnds, limbo, terminals, true, rewardClip);
  }

  /// A mask that somebody got wrong.
  enum Fault {
    /// Truncations do not stop anything.
    TRUNCATIONS_IGNORED("If truncations did not stop it"),
    /// Nothing comes through a truncation.
    TRUNCATIONS_CUT("If truncations cut it"),
    /// Ticks in limbo are learned from.
    LIMBO_COUNTED("If limbo were not left out"),
    /// Episodes run into each other.
    TERMINALS_IGNORED("If terminals did not stop it");

    private final String words;

    Fault(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }

    /// The rule with this fault in it.
    CreditRule in(CreditRule rule) {
      return switch (this) {
        case TRUNCATIONS_IGNORED -> rule.withTrialEnds(Ends.ACROSS);
        case TRUNCATIONS_CUT -> rule.withTrialEnds(Ends.CUT);
        case LIMBO_COUNTED -> rule.countingLimbo();
        case TERMINALS_IGNORED -> rule.withTerminals(Ends.ACROSS);
      };
    }

    /// Whether a rule has it already, and means it.
    boolean isPartOf(CreditRule rule) {
      return in(rule).equals(rule);
    }
  }
}
