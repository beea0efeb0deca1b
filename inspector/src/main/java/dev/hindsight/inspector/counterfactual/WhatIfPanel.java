package dev.hindsight.inspector.counterfactual;

import dev.hindsight.inspector.attention.AttentionLoader;
import dev.hindsight.inspector.attention.AttentionNotice;
import dev.hindsight.inspector.attention.AttentionReading;
import dev.hindsight.inspector.attention.AttentionState;
import dev.hindsight.inspector.attention.TickWords;
import dev.hindsight.inspector.live.NewestJob;
import dev.hindsight.inspector.live.PanelBox;
import dev.hindsight.inspector.live.StaleMark;
import dev.hindsight.inspector.live.WrappedLabel;
import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.task.Job;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import javafx.scene.Node;

/// What is switched off, what that changes at the tick, and what every earlier moment was worth. FX
/// thread; the network is asked beside it.
public final class WhatIfPanel implements Panel {
  private final PanelContext context;
  private final CounterfactualQueries counterfactualQueries;
  private final AttentionLoader follower;
  private final AttentionNotice notice;
  private final AblationControls controls;
  private final WrappedLabel wrappedLabel = WrappedLabel.of("what-if.sentence");
  private final AblationEffectTable table;
  private final CreditView credit;
  private final RunOnView living;
  private final NewestJob<EffectRequest, Answer<AblationEffect>> effects;
  private final NewestJob<CreditRequest, Answer<MemoryCredit>> credits;
  private final PanelBox node;
  private Moment moment;
  private Optional<EffectRequest> asked = Optional.empty();
  private Optional<CreditRequest> askedCredit = Optional.empty();

  private record EffectRequest(AttentionReading reading, int tick, Ablation ablation) {}

  private record CreditRequest(
      AttentionReading reading, int tick, MomentGrouping grouping, Ablation.Fill fill) {}

  /// What came of asking, or why nothing did.
  private record Answer<T>(Optional<T> told, String problem) {}

  /// Opens it on the recording of a context.
  public WhatIfPanel(PanelContext context) {
    this.context = context;
    moment = new Moment(context.rollout(), 0, Moment.NO_AGENT);
    counterfactualQueries =
        new CounterfactualQueries(context.rollout(), AttentionLoader.library(context));
    notice =
        new AttentionNotice(
            "what-if",
            "Select an agent to see what it would do if it remembered less.",
            context,
            () -> show(moment));
    controls = new AblationControls(this::request);
    table = new AblationEffectTable(context.rollout());
    credit = new CreditView(context, this::request);
    living = new RunOnView(context, counterfactualQueries, controls::ablation);
    StaleMark effect = new StaleMark(wrappedLabel, table.node());
    StaleMark worth = new StaleMark(credit);
    follower = new AttentionLoader(context, this::changed).marking(effect, worth);
    effects = new NewestJob<>(context, "What if", this::ask, this::arrived).marking(effect);
    credits =
        new NewestJob<>(context, "Worth of moments", this::askCredit, this::creditArrived)
            .marking(worth);
    node = new PanelBox(notice, controls, wrappedLabel, table.node(), credit, living);
    changed(follower.state());
  }

  @Override
  public Node node() {
    return node;
  }

  @Override
  public boolean empty() {
    return follower.state() instanceof AttentionState.Unavailable;
  }

  @Override
  public void show(Moment next) {
    moment = next;
    follower.follow(next);
    living.show(next);
    request();
  }

  @Override
  public void applyPalette(Palette palette) {
    credit.applyPalette(palette);
  }

  @Override
  public void close() {
    context.point(Set.of());
    counterfactualQueries.close();
  }

  private void changed(AttentionState state) {
    notice.show(state, List.of(controls, wrappedLabel, table.node(), credit));
    boolean known = state instanceof AttentionState.Available;
    boolean lacks = state instanceof AttentionState.Unavailable;
    living.setVisible(known || lacks);
    living.setManaged(known || lacks);
    living.offer(known ? RunOnView.Kind.values() : new RunOnView.Kind[] {RunOnView.Kind.WIPED});
    if (state instanceof AttentionState.Available(AttentionReading reading)) {
      controls.offer(
          reading.trace().layers(),
          reading.trace().heads(),
          Math.max(1, context.rollout().manifest().trials().count()));
    }
    request();
  }

