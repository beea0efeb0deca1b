package dev.hindsight.app.training;

import static dev.hindsight.app.text.AppText.wording;

import atlantafx.base.theme.Styles;
import dev.hindsight.app.fx.Tooltips;
import dev.hindsight.app.model.Store;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.inspector.live.WordedChoiceBox;
import dev.hindsight.trainer.NumberWords;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;
import javafx.geometry.Bounds;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.Slider;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;

/// Charts side by side, as many as fit, with one x axis and one crosshair for all. Each frame draws
/// one visible chart whose numbers have changed, and each chart at most ten times a second, so that
/// any number of charts leaves the window responsive. FX thread.
final class ChartBoard extends BorderPane {
  private static final double LEAST_WIDTH = 290;
  private static final double CARD_HEIGHT = 205;
  private static final double GAP = 8;

  /// The least time between two drawings of one chart, in seconds.
  private static final double PAUSE = 0.1;

  /// The share of the x axis that an arrow key moves the crosshair by.
  private static final double KEY_STEP = 0.01;

  private static final double KEY_ZOOM = 2;

  private final Store<ChartOptions, UnaryOperator<ChartOptions>> options;
  private final List<ChartCard> cards;
  private final Tiles tiles = new Tiles();
  private final ScrollPane scroll = new ScrollPane(tiles);
  private final FlowPane tools = new FlowPane(12, 4);
  private final Label empty = new Label();
  private final Label smoothing = new Label();
  private final Slider factor = new Slider(0, ChartOptions.MOST_SMOOTHING, 0);
  private final WordedChoiceBox<ChartAxis> axis;
  private final Runnable unwatch;
  private final Button whole = new Button(wording("ChartBoard.whole_run"));
  private ChartRange range;
  private OptionalDouble pointed = OptionalDouble.empty();
  private boolean moved;
  private double[] rested;
  private int next;

  /// @param options of the window; the board watches them until it is closed
  ChartBoard(List<ChartCard> cards, Store<ChartOptions, UnaryOperator<ChartOptions>> options) {
    this.options = options;
    this.cards = new ArrayList<>(cards);
    this.rested = new double[cards.size()];
    Arrays.fill(rested, PAUSE);
    range = ChartRange.whole(options.state().axis());
    axis =
        new WordedChoiceBox<ChartAxis>(
                "charts.axis", wording("ChartBoard.x_axis"), ChartAxis::words)
            .offer(
                List.of(ChartAxis.values()),
                options.state().axis(),
                chosen -> options.send(now -> now.over(chosen)));
    Actions actions = new Actions();
    cards.forEach(card -> card.listen(actions));
    tiles.getChildren().setAll(cards);
    scroll.setId("charts.board");
    scroll.setFitToWidth(true);
    scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
    scroll.getStyleClass().add("hs-charts");
    scroll.setAccessibleText(wording("ChartBoard.charts"));
    scroll.setAccessibleHelp(wording("ChartBoard.keys"));
    scroll.addEventFilter(KeyEvent.KEY_PRESSED, this::key);
    scroll.vvalueProperty().subscribe(() -> moved = true);
    scroll.skinProperty().subscribe(_ -> paintAfresh());
    setTop(tools());
    empty.setId("charts.empty");
    empty.setWrapText(true);
    empty.getStyleClass().add(Styles.TEXT_MUTED);
    setCenter(scroll);
    unwatch = options.watch(this::show);
  }

  /// Stops the scroll pane from painting its content out of an image that it keeps: JavaFX does not
  /// always renew it when only a canvas in it has changed, so that charts would be shown empty, or
  /// in their last size and colours.
  private void paintAfresh() {
    scroll.getChildrenUnmodifiable().forEach(part -> part.setCache(false));
  }

  /// Forgets the options, which last longer than the board.
  void close() {
    unwatch.run();
  }

  private Node tools() {
    factor.setId("charts.smoothing");
    factor.setAccessibleText(wording("ChartBoard.smoothing_2"));
    factor.setValue(options.state().smoothing());
    factor.setBlockIncrement(0.05);
    factor.setPrefWidth(120);
    factor
        .valueProperty()
        .subscribe(value -> {
          double hundredths = Math.round(value.doubleValue() * 100) / 100.0;
          options.send(now -> now.smoothed(hundredths));
        });
    Tooltips.on(factor, wording("ChartBoard.exponential_smoothing"));
    smoothing.setId("charts.smoothing.words");
    smoothing.setLabelFor(factor);
    smoothing.setMinWidth(Region.USE_PREF_SIZE);
    axis.getStyleClass().add("hs-charts-axis");
    Label over = new Label(wording("ChartBoard.over"));
    over.setLabelFor(axis);
    over.setMinWidth(Region.USE_PREF_SIZE);
    whole.setId("charts.whole");
    whole.setMinWidth(Region.USE_PREF_SIZE);
    whole.getStyleClass().add(Styles.SMALL);
    whole.setOnAction(_ -> zoom(ChartRange.whole(range.axis())));
    Tooltips.on(whole, wording("ChartBoard.drag_in_a_chart_to_zoom"));
    tools.getStyleClass().add("hs-charts-tools");
    tools.getChildren().setAll(row(smoothing, factor), row(over, axis), whole);
    return tools;
  }

  /// Adds controls to those above the charts.
  void addTools(Node... more) {
    tools.getChildren().addAll(more);
  }

  /// Controls that stay together.
  static HBox row(Node... nodes) {
    HBox row = new HBox(6, nodes);
    row.setAlignment(Pos.CENTER_LEFT);
    return row;
  }

