package dev.hindsight.inspector.recompute;

import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.parity.Outputs;
import dev.hindsight.trainer.rollout.Span;
import java.util.List;

/// One way in which what was put out may have come about. It is believed only where what it
/// predicts is what was put out, at every tick that differs from what should have been.
interface Hypothesis {
  /// What went wrong, for people.
  String words();

  /// What would have been put out over a span.
  ///
  /// @param nudge of the weights, to measure how far rounding goes: see
  ///   [dev.hindsight.trainer.parity.Arithmetic]
  Outputs predict(DiscrepancyCase about, int agent, Span span, int nudge);

  /// Whether a tick depends on none that comes later.
  default boolean causal() {
    return true;
  }

  /// Whether a tick can be predicted: of the last, what would have come after is not known.
  default boolean knows(DiscrepancyCase about, int agent, int tick) {
    return true;
  }

  /// Hypotheses of one kind.
  interface Family {
    /// What is tried, for people: `temperature`.
    String name();

    /// How much has to go wrong: those of a lower level are tried first, and where one of them
    /// holds, no others are.
    int level();

    /// Those that are to be tried here.
    ///
    /// @param found all that is to be explained, the earliest first; not empty
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

    /// Counted from 1, the last tick of a full cache is past the table of positions.
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
