package dev.hindsight.inspector.advantage;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.live.NewestJob;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.trainer.rollout.LiveGrowth;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.Optional;

/// Keeps the advantage reading of the selected agent, under the rule the policy was trained with or
/// one chosen by the user; computes it in the background, and again when the agent, the rule or the
/// length of a live recording changes. FX thread.
final class AdvantageLoader {
  private final NewestJob<Request, Answer> job;
  private final Runnable onChange;
  private Optional<AdvantageRule> chosen = Optional.empty();
  private Optional<Answer> answer = Optional.empty();
  private Request request;

  /// @param chosen chosen by the user; empty for the rule of the recording
  private record Request(AdvantageReadingCache.AgentKey agent, Optional<AdvantageRule> chosen) {}

  private record Answer(
      Request request,
      AdvantageReading reading,
      RecordedAdvantageRule recorded,
      Optional<OwnDiscounts> own) {}

  /// @param onChange runs when the reading has changed
  AdvantageLoader(PanelContext context, Runnable onChange) {
    this.onChange = onChange;
    AdvantageReadingCache library =
        context.shared(AdvantageReadingCache.class, AdvantageReadingCache::new);
    job =
        new NewestJob<>(
            context,
            wording("AdvantageLoader.computing_advantages"),
            wanted ->
                (progress, cancellation) -> {
                  RecordedAdvantageRule recorded =
                      library.recorded(wanted.agent().rollout()).of(wanted.agent().number());
                  AdvantageReadingCache.Request asked =
                      new AdvantageReadingCache.Request(
                          wanted.agent(), wanted.chosen().orElse(recorded.rule()));
                  return new Answer(
                      wanted,
                      library.reading(asked, progress, cancellation),
                      recorded,
                      OwnDiscounts.of(wanted.agent().rollout()));
                },
            this::arrived);
    request = request(context.rollout(), Moment.NO_AGENT, 0);
  }

  /// The reading of the selected agent; empty while it is being computed.
  Optional<AdvantageReading> reading() {
    return answer
        .map(Answer::reading)
        .filter(read -> read.steps().agent() == request.agent().number());
  }

  /// The rule of the current reading.
  Optional<AdvantageRule> rule() {
    return answer.map(shown -> shown.reading.trace().rule());
  }

  /// Whether the agents of the current reading have discounts of their own.
  boolean ownDiscounts() {
    return answer.filter(shown -> shown.reading.steps().ownDiscounts()).isPresent();
  }

  /// The origin of the rule, in words; empty while it is unknown.
  String source() {
    return answer
        .map(shown ->
            (shown.reading.trace().rule().isAs(shown.recorded.rule(), shown.reading.steps())
                    ? shown.recorded.source()
                    : wording(
                        "AdvantageLoader.rule_chosen_by_hand_instead_of", shown.recorded.source()))
                + discounts(shown))
        .orElse("");
  }

  /// Whose discounts apply, where that is not the rule's gamma, as sentences to append.
  private static String discounts(Answer shown) {
    if (!shown.reading.trace().ownDiscounts()) {
      return "";
    }
    return shown
        .own
        .map(own ->
            own.recorded()
                ? wording("AdvantageLoader.gamma_is_its_own", own.name())
                : wording("AdvantageLoader.its_own_gamma_is_not_recorded", own.name()))
        .orElse("");
  }

  /// Chooses another rule.
  void choose(AdvantageRule other) {
    chosen = Optional.of(other);
    want(request.agent().rollout(), request.agent().number());
  }

  /// Follows the selection.
  void show(Moment moment) {
    want(moment.rollout(), moment.agent());
  }

  private Request request(Rollout rollout, int agent, int ticks) {
    return new Request(new AdvantageReadingCache.AgentKey(rollout, agent, ticks), chosen);
  }

  private void want(Rollout rollout, int number) {
    AdvantageReadingCache.AgentKey before = request.agent();
    int ticks = rollout.ticks();
    boolean grown =
        LiveGrowth.outdates(rollout, before.ticks()) || !before.rollout().equals(rollout);
    request =
        request(rollout, number, number == before.number() && !grown ? before.ticks() : ticks);
    if (number < 0 || answer.map(Answer::request).equals(Optional.of(request))) {
      job.withdraw();
    } else {
      job.request(request);
    }
  }

  private void arrived(Answer next) {
    answer = Optional.of(next);
    onChange.run();
  }
}
