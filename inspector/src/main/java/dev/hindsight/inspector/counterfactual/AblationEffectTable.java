package dev.hindsight.inspector.counterfactual;

import dev.hindsight.inspector.live.LiveTree;
import dev.hindsight.trainer.Categorical;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import javafx.scene.control.Label;

/// Every action before and after, the likeliest first. FX thread.
final class AblationEffectTable {
  private final LiveTree<Integer> tree =
      new LiveTree<>(
          "what-if.actions", "Probability of every action before and after the ablation");
  private final Rollout rollout;
  private Optional<Shown> shown = Optional.empty();

  /// @param order actions, the likeliest before or after first
  private record Shown(
      AblationEffect effect, double[] before, double[] after, List<Integer> order) {
    private static Shown of(AblationEffect ablationEffect) {
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
    tree.setPlaceholder(new Label("Nothing computed for this moment yet"));
    tree.column("Action", 326, row -> words(row, this::name));
    tree.bars("Before", 92, row -> part(row, Shown::before), row -> percent(row, Shown::before));
    tree.bars("After", 92, row -> part(row, Shown::after), row -> percent(row, Shown::after));
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
    tree.copying(row ->
        words(row, this::name)
            + " "
            + percent(row, Shown::before)
            + " → "
            + percent(row, Shown::after));
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

  private String percent(int row, Function<Shown, double[]> side) {
    return row < shown.map(s -> s.order.size()).orElse(0)
        ? NumberWords.percent(part(row, side))
        : "";
  }

  private String name(int action) {
    boolean taken = shown.map(s -> s.effect.taken() == action).orElse(false);
    return (taken ? "➤ " : "") + AblationEffect.name(rollout, action);
  }
}
