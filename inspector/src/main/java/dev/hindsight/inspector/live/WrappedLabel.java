package dev.hindsight.inspector.live;

import java.util.List;
import javafx.scene.control.Label;
import javafx.scene.text.Text;
import javafx.scene.text.TextBoundsType;

/// A label whose text is never cut off: it wraps and keeps the height its lines need. FX thread.
public final class WrappedLabel extends Label {
  private final Text measure = new Text();
  private List<String> longest = List.of();

  private WrappedLabel(String id, String style) {
    setId(id);
    setWrapText(true);
    setMinHeight(USE_PREF_SIZE);
    getStyleClass().add(style);
  }

  /// A label for a panel's main message.
  public static WrappedLabel of(String id) {
    return new WrappedLabel(id, "hs-sentence");
  }

  /// A label for secondary text: about the place under the pointer, or about where numbers come
  /// from.
  public static WrappedLabel muted(String id) {
    return new WrappedLabel(id, "text-muted");
  }

  /// Reserves room for texts as long as these: what lies below must not move while the pointer is
  /// over it and this label describes the place under the pointer.
  public WrappedLabel reserving(String... words) {
    longest = List.of(words);
    // Always as wide as the panel: the number of lines depends on the width.
    setMaxWidth(Double.MAX_VALUE);
    requestLayout();
    return this;
  }

  @Override
  protected double computePrefHeight(double width) {
    double inside = width < 0 ? 0 : Math.max(1, width - snappedLeftInset() - snappedRightInset());
    double most = super.computePrefHeight(width);
    for (String words : longest) {
      // As a label measures its own text.
      measure.setBoundsType(TextBoundsType.LOGICAL_VERTICAL_CENTER);
      measure.setFont(getFont());
      measure.setText(words);
      measure.setWrappingWidth(inside);
      double height = measure.getLayoutBounds().getHeight();
      most = Math.max(most, snapSizeY(height) + snappedTopInset() + snappedBottomInset());
    }
    return most;
  }

  /// A label for ordinary text.
  public static WrappedLabel plain(String id) {
    return new WrappedLabel(id, "text");
  }

  /// A label for an error; hidden while there is none.
  public static WrappedLabel wrong(String id) {
    WrappedLabel wrappedLabel = new WrappedLabel(id, "danger");
    wrappedLabel.managedProperty().bind(wrappedLabel.visibleProperty());
    wrappedLabel.visibleProperty().bind(wrappedLabel.textProperty().isNotEmpty());
    return wrappedLabel;
  }
}
