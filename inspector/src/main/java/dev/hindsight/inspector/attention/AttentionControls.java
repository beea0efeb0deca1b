package dev.hindsight.inspector.attention;

import dev.hindsight.inspector.attention.MapChoice.Heads;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ChoiceBox;
import javafx.scene.layout.FlowPane;
import javafx.util.StringConverter;

/// What a user can choose about a map. FX thread.
final class AttentionControls extends FlowPane {
  private static final List<Double> PERCENTS = List.of(100.0, 99.9, 99.0, 95.0, 90.0);

  /// Wide enough for the longest words there are to choose.
  private static final double WIDTH = 104;

  private final ChoiceBox<Integer> layer;
  private final ChoiceBox<Heads> heads;
  private final Consumer<MapChoice> chosen;
  private MapChoice choice = MapChoice.START;
  private int layers;
  private int headCount;

  /// @param chosen gets every new choice
  AttentionControls(Consumer<MapChoice> chosen) {
    super(6, 4);
    this.chosen = chosen;
    layer = box("layer", "Layer", number -> "Layer " + (number + 1));
    layer.setOnAction(_ -> changed(() -> choice.layer(layer.getValue())));
    heads = box("heads", "Heads", AttentionControls::words);
    heads.setMinWidth(1.5 * WIDTH);
    heads.setOnAction(_ -> changed(() -> choice.heads(heads.getValue())));
    ChoiceBox<HeatScale.Kind> kind =
        box("scale", "Scale", k -> k == HeatScale.Kind.LINEAR ? "Linear" : "Logarithmic");
    kind.getItems().setAll(HeatScale.Kind.values());
    kind.setValue(choice.kind());
    kind.setOnAction(_ -> changed(() -> choice.kind(kind.getValue())));
    ChoiceBox<Double> percent = box("clip", "Brightest at percentile", AttentionControls::clip);
    percent.getItems().setAll(PERCENTS);
    percent.setValue(choice.percent());
    percent.setOnAction(_ -> changed(() -> choice.percent(percent.getValue())));
    CheckBox diagonal = new CheckBox("Hide diagonal");
    diagonal.setId("attention.diagonal");
    diagonal.setOnAction(_ ->
        changed(() -> choice.diagonal(diagonal.isSelected() ? Diagonal.HIDDEN : Diagonal.SHOWN)));
    getChildren().addAll(layer, heads, kind, percent, diagonal);
  }

  private static String clip(double percent) {
    return percent >= 100
        ? "Clip none"
        : "Clip top " + Math.round((100 - percent) * 10) / 10.0 + " %";
  }

  private static String words(Heads heads) {
    return switch (heads) {
      case Heads.Together together -> together.blend().words();
      case Heads.Tiles _ -> "All heads";
    };
  }

  private static <T> ChoiceBox<T> box(String id, String name, Function<T, String> words) {
    ChoiceBox<T> box = new ChoiceBox<>();
    box.setId("attention." + id);
    box.setAccessibleText(name);
    box.setMinWidth(WIDTH);
    box.setConverter(
        new StringConverter<>() {
          @Override
          public String toString(T value) {
            return value == null ? "" : words.apply(value);
          }

          @Override
          public T fromString(String typed) {
            throw new UnsupportedOperationException("nothing is typed here");
          }
        });
    return box;
  }

  private void changed(Supplier<MapChoice> next) {
    if (layer.getValue() != null && heads.getValue() != null) {
      choice = next.get();
      chosen.accept(choice);
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
