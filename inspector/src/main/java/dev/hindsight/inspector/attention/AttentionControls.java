package dev.hindsight.inspector.attention;

import dev.hindsight.inspector.attention.AttentionMapOptions.HeadLayout;
import dev.hindsight.inspector.live.WordedChoiceBox;
import dev.hindsight.trainer.NumberWords;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import javafx.scene.control.CheckBox;
import javafx.scene.layout.FlowPane;

/// What a user can choose about a map. FX thread.
final class AttentionControls extends FlowPane {
  private static final List<Double> PERCENTS = List.of(100.0, 99.9, 99.0, 95.0, 90.0);

  /// Wide enough for the longest words there are to choose.
  private static final double WIDTH = 104;

  private final WordedChoiceBox<Integer> layer;
  private final WordedChoiceBox<HeadLayout> heads;
  private final Consumer<AttentionMapOptions> onChoice;
  private AttentionMapOptions choice = AttentionMapOptions.START;
  private int layers;
  private int headCount;

  /// @param onChoice gets every new choice
  AttentionControls(Consumer<AttentionMapOptions> onChoice) {
    super(6, 4);
    this.onChoice = onChoice;
    layer = box("layer", "Layer", number -> "Layer " + (number + 1));
    layer.setOnAction(_ -> changed(() -> choice.layer(layer.getValue())));
    heads = box("heads", "Heads", AttentionControls::words);
    heads.setMinWidth(1.5 * WIDTH);
    heads.setOnAction(_ -> changed(() -> choice.heads(heads.getValue())));
    WordedChoiceBox<AttentionScale.Kind> kind =
        box("scale", "Scale", k -> k == AttentionScale.Kind.LINEAR ? "Linear" : "Logarithmic");
    kind.offer(
        List.of(AttentionScale.Kind.values()),
        choice.kind(),
        chosen -> changed(() -> choice.kind(chosen)));
    WordedChoiceBox<Double> percent =
        box("clip", "Brightest at percentile", AttentionControls::clip);
    percent.offer(PERCENTS, choice.percent(), chosen -> changed(() -> choice.percent(chosen)));
    CheckBox diagonal = new CheckBox("Hide diagonal");
    diagonal.setId("attention.diagonal");
    diagonal.setOnAction(_ ->
        changed(() -> choice.diagonal(diagonal.isSelected() ? Diagonal.HIDDEN : Diagonal.SHOWN)));
    getChildren().addAll(layer, heads, kind, percent, diagonal);
  }

  private static String clip(double percent) {
    return percent >= 100 ? "Clip none" : "Clip top " + NumberWords.atMost(100 - percent, 1) + " %";
  }

  private static String words(HeadLayout headLayout) {
    return switch (headLayout) {
      case HeadLayout.Blended blended -> blended.blend().words();
      case HeadLayout.Tiles _ -> "All heads";
    };
  }

  private static <T> WordedChoiceBox<T> box(String id, String name, Function<T, String> words) {
    WordedChoiceBox<T> box = new WordedChoiceBox<>("attention." + id, name, words);
    box.setMinWidth(WIDTH);
    return box;
  }

  private void changed(Supplier<AttentionMapOptions> next) {
    if (layer.getValue() != null && heads.getValue() != null) {
      choice = next.get();
      onChoice.accept(choice);
    }
  }

  /// Shows other heads, as if they had been chosen here.
  void turn(HeadLayout other) {
    if (heads.getItems().contains(other)) {
      heads.setValue(other);
    }
  }

  /// Offers what a policy has.
  void offer(int layersThere, int headsThere) {
    if (layersThere == layers && headsThere == headCount) {
      return;
    }
    layers = layersThere;
    headCount = headsThere;
    AttentionMapOptions kept = choice;
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i < layers; i++) {
      numbers.add(i);
    }
    List<HeadLayout> all = new ArrayList<>();
    all.add(new HeadLayout.Blended(new HeadBlend.Mean()));
    all.add(new HeadLayout.Blended(new HeadBlend.Largest()));
    all.add(new HeadLayout.Tiles());
    for (int i = 0; i < headCount; i++) {
      all.add(new HeadLayout.Blended(new HeadBlend.One(i)));
    }
    all.add(new HeadLayout.Blended(new HeadBlend.ThroughLayers()));
    layer.getItems().setAll(numbers);
    heads.getItems().setAll(all);
    layer.setValue(Math.min(kept.layer(), layers - 1));
    heads.setValue(all.contains(kept.heads()) ? kept.heads() : all.getFirst());
  }
}
