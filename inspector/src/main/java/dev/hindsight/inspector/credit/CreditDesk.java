package dev.hindsight.inspector.credit;

import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.Optional;

/// Keeps the reading of whoever is selected, under the rule that is chosen; makes it in the
/// background, and anew when agent, rule or the length of a live recording have changed. FX thread.
final class CreditDesk {
  private final PanelContext context;
  private final Runnable onChange;
  private CreditRule rule = CreditRule.USUAL;
  private Optional<CreditReading> reading = Optional.empty();
  private Optional<Wanted> made = Optional.empty();
  private Wanted wanted;
  private boolean busy;

  private record Wanted(Rollout rollout, int agent, int ticks, CreditRule rule) {}

  /// @param onChange another reading is there
  CreditDesk(PanelContext context, Runnable onChange) {
    this.context = context;
    this.onChange = onChange;
    wanted = new Wanted(context.rollout(), Moment.NO_AGENT, 0, rule);
  }

  /// What is known of the selected agent; empty while it is being read.
  Optional<CreditReading> reading() {
    return reading.filter(read -> read.steps().agent() == wanted.agent);
  }

  CreditRule rule() {
    return rule;
  }

  /// Chooses another rule.
  void choose(CreditRule other) {
    rule = other;
    want(wanted.rollout, wanted.agent);
  }

  /// Follows the selection.
  void show(Moment moment) {
    want(moment.rollout(), moment.agent());
  }

  private void want(Rollout rollout, int agent) {
    int ticks = rollout.ticks();
    boolean grown = ticks > wanted.ticks + wanted.ticks / 8 || !wanted.rollout.equals(rollout);
    int counted = agent == wanted.agent && !grown ? wanted.ticks : ticks;
    wanted = new Wanted(rollout, agent, counted, rule);
    if (!busy && agent >= 0 && !made.equals(Optional.of(wanted))) {
      read(wanted);
    }
  }

  private void read(Wanted next) {
    busy = true;
    context.background(
        "Working out advantages",
        (progress, cancellation) ->
            CreditReading.of(next.rollout, next.agent, next.rule, progress, cancellation),
        result -> {
          busy = false;
          made = Optional.of(next);
          reading = Optional.of(result);
          onChange.run();
          want(wanted.rollout, wanted.agent);
        });
  }
}
