package dev.hindsight.app.training;

import dev.hindsight.app.settings.Theme;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javafx.geometry.Bounds;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.Pane;

/// Charts side by side, as many as fit. Each frame draws one visible chart whose numbers have
/// changed, and each chart at most ten times a second, so that any number of charts leaves the
/// window responsive. FX thread.
final class ChartBoard extends ScrollPane {
  private static final double LEAST_WIDTH = 290;
  private static final double CARD_HEIGHT = 205;
  private static final double GAP = 8;

  /// The least time between two drawings of one chart, in seconds.
  private static final double PAUSE = 0.1;

  private final List<ChartCard> cards;
  private final Tiles tiles = new Tiles();
  private double[] rested;
  private int next;

  ChartBoard(List<ChartCard> cards) {
    this.cards = new ArrayList<>(cards);
    this.rested = new double[cards.size()];
    Arrays.fill(rested, PAUSE);
    tiles.getChildren().setAll(cards);
    setContent(tiles);
    setFitToWidth(true);
    setHbarPolicy(ScrollBarPolicy.NEVER);
    getStyleClass().add("hs-charts");
  }

  /// Adds a chart, not yet shown.
  void add(ChartCard card) {
    cards.add(card);
    rested = Arrays.copyOf(rested, cards.size());
    rested[cards.size() - 1] = PAUSE;
  }

  /// Shows only some of the charts.
  void show(List<ChartCard> some) {
    if (!tiles.getChildren().equals(some)) {
      tiles.getChildren().setAll(some);
    }
  }

  /// Applies the colours of a theme.
  void applyTheme(Theme theme) {
    cards.forEach(card -> card.applyTheme(theme));
  }

  /// Draws the next chart that is due; called once per frame.
  ///
  /// @param seconds since the last frame
  void frame(double seconds) {
    for (int i = 0; i < rested.length; i++) {
      rested[i] += seconds;
    }
    for (int tried = 0; tried < cards.size(); tried++) {
      int turn = (next + tried) % cards.size();
      ChartCard card = cards.get(turn);
      if (card.stale() && rested[turn] >= PAUSE && seen(card)) {
        card.draw();
        rested[turn] = 0;
        next = turn + 1;
        return;
      }
    }
  }

  /// Whether every visible chart shows the latest numbers.
  boolean upToDate() {
    return cards.stream().noneMatch(card -> card.stale() && seen(card));
  }

  private boolean seen(ChartCard card) {
    if (getScene() == null || getWidth() < 1 || card.getParent() != tiles) {
      return false;
    }
    Bounds here = sceneToLocal(card.localToScene(card.getLayoutBounds()));
    return here != null && here.intersects(0, 0, getWidth(), getHeight());
  }

  /// Arranges cards in rows; a wide card takes two columns if there are two.
  private static final class Tiles extends Pane {
    @Override
    public javafx.geometry.Orientation getContentBias() {
      return javafx.geometry.Orientation.HORIZONTAL;
    }

    @Override
    protected double computePrefHeight(double width) {
      return place(width, false);
    }

    @Override
    protected double computeMinWidth(double height) {
      return LEAST_WIDTH * unit();
    }

    @Override
    protected void layoutChildren() {
      place(getWidth(), true);
    }

    private double unit() {
      return getChildren().isEmpty() ? 1 : ((ChartCard) getChildren().getFirst()).unit();
    }

    private double place(double width, boolean move) {
      double height = CARD_HEIGHT * unit();
      int columns = (int) Math.max(1, Math.floor((width + GAP) / (LEAST_WIDTH * unit() + GAP)));
      double one = (width - (columns - 1) * GAP) / columns;
      int column = 0;
      int row = 0;
      for (var node : getChildren()) {
        int span = Math.min(columns, ((ChartCard) node).columns());
        if (column + span > columns) {
          column = 0;
          row++;
        }
        if (move) {
          node.resizeRelocate(
              Math.floor(column * (one + GAP)),
              row * (height + GAP),
              Math.floor(span * one + (span - 1) * GAP),
              height);
        }
        column += span;
      }
      return (row + 1) * (height + GAP) - GAP;
    }
  }
}
