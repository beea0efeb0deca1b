package dev.hindsight.inspector.live;

import java.util.Optional;
import javafx.css.PseudoClass;
import javafx.geometry.VPos;
import javafx.scene.control.IndexedCell;
import javafx.scene.layout.Region;
import javafx.scene.text.Text;
import javafx.scene.text.TextBoundsType;

/// The content of a table cell whose number changes with the cursor: a text, over a bar if it has
/// one. FX thread.
///
/// A label in a cell would cost much more: each new text makes it lay itself out again, and a table
/// with one cell that needs layout takes all its cells off, puts them on again and styles them.
/// Here text and bar are unmanaged, so a change repaints the cell and nothing else. Font and colour
/// are those of the cell. A text that does not fit ends in an ellipsis.
public final class CellContent extends Region {
  private static final PseudoClass LOWERS = PseudoClass.getPseudoClass("lowers");
  private static final String ELLIPSIS = "…";

  /// The bar begins at the left.
  private static final String FROM_THE_LEFT = "hs-bar-fill";

  /// The bar begins in the middle.
  private static final String FROM_THE_MIDDLE = "hs-signed-bar";

  private final IndexedCell<?> cell;
  private final Text text = new Text();

  /// Absent until it is first shown, because JavaFX visits every node of a window for each frame.
  private Optional<Region> bar = Optional.empty();

  private String words = "";
  private double from;
  private double to;

  /// Becomes the only content of a cell.
  public CellContent(IndexedCell<?> cell) {
    this.cell = cell;
    setMinWidth(0);
    setMouseTransparent(true);
    text.setManaged(false);
    text.setTextOrigin(VPos.TOP);
    // As in labels, so that a text stands on the line of the labels beside it.
    text.setBoundsType(TextBoundsType.LOGICAL_VERTICAL_CENTER);
    text.fontProperty().bind(cell.fontProperty());
    text.fillProperty().bind(cell.textFillProperty());
    text.fontProperty().subscribe(_ -> requestLayout());
    getChildren().add(text);
    cell.setGraphic(this);
    cell.widthProperty().subscribe(_ -> place());
    cell.heightProperty().subscribe(_ -> placeText());
    layoutYProperty().subscribe(_ -> placeText());
  }

  /// Shows a text, alone or over the bar.
  public void show(String shown) {
    if (!shown.equals(words)) {
      words = shown;
      cell.setAccessibleText(shown);
      fit();
    }
  }

  /// Shows a bar from the left.
  ///
  /// @param part of the width, limited to 0 to 1; NaN is 0
  public void bar(double part) {
    bar(FROM_THE_LEFT, 0, limited(part, 0));
  }

  /// Shows a bar from the middle to the left for numbers below 0, to the right for those above.
  ///
  /// @param part of half the width, limited to -1 to 1; NaN is 0
  public void signedBar(double part) {
    double half = limited(part, -1) / 2;
    bar(FROM_THE_MIDDLE, 0.5 + Math.min(half, 0), 0.5 + Math.max(half, 0));
    bar.ifPresent(shown -> shown.pseudoClassStateChanged(LOWERS, half < 0));
  }

  /// Shows neither text nor bar.
  public void clear() {
    show("");
    bar.ifPresent(shown -> shown.setVisible(false));
  }

  /// The text as it appears, cut off if there is too little room.
  String shown() {
    return text.getText();
  }

  private static double limited(double part, double least) {
    return Double.isNaN(part) ? 0 : Math.clamp(part, least, 1);
  }

  private void bar(String style, double begin, double end) {
    from = begin;
    to = end;
    Region shown = bar.orElseGet(() -> added(style));
    shown.setVisible(end > begin);
    placeBar();
  }

  private Region added(String style) {
    Region first = new Region();
    first.getStyleClass().add(style);
    first.setManaged(false);
    getChildren().addFirst(first);
    bar = Optional.of(first);
    return first;
  }

  /// What the cell leaves its content, in pixels.
  private double room() {
    return Math.max(0, cell.getWidth() - cell.snappedLeftInset() - cell.snappedRightInset());
  }

  private void place() {
    placeBar();
    placeText();
    fit();
  }

  /// In the middle of the cell, whatever the alignment of the cell makes of its content.
  private void placeText() {
    double above = (cell.getHeight() - text.getLayoutBounds().getHeight()) / 2;
    text.setLayoutY(Math.floor(above) - getLayoutY());
  }

  private void placeBar() {
    double room = room();
    bar.ifPresent(shown -> shown.resizeRelocate(from * room, 0, (to - from) * room, getHeight()));
  }

  /// Shows as much of the words as there is room for.
  private void fit() {
    text.setText(words);
    double room = room();
    if (room > 0 && text.getLayoutBounds().getWidth() > room) {
      int fits = 0;
      int fitsNot = words.length();
      while (fitsNot - fits > 1) {
        int length = (fits + fitsNot) / 2;
        text.setText(words.substring(0, length) + ELLIPSIS);
        if (text.getLayoutBounds().getWidth() <= room) {
          fits = length;
        } else {
          fitsNot = length;
        }
      }
      text.setText(words.substring(0, fits) + ELLIPSIS);
    }
  }

  @Override
  protected double computePrefWidth(double height) {
    return snapSizeX(text.getLayoutBounds().getWidth());
  }

  @Override
  protected double computePrefHeight(double width) {
    return snapSizeY(text.getLayoutBounds().getHeight());
  }

  @Override
  protected double computeMinHeight(double width) {
    return computePrefHeight(width);
  }

  @Override
  protected void layoutChildren() {
    place();
  }
}
