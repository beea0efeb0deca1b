package dev.hindsight.inspector.attention;

import dev.hindsight.inspector.attention.MapChoice.Heads;
import dev.hindsight.inspector.live.WordChoice;
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

  private final WordChoice<Integer> layer;
  private final WordChoice<Heads> heads;
  private final Consumer<MapChoice> onChoice;
  private MapChoice choice = MapChoice.START;
  private int layers;
  private int headCount;

  /// @param onChoice gets every new choice
  AttentionControls(Consumer<MapChoice> onChoice) {
    super(6, 4);
    this.onChoice = onChoice;
    layer = box("layer", "Layer", number -> "Layer " + (number + 1));
    layer.setOnAction(_ -> changed(() -> choice.layer(layer.getValue())));
    heads = box("heads", "Heads", AttentionControls::words);
    heads.setMinWidth(1.5 * WIDTH);
    heads.setOnAction(_ -> changed(() -> choice.heads(heads.getValue())));
    WordChoice<HeatScale.Kind> kind =
        box("scale", "Scale", k -> k == HeatScale.Kind.LINEAR ? "Linear" : "Logarithmic");
    kind.offer(
        List.of(HeatScale.Kind.values()),
        choice.kind(),
        chosen -> changed(() -> choice.kind(chosen)));
    WordChoice<Double> percent = box("clip", "Brightest at percentile", AttentionControls::clip);
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

  private static String words(Heads heads) {
    return switch (heads) {
      case Heads.Together together -> together.blend().words();
      case Heads.Tiles _ -> "All heads";
    };
  }

  private static <T> WordChoice<T> box(String id, String name, Function<T, String> words) {
    WordChoice<T> box = new WordChoice<>("attention." + id, name, words);
    box.setMinWidth(WIDTH);
    return box;
  }

  private void changed(Supplier<MapChoice> next) {
    if (layer.getValue() != null && heads.getValue() != null) {
      choice = next.get();
      onChoice.accept(choice);
    }
  }

  /// Shows other heads, as if they had been chosen here.
  void turn(Heads other) {
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
    MapChoice kept = choice;
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i < layers; i++) {
      numbers.add(i);
    }
    List<Heads> all = new ArrayList<>();
    all.add(new Heads.Together(new HeadBlend.Mean()));
    all.add(new Heads.Together(new HeadBlend.Largest()));
    all.add(new Heads.Tiles());
    for (int i = 0; i < headCount; i++) {
      all.add(new Heads.Together(new HeadBlend.One(i)));
    }
    all.add(new Heads.Together(new HeadBlend.Rollout()));
    layer.getItems().setAll(numbers);
    heads.getItems().setAll(all);
    layer.setValue(Math.min(kept.layer(), layers - 1));
    heads.setValue(all.contains(kept.heads()) ? kept.heads() : all.getFirst());
  }
}
