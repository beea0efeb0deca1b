package dev.hindsight.inspector.live;

import java.util.List;
import javafx.scene.control.Label;
import javafx.scene.text.Text;
import javafx.scene.text.TextBoundsType;

/// Words that are never cut off: they break into lines, and keep the height these want. FX thread.
public final class WrappedLabel extends Label {
  private final Text measure = new Text();
  private List<String> longest = List.of();

  private WrappedLabel(String id, String style) {
    setId(id);
    setWrapText(true);
    setMinHeight(USE_PREF_SIZE);
    getStyleClass().add(style);
  }

  /// What a panel has to say before all.
  public static WrappedLabel of(String id) {
    return new WrappedLabel(id, "hs-sentence");
  }

  /// What is told beside it: of a place pointed at, of where numbers come from.
  public static WrappedLabel muted(String id) {
    return new WrappedLabel(id, "text-muted");
  }

  /// Keeps room for words as long as these, whatever it says: what lies below must not move while
  /// the pointer is over it and this says what the pointer is on.
  public WrappedLabel reserving(String... words) {
    longest = List.of(words);
    // As wide as the panel whatever it says: on the width depends how many lines there are.
    setMaxWidth(Double.MAX_VALUE);
    requestLayout();
    return this;
  }

  @Override
  protected double computePrefHeight(double width) {
    double inside = width < 0 ? 0 : Math.max(1, width - snappedLeftInset() - snappedRightInset());
    double most = super.computePrefHeight(width);
    for (String words : longest) {
      // As a label measures its own words.
      measure.setBoundsType(TextBoundsType.LOGICAL_VERTICAL_CENTER);
      measure.setFont(getFont());
      measure.setText(words);
      measure.setWrappingWidth(inside);
      double height = measure.getLayoutBounds().getHeight();
      most = Math.max(most, snapSizeY(height) + snappedTopInset() + snappedBottomInset());
    }
    return most;
  }

  /// Plain words.
  public static WrappedLabel plain(String id) {
    return new WrappedLabel(id, "text");
  }

  /// What is wrong; nothing is shown while nothing is.
  public static WrappedLabel wrong(String id) {
    WrappedLabel wrappedLabel = new WrappedLabel(id, "danger");
    wrappedLabel.managedProperty().bind(wrappedLabel.visibleProperty());
    wrappedLabel.visibleProperty().bind(wrappedLabel.textProperty().isNotEmpty());
    return wrappedLabel;
  }
}
