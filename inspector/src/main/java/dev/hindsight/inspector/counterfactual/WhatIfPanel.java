package dev.hindsight.inspector.counterfactual;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.attention.AttentionLoader;
import dev.hindsight.inspector.attention.AttentionNotice;
import dev.hindsight.inspector.attention.AttentionReading;
import dev.hindsight.inspector.attention.AttentionState;
import dev.hindsight.inspector.attention.TickWords;
import dev.hindsight.inspector.live.LiveTree;
import dev.hindsight.inspector.live.NewestJob;
import dev.hindsight.inspector.live.PanelBox;
import dev.hindsight.inspector.live.StaleMark;
import dev.hindsight.inspector.live.WordedChoiceBox;
import dev.hindsight.inspector.live.WrappedLabel;
import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.Categorical;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.attention.Ablation.Fill;
import dev.hindsight.trainer.attention.Ablation.Head;
import dev.hindsight.trainer.attention.Ablation.Keys;
import dev.hindsight.trainer.attention.AblationText;
import dev.hindsight.trainer.outcome.Limbo;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.task.Job;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.layout.FlowPane;

/// Shows what is switched off, how the output at the tick changes, and the credit of every earlier
/// moment. FX thread; the network runs in the background.
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

  /// The result of a query, or why there is none.
  private record Answer<T>(Optional<T> result, String problem) {}

  /// Opens it on the recording of a context.
  public WhatIfPanel(PanelContext context) {
    this.context = context;
    moment = new Moment(context.rollout(), 0, Moment.NO_AGENT);
    counterfactualQueries =
        new CounterfactualQueries(context.rollout(), AttentionLoader.library(context));
    notice =
        new AttentionNotice(
            "what-if",
            wording("WhatIfPanel.select_an_agent_to_see_what"),
            context,
            () -> show(moment));
    controls = new AblationControls(this::request);
    table = new AblationEffectTable(context.rollout());
    credit = new CreditView(context, this::request);
    living = new RunOnView(context, counterfactualQueries, controls::ablation);
    StaleMark effect = new StaleMark(wrappedLabel, table.node());
    StaleMark worth = new StaleMark(credit);
    follower = new AttentionLoader(context, this::changed).marking(effect, worth);
    effects =
        new NewestJob<>(context, wording("WhatIfPanel.what_if"), this::ask, this::arrived)
            .about(request -> List.of(request.reading.agent(), request.reading.edition()))
            .marking(effect);
    credits =
        new NewestJob<>(
                context,
                wording("WhatIfPanel.worth_of_moments"),
                this::askCredit,
                this::creditArrived)
            .about(request -> List.of(request.reading.agent(), request.reading.edition()))
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
    } else if (asked.filter(last -> last.reading.agent() != moment.agent()).isPresent()) {
      // The attention of the agent now selected is still being read.
      asked = Optional.empty();
      askedCredit = Optional.empty();
      effects.withdraw();
      credits.withdraw();
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

  private Job<Answer<MemoryCredit>> askCredit(CreditRequest request) {
    return (_, cancellation) -> {
      try {
        return new Answer<>(
            Optional.of(
                counterfactualQueries.credit(
                    request.reading.agent(),
                    request.tick,
                    request.grouping,
                    request.fill,
                    cancellation)),
            "");
      } catch (Problem problem) {
        return new Answer<>(Optional.empty(), problem.getMessage());
      }
    };
  }

  private void arrived(Answer<AblationEffect> answer) {
    table.show(answer.result);
    wrappedLabel.setText(answer.result.map(this::effectWords).orElse(answer.problem));
  }

  private void creditArrived(Answer<MemoryCredit> answer) {
    answer
        .result
        .filter(known -> known.agent() == moment.agent())
        .ifPresent(known -> {
          if (follower.state() instanceof AttentionState.Available(AttentionReading reading)
              && reading.tells(known.agent(), known.tick())) {
            credit.show(known, reading.trace().span(), limbo(reading));
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

  private String effectWords(AblationEffect ablationEffect) {
    return ablationEffect
        .warning(context.rollout())
        .map(warning -> wording("WhatIfPanel.warning", warning, words(ablationEffect)))
        .orElseGet(() -> words(ablationEffect));
  }

  private String words(AblationEffect ablationEffect) {
    String at = TickWords.of(context.rollout().trials(), ablationEffect.tick());
    if (new Limbo(context.rollout()).at(ablationEffect.tick(), ablationEffect.agent())) {
      return wording("WhatIfPanel.in_limbo", at);
    }
    if (ablationEffect.ablation().isNone()) {
      return wording("WhatIfPanel.at_choose_what_to_switch_off", at);
    }
    String without = wording("WhatIfPanel.at_without", at, ablationEffect.ablation().words());
    if (ablationEffect.idle()) {
      return wording("WhatIfPanel.nothing_changes_all_of_it_is", without);
    }
    return without
        + (ablationEffect.slots() == 0
            ? ""
            : wording(
                "WhatIfPanel.slots_with_of_the_weight",
                ablationEffect.slots(),
                NumberWords.percent(ablationEffect.weight())))
        + String.format(
            Locale.ROOT,
            wording("WhatIfPanel.value_the_policy_shifts_by_nats"),
            NumberWords.logit(ablationEffect.valueWith()),
            NumberWords.logit(ablationEffect.valueWithout()),
            NumberWords.significant(ablationEffect.divergence(), 3));
  }

  /// The controls for choosing what to switch off. FX thread.
  private static final class AblationControls extends FlowPane {
    private final WordedChoiceBox<Optional<Keys>> keys;
    private final WordedChoiceBox<Optional<Head>> head;
    private final TextField ticks = new TextField();
    private final WordedChoiceBox<Fill> fill;
    private final Runnable chosen;
    private List<Object> offered = List.of();

    /// @param chosen runs after every change
    AblationControls(Runnable chosen) {
      super(6, 4);
      this.chosen = chosen;
      keys =
          new WordedChoiceBox<>(
              "what-if.keys",
              wording("WhatIfPanel.slots_to_switch_off"),
              key -> key.map(Keys::words).orElse(wording("WhatIfPanel.no_slots")));
      head =
          new WordedChoiceBox<>(
              "what-if.head",
              wording("WhatIfPanel.head_to_switch_off"),
              one -> one.map(Head::words).orElse(wording("WhatIfPanel.no_head")));
      fill =
          new WordedChoiceBox<>(
              "what-if.fill",
              wording("WhatIfPanel.what_replaces_it"),
              by -> by == Fill.ZERO ? "Removed" : "Mean");
      fill.offer(List.of(Fill.values()), Fill.ZERO, _ -> chosen.run());
      ticks.setId("what-if.ticks");
      ticks.setPromptText(wording("WhatIfPanel.ticks_e_g_3_19"));
      ticks.setAccessibleText(wording("WhatIfPanel.ticks_to_switch_off_a_range"));
      ticks.setPrefColumnCount(9);
      ticks.textProperty().addListener(_ -> typed());
      getChildren().addAll(keys, head, ticks, fill);
      offer(0, 0, 0);
    }

    private void typed() {
      boolean wrong = !ticks.getText().isBlank() && range().isEmpty();
      ticks.pseudoClassStateChanged(javafx.css.PseudoClass.getPseudoClass("error"), wrong);
      chosen.run();
    }

    private Optional<Span> range() {
      try {
        return Optional.of(AblationText.range(ticks.getText()));
      } catch (Problem _) {
        // The text is incomplete or empty.
        return Optional.empty();
      }
    }

    /// Offers the layers, heads and trials that exist; keeps a choice if it still exists.
    void offer(int layers, int heads, int trials) {
      List<Object> there = List.of(layers, heads, trials);
      if (there.equals(offered)) {
        return;
      }
      offered = there;
      List<Optional<Keys>> all = new ArrayList<>();
      all.add(Optional.empty());
      for (int trial = 0; trial < trials; trial++) {
        all.add(Optional.of(new Keys.WholeTrial(trial)));
      }
      all.add(Optional.of(new Keys.EarlierTrials()));
      all.add(Optional.of(new Keys.LimboTicks()));
      all.add(Optional.of(new Keys.Others()));
      keys.keep(all, chosen);
      List<Optional<Head>> each = new ArrayList<>();
      each.add(Optional.empty());
      for (int layer = 0; layer < layers; layer++) {
        for (int number = 0; number < heads; number++) {
          each.add(Optional.of(new Head(layer, number)));
        }
      }
      head.keep(each, chosen);
    }

    /// All choices combined.
    Ablation ablation() {
      Set<Keys> slots = new LinkedHashSet<>();
      keys.chosen().flatMap(key -> key).ifPresent(slots::add);
      range().map(Keys.Ticks::new).ifPresent(slots::add);
      Set<Head> heads = new LinkedHashSet<>();
      head.chosen().flatMap(one -> one).ifPresent(heads::add);
      return new Ablation(heads, slots, by());
    }

    /// What replaces the parts that are switched off.
    Fill by() {
      return fill.chosen().orElse(Fill.ZERO);
    }
  }

  /// Lists every action's probability before and after, the most likely first. FX thread.
  private static final class AblationEffectTable {
    private final LiveTree<Integer> tree =
        new LiveTree<>(
            "what-if.actions", wording("WhatIfPanel.probability_of_every_action_before"));
    private final Rollout rollout;
    private final List<String> numbers;
    private Optional<Shown> shown = Optional.empty();

    /// @param before probabilities of joint actions, zeros for numbers
    /// @param after the same without
    /// @param order joint actions, the most likely before or after first; or numbers
    private record Shown(
        AblationEffect effect, double[] before, double[] after, List<Integer> order) {
      private static Shown of(AblationEffect ablationEffect) {
        if (ablationEffect.taken().isOfNumbers()) {
          int count = ablationEffect.with().length / 2;
          return new Shown(
              ablationEffect,
              new double[count],
              new double[count],
              IntStream.range(0, count).boxed().toList());
        }
        double[] before = Categorical.probabilities(ablationEffect.with());
        double[] after = Categorical.probabilities(ablationEffect.without());
        List<Integer> order =
            IntStream.range(0, before.length)
                .boxed()
                .sorted(
                    Comparator.comparingDouble(action -> -Math.max(before[action], after[action])))
                .toList();
        return new Shown(ablationEffect, before, after, order);
      }
    }

    AblationEffectTable(Rollout rollout) {
      this.rollout = rollout;
      numbers = TakenAction.names(rollout.manifest());
      tree.setPlaceholder(new Label(wording("WhatIfPanel.nothing_computed_for_this_moment")));
      tree.column("Action", 326, row -> words(row, this::name));
      int width = numbers.isEmpty() ? 92 : 156;
      tree.bars("Before", width, row -> part(row, Shown::before), this::before);
      tree.bars("After", width, row -> part(row, Shown::after), this::after);
      if (numbers.isEmpty()) {
        tree.column(
            "Logit",
            128,
            row ->
                words(
                    row,
                    action ->
                        shown
                            .map(s ->
                                NumberWords.logit(s.effect.with()[action])
                                    + " → "
                                    + NumberWords.logit(s.effect.without()[action]))
                            .orElse("")));
      }
      tree.copying(row -> words(row, this::name) + " " + before(row) + " → " + after(row));
      tree.tall(5);
    }

    LiveTree<Integer> node() {
      return tree;
    }

    void show(Optional<AblationEffect> effect) {
      shown = effect.map(Shown::of);
      LiveTree.rows(tree, shown.map(s -> s.order.size()).orElse(0));
      tree.refreshCells();
    }

    private String words(int row, IntFunction<String> words) {
      return shown
          .filter(s -> row < s.order.size())
          .map(s -> words.apply(s.order.get(row)))
          .orElse("");
    }

    private double part(int row, Function<Shown, double[]> side) {
      return shown
          .filter(s -> row < s.order.size())
          .map(s -> side.apply(s)[s.order.get(row)])
          .orElse(0.0);
    }

    private String before(int row) {
      return cell(row, Shown::before, AblationEffect::with);
    }

    private String after(int row) {
      return cell(row, Shown::after, AblationEffect::without);
    }

    private String cell(
        int row, Function<Shown, double[]> side, Function<AblationEffect, float[]> output) {
      return words(
          row,
          action ->
              shown
                  .map(s ->
                      s.effect.taken().isOfNumbers()
                          ? TakenAction.words(
                              output.apply(s.effect), action, s.effect.taken().bound())
                          : NumberWords.percent(side.apply(s)[action]))
                  .orElse(""));
    }

    private String name(int action) {
      if (action < numbers.size()) {
        return numbers.get(action);
      }
      boolean taken = shown.map(s -> s.effect.taken().joint() == action).orElse(false);
      return (taken ? "➤ " : "") + AblationEffect.name(rollout, action);
    }
  }
}
