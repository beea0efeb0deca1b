package dev.hindsight.app.film;

import dev.hindsight.trainer.rollout.Span;
import java.util.function.Consumer;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import org.controlsfx.control.RangeSlider;

/// A range of ticks to choose, with both ends. FX thread.
final class TickRangeField extends HBox {
  private final RangeSlider slider;
  private final Label words = new Label();
  private final Consumer<Span> chosen;

  /// @param last tick of the recording
  /// @param first what is chosen at first
  /// @param chosen is told of every later choice
  TickRangeField(int last, Span first, Consumer<Span> chosen) {
    super(10);
    this.chosen = chosen;
    slider = new RangeSlider(0, Math.max(1, last), first.from(), first.last());
    slider.setId("range");
    slider.setBlockIncrement(1);
    slider.setAccessibleText("First and last tick");
    slider
        .skinProperty()
        .subscribe(_ -> {
          name(".low-thumb", "First tick");
          name(".high-thumb", "Last tick");
        });
    words.getStyleClass().add("hs-number");
    words.setAlignment(Pos.CENTER_RIGHT);
    setAlignment(Pos.CENTER_LEFT);
    HBox.setHgrow(slider, Priority.ALWAYS);
    getChildren().addAll(slider, words);
    slider.lowValueProperty().addListener(_ -> changed());
    slider.highValueProperty().addListener(_ -> changed());
    show(range());
  }

  /// The thumbs take the keyboard one by one; the skin makes them without names.
  private void name(String thumb, String words) {
    slider.lookupAll(thumb).forEach(node -> node.setAccessibleText(words));
  }

  private void changed() {
    show(range());
    chosen.accept(range());
  }

  private Span range() {
    int low = (int) Math.round(slider.getLowValue());
    return Span.through(low, Math.max(low, (int) Math.round(slider.getHighValue())));
  }

  private void show(Span range) {
    words.setText(range.from() + " to " + range.last());
  }
}
