package dev.hindsight.inspector.credit;

import dev.hindsight.inspector.live.NewestJob;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.Optional;

/// Keeps the reading of whoever is selected, under the rule that is chosen; asks the library of the
/// recording for it in the background, and anew when agent, rule or the length of a live recording
/// have changed. FX thread.
final class CreditDesk {
  private final NewestJob<CreditLibrary.Wanted, Answer> job;
  private final Runnable onChange;
  private CreditRule rule = CreditRule.USUAL;
  private Optional<Answer> answer = Optional.empty();
  private CreditLibrary.Wanted wanted;

  private record Answer(CreditLibrary.Wanted wanted, CreditReading reading) {}

  /// @param onChange another reading is there
  CreditDesk(PanelContext context, Runnable onChange) {
    this.onChange = onChange;
    CreditLibrary library = context.shared(CreditLibrary.class, CreditLibrary::new);
    job =
        new NewestJob<>(
            context,
            "Working out advantages",
            wish ->
                (progress, cancellation) ->
                    new Answer(wish, library.reading(wish, progress, cancellation)),
            this::arrived);
    wanted = wanted(context.rollout(), Moment.NO_AGENT, 0);
  }

  /// What is known of the selected agent; empty while it is being read.
  Optional<CreditReading> reading() {
    return answer
        .map(Answer::reading)
        .filter(read -> read.steps().agent() == wanted.agent().number());
  }

  CreditRule rule() {
    return rule;
  }

  /// Chooses another rule.
  void choose(CreditRule other) {
    rule = other;
    want(wanted.agent().rollout(), wanted.agent().number());
  }

  /// Follows the selection.
  void show(Moment moment) {
    want(moment.rollout(), moment.agent());
  }

  private CreditLibrary.Wanted wanted(Rollout rollout, int agent, int ticks) {
    return new CreditLibrary.Wanted(new CreditLibrary.Agent(rollout, agent, ticks), rule);
  }

  /// A live recording is read again when it has grown by an eighth.
  private void want(Rollout rollout, int number) {
    CreditLibrary.Agent before = wanted.agent();
    int ticks = rollout.ticks();
    boolean grown =
        ticks > before.ticks() + before.ticks() / 8 || !before.rollout().equals(rollout);
    wanted = wanted(rollout, number, number == before.number() && !grown ? before.ticks() : ticks);
    if (number >= 0 && !answer.map(Answer::wanted).equals(Optional.of(wanted))) {
      job.wish(wanted);
    }
  }

  private void arrived(Answer next) {
    answer = Optional.of(next);
    onChange.run();
  }
}
