package dev.hindsight.inspector.counterfactual;

import dev.hindsight.inspector.live.WordedChoiceBox;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.attention.Ablation.Fill;
import dev.hindsight.trainer.attention.Ablation.Head;
import dev.hindsight.trainer.attention.Ablation.Keys;
import dev.hindsight.trainer.attention.AblationText;
import dev.hindsight.trainer.rollout.Span;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javafx.scene.control.TextField;
import javafx.scene.layout.FlowPane;

/// Where a user says what is to be switched off. FX thread.
final class AblationControls extends FlowPane {
  private final WordedChoiceBox<Optional<Keys>> keys;
  private final WordedChoiceBox<Optional<Head>> head;
  private final TextField ticks = new TextField();
  private final WordedChoiceBox<Fill> fill;
  private final Runnable chosen;
  private List<Object> offered = List.of();

  /// @param chosen is called after every change
  AblationControls(Runnable chosen) {
    super(6, 4);
    this.chosen = chosen;
    keys =
        new WordedChoiceBox<>(
            "what-if.keys", "Slots to switch off", key -> key.map(Keys::words).orElse("No slots"));
    head =
        new WordedChoiceBox<>(
            "what-if.head", "Head to switch off", one -> one.map(Head::words).orElse("No head"));
    fill =
        new WordedChoiceBox<>(
            "what-if.fill", "What replaces it", by -> by == Fill.ZERO ? "Removed" : "Mean");
    fill.offer(List.of(Fill.values()), Fill.ZERO, _ -> chosen.run());
    ticks.setId("what-if.ticks");
    ticks.setPromptText("Ticks, e.g. 3-19");
    ticks.setAccessibleText("Ticks to switch off, a range");
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
      // Half typed, or nothing at all.
      return Optional.empty();
    }
  }

  /// Offers what a policy and an episode have; what is chosen stays where it is still there.
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

  /// All that is chosen together.
  Ablation ablation() {
    Set<Keys> slots = new LinkedHashSet<>();
    keys.chosen().flatMap(key -> key).ifPresent(slots::add);
    range().map(Keys.Ticks::new).ifPresent(slots::add);
    Set<Head> heads = new LinkedHashSet<>();
    head.chosen().flatMap(one -> one).ifPresent(heads::add);
    return new Ablation(heads, slots, by());
  }

  /// What takes the place of what is switched off.
  Fill by() {
    return fill.chosen().orElse(Fill.ZERO);
  }
}
