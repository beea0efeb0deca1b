package dev.hindsight.inspector.counterfactual;

import dev.hindsight.inspector.attention.AttentionFollower;
import dev.hindsight.inspector.attention.AttentionNotice;
import dev.hindsight.inspector.attention.AttentionReading;
import dev.hindsight.inspector.attention.AttentionState;
import dev.hindsight.inspector.attention.TickWords;
import dev.hindsight.inspector.live.NewestJob;
import dev.hindsight.inspector.live.PanelBox;
import dev.hindsight.inspector.live.Sentence;
import dev.hindsight.inspector.live.StaleMark;
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
final class WhatIfPanel implements Panel {
  private final PanelContext context;
  private final Interrogation interrogation;
  private final AttentionFollower follower;
  private final AttentionNotice notice;
  private final AblationControls controls;
  private final Sentence sentence = Sentence.of("what-if.sentence");
  private final EffectTable table;
  private final CreditView credit;
  private final RunOnView living;
  private final NewestJob<Wish, Answer<Effect>> effects;
  private final NewestJob<CreditWish, Answer<MemoryCredit>> credits;
  private final PanelBox node;
  private Moment moment;
  private Optional<Wish> asked = Optional.empty();
  private Optional<CreditWish> askedCredit = Optional.empty();

  private record Wish(AttentionReading reading, int tick, Ablation ablation) {}

  private record CreditWish(
      AttentionReading reading, int tick, Grouping grouping, Ablation.Fill fill) {}

  /// What came of asking, or why nothing did.
  private record Answer<T>(Optional<T> told, String problem) {}

  WhatIfPanel(PanelContext context) {
    this.context = context;
    moment = new Moment(context.rollout(), 0, Moment.NO_AGENT);
    interrogation = new Interrogation(context.rollout(), AttentionFollower.library(context));
    notice =
        new AttentionNotice(
            "what-if",
            "Select an agent to see what it would do if it remembered less.",
            context,
            () -> show(moment));
    controls = new AblationControls(this::wish);
    table = new EffectTable(context.rollout());
    credit = new CreditView(context, this::wish);
    living = new RunOnView(context, interrogation, controls::ablation);
    StaleMark effect = new StaleMark(sentence, table.node());
    StaleMark worth = new StaleMark(credit);
    follower = new AttentionFollower(context, this::changed).marking(effect, worth);
    effects = new NewestJob<>(context, "What if", this::ask, this::arrived).marking(effect);
    credits =
        new NewestJob<>(context, "Worth of moments", this::askCredit, this::creditArrived)
            .marking(worth);
    node = new PanelBox(notice, controls, sentence, table.node(), credit, living);
    changed(follower.state());
  }

  @Override
  public Node node() {
    return node;
  }

  @Override
  public void show(Moment next) {
    moment = next;
    follower.follow(next);
    living.show(next);
    wish();
  }

  @Override
  public void dress(Palette palette) {
    credit.dress(palette);
  }

  @Override
  public void close() {
    context.point(Set.of());
    interrogation.close();
  }

  private void changed(AttentionState state) {
    notice.show(state, List.of(controls, sentence, table.node(), credit));
    boolean known = state instanceof AttentionState.Known;
    boolean lacks = state instanceof AttentionState.Lacking;
    living.setVisible(known || lacks);
    living.setManaged(known || lacks);
    living.offer(known ? RunOnView.Kind.values() : new RunOnView.Kind[] {RunOnView.Kind.WIPED});
    if (state instanceof AttentionState.Known(AttentionReading reading)) {
      controls.offer(
          reading.trace().layers(),
          reading.trace().heads(),
          Math.max(1, context.rollout().manifest().trials().count()));
    }
    wish();
  }

  private void wish() {
    if (follower.state() instanceof AttentionState.Known(AttentionReading reading)
        && reading.tells(moment.agent(), moment.tick())) {
      Wish wish = new Wish(reading, moment.tick(), controls.ablation());
      if (!asked.equals(Optional.of(wish))) {
        asked = Optional.of(wish);
        effects.wish(wish);
      }
      CreditWish other = new CreditWish(reading, moment.tick(), credit.grouping(), controls.by());
      if (!askedCredit.equals(Optional.of(other))) {
        askedCredit = Optional.of(other);
        credits.wish(other);
      }
    }
  }

  private Job<Answer<Effect>> ask(Wish wish) {
    return (_, cancellation) -> {
      try {
        return new Answer<>(
            Optional.of(
                interrogation.effect(wish.reading.agent(), wish.tick, wish.ablation, cancellation)),
            "");
      } catch (Problem problem) {
        return new Answer<>(Optional.empty(), problem.getMessage());
      }
    };
  }

  private Job<Answer<MemoryCredit>> askCredit(CreditWish wish) {
    return (_, cancellation) -> {
      try {
        return new Answer<>(
            Optional.of(
                interrogation.credit(
                    wish.reading.agent(), wish.tick, wish.grouping, wish.fill, cancellation)),
            "");
      } catch (Problem problem) {
        return new Answer<>(Optional.empty(), problem.getMessage());
      }
    };
  }

  private void arrived(Answer<Effect> answer) {
    table.show(answer.told);
    sentence.setText(answer.told.map(this::told).orElse(answer.problem));
  }

  private void creditArrived(Answer<MemoryCredit> answer) {
    answer
        .told
        .filter(told -> told.agent() == moment.agent())
        .ifPresent(told -> {
          if (follower.state() instanceof AttentionState.Known(AttentionReading reading)
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

  private String told(Effect effect) {
    return effect
        .warning(context.rollout())
        .map(warning -> "Careful: " + warning + ". " + words(effect))
        .orElseGet(() -> words(effect));
  }

  private String words(Effect effect) {
    String at = TickWords.of(context.rollout().trials(), effect.tick());
    if (effect.ablation().isNone()) {
      return "At " + at + ". Choose what to switch off: slots, a head, or ticks.";
    }
    String without = "At " + at + ", without " + effect.ablation().words() + ": ";
    if (effect.idle()) {
      return without + "nothing changes, not a bit. All of it is masked anyway, or not there yet.";
    }
    return without
        + (effect.slots() == 0
            ? ""
            : String.format(
                Locale.ROOT,
                "%d slots with %s of the weight; ",
                effect.slots(),
                NumberWords.percent(effect.weight())))
        + String.format(
            Locale.ROOT,
            "value %s → %s, the policy moves by %s nats.",
            NumberWords.logit(effect.valueWith()),
            NumberWords.logit(effect.valueWithout()),
            NumberWords.significant(effect.divergence(), 3));
  }
}
