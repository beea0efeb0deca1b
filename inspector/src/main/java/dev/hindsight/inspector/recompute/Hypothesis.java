package dev.hindsight.inspector.recompute;

import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.parity.Outputs;
import dev.hindsight.trainer.rollout.Span;
import java.util.List;

/// A way in which the actual outputs may have come about. It counts only if it predicts the actual
/// outputs at every tick that differs from the correct ones.
interface Hypothesis {
  /// The mistake, in words for users.
  String words();

  /// The predicted outputs over a span.
  ///
  /// @param nudge of the weights, to measure the effect of rounding: see
  ///   [dev.hindsight.trainer.parity.Arithmetic]
  Outputs predict(DiscrepancyCase about, int agent, Span span, int nudge);

  /// Whether no tick depends on a later one.
  default boolean causal() {
    return true;
  }

  /// Whether it can predict a tick: at the last one, the following tick is unknown.
  default boolean knows(DiscrepancyCase about, int agent, int tick) {
    return true;
  }

  /// Hypotheses of one kind.
  interface Family {
    /// What it tries, for users: `temperature`.
    String name();

    /// How many things have to be wrong: lower levels are tried first, and if one of them holds, no
    /// higher ones.
    int level();

    /// The hypotheses to try here.
    ///
    /// @param found all differences to explain, earliest first; not empty
    List<? extends Hypothesis> of(DiscrepancyCase about, List<Discrepancy> found);
  }

  /// The network under a premise.
  record Recomputed(Premise premise) implements Hypothesis {
    @Override
    public String words() {
      return premise.words();
    }

    @Override
    public Outputs predict(DiscrepancyCase about, int agent, Span span, int nudge) {
      return about.network().of(premise, agent, span, nudge);
    }

    /// Counted from 1, the last tick of a full cache exceeds the table of positions.
    @Override
    public boolean knows(DiscrepancyCase about, int agent, int tick) {
      if (premise.keeping().rules().position() != MemoryRules.PositionRule.FROM_ONE) {
        return true;
      }
      int horizon = about.network().horizon();
      return premise.keeping().stretches(agent, about.passage(agent), horizon).stream()
          .noneMatch(stretch -> stretch.holds(tick) && tick - stretch.from() == horizon - 1);
    }

    @Override
    public boolean causal() {
      return premise.keeping().rules().mask() != MemoryRules.MaskRule.FUTURE_OPEN;
    }
  }
}
