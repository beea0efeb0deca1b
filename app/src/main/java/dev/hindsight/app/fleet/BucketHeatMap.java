package dev.hindsight.app.fleet;

import static dev.hindsight.app.text.AppText.wording;

import atlantafx.base.theme.Styles;
import dev.hindsight.app.fleet.BucketHistory.BucketCell;
import dev.hindsight.app.fx.IconButton;
import dev.hindsight.app.fx.Tooltips;
import dev.hindsight.trainer.NumberWords;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntConsumer;
import javafx.geometry.Pos;
import javafx.scene.AccessibleRole;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.scene.paint.Color;
import org.kordamp.ikonli.material2.Material2AL;

/// Mean returns of buckets over training: a row for each bucket, a column for some updates. Cells
/// without data are hatched. The mouse, or the arrow keys in a row, tell the numbers of a cell. FX
/// thread.
final class BucketHeatMap extends VBox {
  /// The most columns: more are too narrow to point at.
  private static final int COLUMNS = 120;

  /// From low to high, evenly spaced in lightness, so that they differ in greyscale too.
  private static final List<Color> COLOURS =
      List.of(
          Color.web("#440154"),
          Color.web("#3b528b"),
          Color.web("#21918c"),
          Color.web("#5ec962"),
          Color.web("#fde725"));

  private static final int DECIMALS = 3;
  private static final double HATCH = 5;

  private final GridPane rows = new GridPane();
  private final Label cell = new Label();
  private final Label low = new Label();
  private final Label high = new Label();
  private final FlowPane legend = new FlowPane(10, 2);
  private final Label none = new Label(wording("BucketHeatMap.no_buckets"));
  private final List<Strip> strips = new ArrayList<>();
  private final IntConsumer worst;
  private final Button open;
  private Optional<String> pointed = Optional.empty();
  private double smallest;
  private double largest;

  /// @param worst opens the worst recording of the bucket of this number
  BucketHeatMap(IntConsumer worst) {
    this.worst = worst;
    open =
        IconButton.of(
            "fleet.worst",
            wording("BucketHeatMap.open_the_worst"),
            Material2AL.LAUNCH,
            this::openWorst);
    Tooltips.on(open, wording("BucketHeatMap.simulates_the_worst_again"));
    setId("fleet.buckets");
    setSpacing(5);
    rows.setHgap(8);
    rows.setVgap(2);
    ColumnConstraints words = new ColumnConstraints();
    words.setMinWidth(Region.USE_PREF_SIZE);
    ColumnConstraints strip = new ColumnConstraints();
    strip.setHgrow(Priority.ALWAYS);
    strip.setFillWidth(true);
    rows.getColumnConstraints().addAll(words, strip, words);
    cell.setId("fleet.cell");
    cell.setWrapText(true);
    cell.getStyleClass().add(Styles.TEXT_MUTED);
    none.setWrapText(true);
    none.getStyleClass().add(Styles.TEXT_MUTED);
    legend.setAlignment(Pos.CENTER_LEFT);
    Swatch hatched = new Swatch();
    HBox missing = new HBox(5, hatched, new Label(wording("BucketHeatMap.no_data")));
    missing.setAlignment(Pos.CENTER_LEFT);
    Ramp ramp = new Ramp();
    HBox scale = new HBox(5, low, ramp, high);
    scale.setAlignment(Pos.CENTER_LEFT);
    legend.getChildren().addAll(scale, missing);
    getChildren().add(none);
  }

  /// Empty for a bucket with a name of its own: no episode of it is stored.
  private static OptionalInt bucketNumber(Optional<String> bucket) {
    return bucket
        .filter(name -> name.matches("[0-9]{1,6}"))
        .map(name -> OptionalInt.of(Integer.parseInt(name)))
        .orElse(OptionalInt.empty());
  }

  private void openWorst() {
    bucketNumber(pointed).ifPresent(worst);
  }

