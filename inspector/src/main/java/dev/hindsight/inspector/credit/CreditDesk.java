package dev.hindsight.inspector.credit;

import dev.hindsight.inspector.live.NewestJob;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.Optional;

/// Keeps the reading of whoever is selected, under the rule the policy was trained with or the one
/// that was chosen by hand; asks the library of the recording for it in the background, and anew
/// when agent, rule or the length of a live recording have changed. FX thread.
final class CreditDesk {
  private final NewestJob<Wish, Answer> job;
  private final Runnable onChange;
  private Optional<CreditRule> chosen = Optional.empty();
  private Optional<Answer> answer = Optional.empty();
  private Wish wish;

  /// @param chosen by hand; nothing for the rule of the recording
  private record Wish(CreditLibrary.Agent agent, Optional<CreditRule> chosen) {}

  private record Answer(Wish wish, CreditReading reading, RecordedRule recorded) {}

  /// @param onChange another reading is there
  CreditDesk(PanelContext context, Runnable onChange) {
    this.onChange = onChange;
    CreditLibrary library = context.shared(CreditLibrary.class, CreditLibrary::new);
    job =
        new NewestJob<>(
            context,
            "Working out advantages",
            wanted ->
                (progress, cancellation) -> {
                  RecordedRule recorded = library.recorded(wanted.agent().rollout());
                  CreditLibrary.Wanted asked =
                      new CreditLibrary.Wanted(
                          wanted.agent(), wanted.chosen().orElse(recorded.rule()));
                  return new Answer(
                      wanted, library.reading(asked, progress, cancellation), recorded);
                },
            this::arrived);
    wish = wish(context.rollout(), Moment.NO_AGENT, 0);
  }

  /// What is known of the selected agent; empty while it is being read.
  Optional<CreditReading> reading() {
    return answer
        .map(Answer::reading)
        .filter(read -> read.steps().agent() == wish.agent().number());
  }

  /// The rule of what is shown.
  Optional<CreditRule> rule() {
    return answer.map(shown -> shown.reading.trace().rule());
  }

  /// Which rule it is, in words; empty while that is not known.
  String source() {
    return answer
        .map(shown ->
            shown.reading.trace().rule().equals(shown.recorded.rule())
                ? shown.recorded.source()
                : "A rule chosen here by hand, not: " + shown.recorded.source())
        .orElse("");
  }

  /// Chooses another rule.
  void choose(CreditRule other) {
    chosen = Optional.of(other);
    want(wish.agent().rollout(), wish.agent().number());
  }

  /// Follows the selection.
  void show(Moment moment) {
    want(moment.rollout(), moment.agent());
  }

  private Wish wish(Rollout rollout, int agent, int ticks) {
    return new Wish(new CreditLibrary.Agent(rollout, agent, ticks), chosen);
  }

  /// A live recording is read again when it has grown by an eighth.
  private void want(Rollout rollout, int number) {
    CreditLibrary.Agent before = wish.agent();
    int ticks = rollout.ticks();
    boolean grown =
        ticks > before.ticks() + before.ticks() / 8 || !before.rollout().equals(rollout);
    wish = wish(rollout, number, number == before.number() && !grown ? before.ticks() : ticks);
    if (number >= 0 && !answer.map(Answer::wish).equals(Optional.of(wish))) {
      job.wish(wish);
    }
  }

  private void arrived(Answer next) {
    answer = Optional.of(next);
    onChange.run();
  }
}
