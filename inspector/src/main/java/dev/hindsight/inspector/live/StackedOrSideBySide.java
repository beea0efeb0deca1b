package dev.hindsight.inspector.live;

import javafx.scene.Node;
import javafx.scene.layout.Region;

/// Two parts that share a pane: stacked, or side by side if the pane is too low for both. FX
/// thread.
public final class StackedOrSideBySide extends Region {
  private static final double GAP = 6;

  private final Node first;
  private final Node second;
  private final double share;

  /// @param share share of the space for the first part, `0..1`
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
      double part = Math.round(share * (getWidth() - GAP));
      first.resizeRelocate(0, 0, part, getHeight());
      second.resizeRelocate(part + GAP, 0, getWidth() - part - GAP, getHeight());
    }
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