  private void point(Optional<String> bucket) {
    pointed = bucket;
    open.setDisable(bucketNumber(bucket).isEmpty());
    open.setText(
        bucketNumber(bucket).isPresent()
            ? wording("BucketHeatMap.open_the_worst_of", bucketNumber(bucket).getAsInt())
            : wording("BucketHeatMap.open_the_worst"));
  }

  /// Shows other data.
  void show(BucketHistory history) {
    List<String> buckets = history.buckets();
    if (buckets.isEmpty()) {
      getChildren().setAll(none);
      strips.clear();
      return;
    }
    List<List<BucketCell>> all =
        buckets.stream().map(bucket -> history.row(bucket, COLUMNS)).toList();
    smallest = Double.POSITIVE_INFINITY;
    largest = Double.NEGATIVE_INFINITY;
    for (List<BucketCell> row : all) {
      for (BucketCell one : row) {
        if (one.data()) {
          smallest = Math.min(smallest, one.mean());
          largest = Math.max(largest, one.mean());
        }
      }
    }
    low.setText(number(smallest));
    high.setText(number(largest));
    if (!strips.stream().map(strip -> strip.bucket).toList().equals(buckets)) {
      build(buckets);
    }
    for (int r = 0; r < strips.size(); r++) {
      strips.get(r).show(all.get(r));
    }
  }

  private void build(List<String> buckets) {
    rows.getChildren().clear();
    strips.clear();
    for (int r = 0; r < buckets.size(); r++) {
      Label name = new Label(name(buckets.get(r)));
      Label newest = new Label();
      newest.getStyleClass().add(Styles.TEXT_MUTED);
      for (Label label : List.of(name, newest)) {
        label.setMinWidth(Region.USE_PREF_SIZE);
      }
      Strip strip = new Strip(buckets.get(r), newest);
      name.setLabelFor(strip);
      strips.add(strip);
      rows.addRow(r, name, strip, newest);
    }
    cell.setText(wording("BucketHeatMap.point_at_a_cell"));
    point(Optional.empty());
    getChildren().setAll(rows, legend, cell, open);
  }

  /// A bucket that has only a number says that it is one.
  private static String name(String bucket) {
    return bucket.matches("[0-9]+") ? wording("BucketHeatMap.bucket", bucket) : bucket;
  }

  private static String number(double value) {
    return NumberWords.decimals(value, DECIMALS);
  }

  /// The colour of a mean, at a place from 0, the smallest, to 1, the largest.
  static Color colour(double place) {
    double at = Math.clamp(place, 0, 1) * (COLOURS.size() - 1);
    int below = Math.min((int) at, COLOURS.size() - 2);
    return COLOURS.get(below).interpolate(COLOURS.get(below + 1), at - below);
  }

  private static void hatch(GraphicsContext g, double x, double width, double height) {
    g.save();
    g.beginPath();
    g.rect(x, 0, width, height);
    g.clip();
    g.setStroke(Color.GRAY);
    g.setLineWidth(1);
    // Lines of all cells continue each other.
    double first = Math.floor((x - height) / HATCH) * HATCH;
    for (double at = first; at < x + width; at += HATCH) {
      g.strokeLine(at, height, at + height, 0);
    }
    g.restore();
  }

  /// A canvas as large as the text beside it is high.
  private abstract static class Painted extends Region {
    private final Canvas canvas = new Canvas();

    Painted() {
      getChildren().add(canvas);
    }

    @Override
    protected double computePrefHeight(double width) {
      return 18;
    }

    @Override
    protected void layoutChildren() {
      canvas.setWidth(getWidth());
      canvas.setHeight(getHeight());
      repaint();
    }

    final void repaint() {
      GraphicsContext g = canvas.getGraphicsContext2D();
      g.clearRect(0, 0, canvas.getWidth(), canvas.getHeight());
      paint(g, canvas.getWidth(), canvas.getHeight());
    }

    abstract void paint(GraphicsContext g, double width, double height);
  }

  private static final class Swatch extends Painted {
    Swatch() {
      setPrefWidth(26);
      setMaxHeight(14);
    }

    @Override
    void paint(GraphicsContext g, double width, double height) {
      hatch(g, 0, width, height);
    }
  }