  private void show(ChartOptions now) {
    if (now.axis() != range.axis()) {
      range = ChartRange.whole(now.axis());
      pointed = OptionalDouble.empty();
      axis.setValue(now.axis());
    }
    if (Math.abs(factor.getValue() - now.smoothing()) > 0.005) {
      factor.setValue(now.smoothing());
    }
    smoothing.setText(
        now.smoothing() == 0
            ? wording("ChartBoard.no_smoothing")
            : wording("ChartBoard.smoothing", NumberWords.decimals(now.smoothing(), 2)));
    update();
  }

  private void update() {
    whole.setDisable(range.isWhole());
    cards.forEach(card -> card.show(range, options.state()));
    moved = true;
  }

  private void zoom(ChartRange other) {
    range = other;
    update();
  }

  /// Moves the crosshair and zooms by keys.
  private void key(KeyEvent event) {
    if (event.isControlDown() || event.isAltDown() || event.isMetaDown()) {
      return;
    }
    boolean used =
        switch (event.getCode()) {
          case LEFT -> step(event.isShiftDown() ? -10 : -1);
          case RIGHT -> step(event.isShiftDown() ? 10 : 1);
          case PLUS, ADD, EQUALS -> zoomBy(1 / KEY_ZOOM);
          case MINUS, SUBTRACT -> zoomBy(KEY_ZOOM);
          case ESCAPE -> leave();
          default -> false;
        };
    if (used) {
      event.consume();
    }
  }

  /// The part of the x axis that is visible; without an extent if there are no points.
  private ChartRange visible() {
    if (!range.isWhole()) {
      return range;
    }
    double from = Double.POSITIVE_INFINITY;
    double to = Double.NEGATIVE_INFINITY;
    for (ChartCard card : cards) {
      ChartRange extent = card.curves().extent(range.axis());
      from = Math.min(from, extent.from());
      to = Math.max(to, extent.to());
    }
    return new ChartRange(range.axis(), from, to);
  }

  private boolean step(int steps) {
    ChartRange visible = visible();
    if (visible.from() > visible.to()) {
      return false;
    }
    double one = KEY_STEP * (visible.to() - visible.from());
    double size = range.axis() == ChartAxis.UPDATES ? Math.max(1, Math.rint(one)) : one;
    double from = pointed.orElse(steps > 0 ? visible.from() - size : visible.to() + size);
    pointed = OptionalDouble.of(Math.clamp(from + steps * size, visible.from(), visible.to()));
    moved = true;
    return true;
  }

  /// Zooms about the crosshair, or about the middle without one.
  private boolean zoomBy(double times) {
    ChartRange visible = visible();
    if (visible.from() >= visible.to()) {
      return false;
    }
    double about = pointed.orElse((visible.from() + visible.to()) / 2);
    double from = about - times * (about - visible.from());
    double to = about + times * (visible.to() - about);
    zoom(ChartRange.whole(range.axis()));
    ChartRange all = visible();
    if (from > all.from() || to < all.to()) {
      zoom(new ChartRange(range.axis(), Math.max(from, all.from()), Math.min(to, all.to())));
    }
    return true;
  }

  /// Removes the crosshair, or else the zoom.
  private boolean leave() {
    boolean used = pointed.isPresent() || !range.isWhole();
    if (pointed.isPresent()) {
      pointed = OptionalDouble.empty();
      moved = true;
    } else if (used) {
      zoom(ChartRange.whole(range.axis()));
    }
    return used;
  }

  /// Adds a chart, not yet shown.
  void add(ChartCard card) {
    cards.add(card);
    card.listen(new Actions());
    card.show(range, options.state());
    rested = Arrays.copyOf(rested, cards.size());
    rested[cards.size() - 1] = PAUSE;
  }

  /// Shows only some of the charts.
  void show(List<ChartCard> some) {
    show(some, "");
  }

  /// Shows only some of the charts.
  ///
  /// @param nothing words in their place if there are none
  void show(List<ChartCard> some, String nothing) {
    if (!tiles.getChildren().equals(some)) {
      tiles.getChildren().setAll(some);
    }
    empty.setText(nothing);
    setCenter(some.isEmpty() ? empty : scroll);
  }

  /// Applies the colours of a theme.
  void applyTheme(Theme theme) {
    cards.forEach(card -> card.applyTheme(theme));
  }

  /// Moves the crosshair, and draws the next chart that is due; called once per frame.
  ///
  /// @param seconds since the last frame
  void frame(double seconds) {
    for (int i = 0; i < rested.length; i++) {
      rested[i] += seconds;
    }
    if (moved) {
      moved = false;
      cards.stream().filter(this::seen).forEach(card -> card.point(pointed));
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
    return !moved && cards.stream().noneMatch(card -> card.stale() && seen(card));
  }

  private boolean seen(ChartCard card) {
    if (getScene() == null || scroll.getWidth() < 1 || card.getParent() != tiles) {
      return false;
    }
    Bounds here = scroll.sceneToLocal(card.localToScene(card.getLayoutBounds()));
    return here != null && here.intersects(0, 0, scroll.getWidth(), scroll.getHeight());
  }

  /// What the user does in a chart, done to all.
  private final class Actions implements ChartCard.ChartActions {
    @Override
    public void point(OptionalDouble x) {
      pointed = x;
      moved = true;
    }

    @Override
    public void zoom(double from, double to) {
      ChartBoard.this.zoom(new ChartRange(range.axis(), from, to));
    }

    @Override
    public void whole() {
      ChartBoard.this.zoom(ChartRange.whole(range.axis()));
    }

    @Override
    public void rescale(String chart) {
      options.send(now -> now.rescaled(chart));
    }
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
