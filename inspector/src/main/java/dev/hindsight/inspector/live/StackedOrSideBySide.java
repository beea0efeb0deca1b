package dev.hindsight.inspector.live;

import javafx.scene.Node;
import javafx.scene.layout.Region;

/// Two parts that share a pane: stacked, or side by side if the pane is too low for both. FX
/// thread.
public final class StackedOrSideBySide extends Region {
  private static final double GAP = 6;

  /// What a part keeps of the width, `0..1`, however wide the other one's table is.
  private static final double LEAST = 0.3;

  private final Node first;
  private final Node second;
  private final double share;

  /// @param share share of the space for the first part, `0..1`; side by side a table takes more if
  ///   its columns need it and the other part can spare it
  public StackedOrSideBySide(Node first, double share, Node second) {
    this.first = first;
    this.second = second;
    this.share = share;
    getChildren().addAll(first, second);
    setMinWidth(0);
  }

  /// Whether the pane is high enough for both.
  private boolean tall() {
    return getHeight() >= first.minHeight(-1) + second.prefHeight(-1) || getWidth() < getHeight();
  }

  @Override
  protected void layoutChildren() {
    if (tall()) {
      double part = Math.round(share * (getHeight() - GAP));
      first.resizeRelocate(0, 0, getWidth(), part);
      second.resizeRelocate(0, part + GAP, getWidth(), getHeight() - part - GAP);
    } else {
      double space = Math.max(0, getWidth() - GAP);
      double least = wholeWidth(first);
      double wanted = Math.clamp(share * space, least, Math.max(least, space - wholeWidth(second)));
      double part = Math.round(Math.clamp(wanted, LEAST * space, (1 - LEAST) * space));
      first.resizeRelocate(0, 0, part, getHeight());
      second.resizeRelocate(part + GAP, 0, getWidth() - part - GAP, getHeight());
    }
  }

  /// The width at which nothing of a part is cut off or has to be scrolled to.
  private static double wholeWidth(Node part) {
    return part instanceof LiveTree<?> table ? table.wholeWidth() : part.minWidth(-1);
  }

  /// Side by side they need the least height; if the pane is too narrow, they are stacked.
  @Override
  protected double computeMinHeight(double width) {
    double beside = Math.max(first.minHeight(-1), second.minHeight(-1));
    return width < 0 || width > beside
        ? beside
        : GAP + Math.max(first.minHeight(-1) / share, second.minHeight(-1) / (1 - share));
  }

  @Override
  protected double computePrefHeight(double width) {
    return first.prefHeight(width) + GAP + second.prefHeight(width);
  }

  @Override
  protected double computePrefWidth(double height) {
    return Math.max(first.prefWidth(height), second.prefWidth(height));
  }
}