  private static final class Ramp extends Painted {
    Ramp() {
      setPrefWidth(110);
      setMaxHeight(14);
    }

    @Override
    void paint(GraphicsContext g, double width, double height) {
      for (int x = 0; x < width; x++) {
        g.setFill(colour(x / Math.max(1, width - 1)));
        g.fillRect(x, 0, 1.5, height);
      }
    }
  }

  /// One bucket's cells.
  private final class Strip extends Painted {
    private final String bucket;
    private final Label newest;
    private final Tooltip tooltip = new Tooltip();
    private List<BucketCell> cells = List.of();
    private int chosen = -1;

    Strip(String bucket, Label newest) {
      this.bucket = bucket;
      this.newest = newest;
      setId("fleet.bucket." + bucket);
      setFocusTraversable(true);
      setAccessibleRole(AccessibleRole.TEXT);
      setMinWidth(60);
      GridPane.setFillHeight(this, true);
      Tooltip.install(this, tooltip);
      setOnMouseMoved(event -> choose((int) (event.getX() / getWidth() * cells.size())));
      setOnMousePressed(_ -> requestFocus());
      setOnMouseClicked(event -> {
        if (event.getClickCount() == 2) {
          openWorst();
        }
      });
      setOnKeyPressed(event -> {
        if (event.getCode() == KeyCode.ENTER) {
          point(Optional.of(bucket));
          openWorst();
          event.consume();
        }
        if (event.getCode() == KeyCode.LEFT || event.getCode() == KeyCode.RIGHT) {
          choose(
              chosen < 0 ? cells.size() - 1 : chosen + (event.getCode() == KeyCode.LEFT ? -1 : 1));
          event.consume();
        }
      });
      focusedProperty()
          .subscribe(focused -> {
            if (focused) {
              point(Optional.of(bucket));
            }
            if (focused && chosen < 0) {
              choose(cells.size() - 1);
            }
            repaint();
          });
    }

    void show(List<BucketCell> now) {
      cells = now;
      chosen = Math.min(chosen, cells.size() - 1);
      newest.setText(
          cells.reversed().stream()
              .filter(BucketCell::data)
              .findFirst()
              .map(one -> number(one.mean()))
              .orElse(NumberWords.NONE));
      setAccessibleText(chosen < 0 ? name(bucket) : words(cells.get(chosen)));
      repaint();
    }

    private void choose(int index) {
      if (cells.isEmpty()) {
        return;
      }
      chosen = Math.clamp(index, 0, cells.size() - 1);
      String said = words(cells.get(chosen));
      cell.setText(said);
      tooltip.setText(said);
      setAccessibleText(said);
      repaint();
    }

    private String words(BucketCell one) {
      String updates =
          one.from() == one.to()
              ? wording("BucketHeatMap.update", one.from())
              : wording("BucketHeatMap.updates", one.from(), one.to());
      return one.data()
          ? wording(
              "BucketHeatMap.mean_return",
              name(bucket),
              updates,
              number(one.mean()),
              NumberWords.count(Math.round(one.episodes())))
          : wording("BucketHeatMap.no_episode_ended", name(bucket), updates);
    }

    @Override
    void paint(GraphicsContext g, double width, double height) {
      double each = width / Math.max(1, cells.size());
      for (int c = 0; c < cells.size(); c++) {
        BucketCell one = cells.get(c);
        if (one.data()) {
          double span = largest - smallest;
          g.setFill(colour(span > 0 ? (one.mean() - smallest) / span : 0.5));
          g.fillRect(c * each, 0, each + 0.5, height);
        } else {
          hatch(g, c * each, each, height);
        }
      }
      if (isFocused() && chosen >= 0) {
        g.setStroke(Color.WHITE);
        g.setLineWidth(3);
        g.strokeRect(chosen * each + 1.5, 1.5, Math.max(1, each - 3), height - 3);
        g.setStroke(Color.BLACK);
        g.setLineWidth(1);
        g.strokeRect(chosen * each + 1.5, 1.5, Math.max(1, each - 3), height - 3);
      }
    }
  }
}