  private void request() {
    if (follower.state() instanceof AttentionState.Available(AttentionReading reading)
        && reading.tells(moment.agent(), moment.tick())) {
      EffectRequest effectRequest = new EffectRequest(reading, moment.tick(), controls.ablation());
      if (!asked.equals(Optional.of(effectRequest))) {
        asked = Optional.of(effectRequest);
        effects.request(effectRequest);
      }
      CreditRequest other =
          new CreditRequest(reading, moment.tick(), credit.grouping(), controls.by());
      if (!askedCredit.equals(Optional.of(other))) {
        askedCredit = Optional.of(other);
        credits.request(other);
      }
    }
  }

  private Job<Answer<AblationEffect>> ask(EffectRequest effectRequest) {
    return (_, cancellation) -> {
      try {
        return new Answer<>(
            Optional.of(
                counterfactualQueries.effect(
                    effectRequest.reading.agent(),
                    effectRequest.tick,
                    effectRequest.ablation,
                    cancellation)),
            "");
      } catch (Problem problem) {
        return new Answer<>(Optional.empty(), problem.getMessage());
      }
    };
  }

  private Job<Answer<MemoryCredit>> askCredit(CreditRequest wish) {
    return (_, cancellation) -> {
      try {
        return new Answer<>(
            Optional.of(
                counterfactualQueries.credit(
                    wish.reading.agent(), wish.tick, wish.grouping, wish.fill, cancellation)),
            "");
      } catch (Problem problem) {
        return new Answer<>(Optional.empty(), problem.getMessage());
      }
    };
  }

  private void arrived(Answer<AblationEffect> answer) {
    table.show(answer.told);
    wrappedLabel.setText(answer.told.map(this::told).orElse(answer.problem));
  }

  private void creditArrived(Answer<MemoryCredit> answer) {
    answer
        .told
        .filter(told -> told.agent() == moment.agent())
        .ifPresent(told -> {
          if (follower.state() instanceof AttentionState.Available(AttentionReading reading)
              && reading.tells(told.agent(), told.tick())) {
            credit.show(told, reading.trace().span(), limbo(reading));
          }
        });
  }

  private static List<Span> limbo(AttentionReading reading) {
    List<Span> limbo = new ArrayList<>();
    Span stretch = reading.trace().span();
    int from = -1;
    for (int tick = stretch.from(); tick <= stretch.to(); tick++) {
      boolean away = tick < stretch.to() && !reading.passage().live(tick);
      if (away && from < 0) {
        from = tick;
      } else if (!away && from >= 0) {
        limbo.add(new Span(from, tick));
        from = -1;
      }
    }
    return limbo;
  }

  private String told(AblationEffect ablationEffect) {
    return ablationEffect
        .warning(context.rollout())
        .map(warning -> "Warning: " + warning + ". " + words(ablationEffect))
        .orElseGet(() -> words(ablationEffect));
  }

  private String words(AblationEffect ablationEffect) {
    String at = TickWords.of(context.rollout().trials(), ablationEffect.tick());
    if (ablationEffect.ablation().isNone()) {
      return "At " + at + ". Choose what to switch off: slots, a head, or ticks.";
    }
    String without = "At " + at + ", without " + ablationEffect.ablation().words() + ": ";
    if (ablationEffect.idle()) {
      return without + "nothing changes. All of it is masked already, or not written yet.";
    }
    return without
        + (ablationEffect.slots() == 0
            ? ""
            : String.format(
                Locale.ROOT,
                "%d slots with %s of the weight; ",
                ablationEffect.slots(),
                NumberWords.percent(ablationEffect.weight())))
        + String.format(
            Locale.ROOT,
            "value %s → %s, the policy shifts by %s nats.",
            NumberWords.logit(ablationEffect.valueWith()),
            NumberWords.logit(ablationEffect.valueWithout()),
            NumberWords.significant(ablationEffect.divergence(), 3));
  }
}
