package dev.hindsight.inspector.live;

import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.control.TreeTableCell;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import org.jspecify.annotations.Nullable;

/// A cell that can be asked again what it says of its row. FX thread.
abstract class LiveCell<R> extends TreeTableCell<R, R> {
  /// Shows what is so now.
  final void refreshCell() {
    @Nullable R row = getItem();
    if (!isEmpty() && row != null) {
      show(row);
    }
  }

  abstract void show(R row);

  abstract void showNothing();

  @Override
  protected void updateItem(@Nullable R row, boolean empty) {
    super.updateItem(row, empty);
    if (empty || row == null) {
      showNothing();
    } else {
      show(row);
    }
  }

  /// Words alone.
  static final class TextCell<R> extends LiveCell<R> {
    /// Words up to this long mostly fit.
    private static final int SHORT = 12;

    private final Function<R, String> words;
    private final Tooltip whole = new Tooltip();

    TextCell(Function<R, String> words) {
      this.words = words;
    }

    @Override
    void show(R row) {
      String text = words.apply(row);
      setText(text);
      whole.setText(text);
      setTooltip(text.length() > SHORT ? whole : null);
    }

    @Override
    void showNothing() {
      setText("");
      setTooltip(null);
    }
  }

  /// A bar from the left, words over it.
  static final class BarCell<R> extends LiveCell<R> {
    private final ToDoubleFunction<R> fraction;
    private final Function<R, String> words;
    private final Region bar = new Region();
    private final Label label = new Label();
    private final StackPane pane = new StackPane(bar, label);

    BarCell(ToDoubleFunction<R> fraction, Function<R, String> words) {
      this.fraction = fraction;
      this.words = words;
      bar.getStyleClass().add("hs-bar-fill");
      bar.setMaxHeight(Double.MAX_VALUE);
      StackPane.setAlignment(bar, Pos.CENTER_LEFT);
      StackPane.setAlignment(label, Pos.CENTER_LEFT);
      pane.setMinWidth(0);
      setGraphic(null);
    }

    @Override
    void show(R row) {
      double part = Math.clamp(fraction.applyAsDouble(row), 0, 1);
      bar.maxWidthProperty().unbind();
      bar.maxWidthProperty().bind(widthProperty().subtract(18).multiply(part));
      label.setText(words.apply(row));
      setAccessibleText(label.getText());
      setGraphic(pane);
    }

    @Override
    void showNothing() {
      setGraphic(null);
    }
  }
}
