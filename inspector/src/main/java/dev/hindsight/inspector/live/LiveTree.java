package dev.hindsight.inspector.live;

import dev.hindsight.render.stage.TextScale;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import javafx.css.CssMetaData;
import javafx.css.Styleable;
import javafx.css.StyleableProperty;
import javafx.css.StyleablePropertyFactory;
import javafx.geometry.Pos;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Label;
import javafx.scene.control.MenuItem;
import javafx.scene.control.TableColumnBase;
import javafx.scene.control.Tooltip;
import javafx.scene.control.TreeItem;
import javafx.scene.control.TreeTableCell;
import javafx.scene.control.TreeTableColumn;
import javafx.scene.control.TreeTableView;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyCombination;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import org.jspecify.annotations.Nullable;

/// A tree of rows that stay while what they say changes with the cursor: at every moment only the
/// cells that are on the screen are asked again. FX thread.
///
/// @param <R> what a row stands for; never changes
public final class LiveTree<R> extends TreeTableView<R> {
  private static final KeyCombination COPY =
      new KeyCodeCombination(KeyCode.C, KeyCombination.SHORTCUT_DOWN);

  /// What a letter takes by the mean, units.
  private static final double LETTER = 7.4;

  /// What a cell keeps free around its words, units.
  private static final double CELL = 26;

  /// Heights, units: of the titles, of a row, of the bar that moves sideways.
  private static final double HEAD = 27;

  private static final double ROW = 22;

  /// What a bar of a table takes, units.
  public static final double BAR = 16;

  /// Pixels a column has that nobody has given a width: JavaFX fits such to its words by itself.
  private static final double UNSET = 80;

  /// There is room for as many rows in the lowest pane, if there are so many; a bar that moves
  /// sideways takes its part of that.
  private static final int FEWEST = 4;

  private static final StyleablePropertyFactory<LiveTree<?>> FACTORY =
      new StyleablePropertyFactory<>(TreeTableView.getClassCssMetaData());

  private final List<LiveCell<R>> cells = new ArrayList<>();
  private final Map<TreeTableColumn<R, ?>, Double> widths = new LinkedHashMap<>();

  /// Columns have no style of their own: they follow the size of words.
  private final StyleableProperty<Number> letters =
      FACTORY.createStyleableNumberProperty(
          this, "letters", TextScale.STYLE, tree -> tree.letters, 1.0);

  private Function<R, String> copied = Object::toString;
  private OptionalInt tall = OptionalInt.empty();

  /// An empty tree.
  ///
  /// @param id of the node
  /// @param name for those who do not see it
  public LiveTree(String id, String name) {
    setId(id);
    setAccessibleText(name);
    setShowRoot(false);
    setRoot(new TreeItem<>());
    // Why there is nothing is for the panel to say.
    setPlaceholder(new Label());
    // A dock may be narrower than the words: then the table scrolls, and no word is cut off.
    setColumnResizePolicy(UNCONSTRAINED_RESIZE_POLICY);
    getStyleClass().addAll("dense", "striped", TextScale.STYLE_CLASS);
    if (letters instanceof ObservableValue<?> watched) {
      watched.addListener((_, _, _) -> widen());
    }
    expandedItemCountProperty().subscribe(_ -> requestLayout());
    MenuItem copy = new MenuItem("Copy value");
    copy.setAccelerator(COPY);
    copy.setOnAction(_ -> copy());
    setContextMenu(new ContextMenu(copy));
    setOnKeyPressed(event -> {
      if (COPY.match(event)) {
        copy();
        event.consume();
      }
    });
  }

  /// What "copy value" takes of a row.
  public void copying(Function<R, String> text) {
    copied = text;
  }

  /// Wants to be as high as so many rows, whatever there is to fill.
  public void tall(int rows) {
    tall = OptionalInt.of(rows);
    requestLayout();
  }

  /// A few rows can be seen however low the pane is.
  @Override
  protected double computeMinHeight(double width) {
    return unit() * leastHeight(getExpandedItemCount());
  }

  @Override
  protected double computePrefHeight(double width) {
    return tall.isPresent() ? unit() * height(tall.getAsInt()) : super.computePrefHeight(width);
  }

  /// What a table has at least, so that something of it is seen, units.
  ///
  /// @param rows how many there are
  public static double leastHeight(int rows) {
    return rows < FEWEST ? height(Math.max(2, rows)) : HEAD + ROW * FEWEST;
  }

  private static double height(int rows) {
    return HEAD + BAR + ROW * rows;
  }

  private double unit() {
    return letters.getValue().doubleValue();
  }

  /// Adds a column of words.
  public void column(String title, double width, Function<R, String> words) {
    add(title, width, () -> new LiveCell.TextCell<>(words));
  }

  /// Adds a column of bars from 0 to 1, each with its number in words.
  public void bars(
      String title, double width, ToDoubleFunction<R> fraction, Function<R, String> words) {
    add(title, width, () -> new LiveCell.BarCell<>(fraction, words));
  }

  private void add(String title, double width, java.util.function.Supplier<LiveCell<R>> make) {
    TreeTableColumn<R, R> column = new TreeTableColumn<>(title);
    column.setCellValueFactory(cell -> new ReadOnlyObjectWrapper<>(cell.getValue().getValue()));
    column.setCellFactory(_ -> {
      LiveCell<R> cell = make.get();
      cells.add(cell);
      return cell;
    });
    widths.put(column, width);
    column.setSortable(false);
    column.setReorderable(false);
    getColumns().add(column);
    widen();
  }

  /// Makes a column as wide as the longest words of its rows, within bounds, so that what can be
  /// read whole is.
  ///
  /// @param column its place
  /// @param words all that stands in it
  /// @param least units
  /// @param most units; longer words are read in the tooltip
  public void fit(int column, List<String> words, double least, double most) {
    String longest =
        words.stream().max(java.util.Comparator.comparingInt(String::length)).orElse("");
    double wanted = LETTER * longest.length() + CELL;
    widths.put(getColumns().get(column), Math.clamp(wanted, least, most));
    widen();
  }

  private void widen() {
    double unit = unit();
    widths.forEach((column, width) -> {
      column.setMinWidth(Math.min(width, 44) * unit);
      prefer(column, width * unit);
    });
    requestLayout();
  }

  /// Gives a column of any table a width it keeps.
  ///
  /// @param width pixels
  public static void prefer(TableColumnBase<?, ?> column, double width) {
    column.setPrefWidth(width == UNSET ? UNSET + 1 : width);
  }

  @Override
  public List<CssMetaData<? extends Styleable, ?>> getControlCssMetaData() {
    return FACTORY.getCssMetaData();
  }

  /// Gives a tree of numbered rows as many as it wants; they stay while their number does.
  ///
  /// @return whether it had another number before
  public static boolean rows(LiveTree<Integer> tree, int count) {
    if (tree.getRoot().getChildren().size() == count) {
      return false;
    }
    TreeItem<Integer> root = new TreeItem<>();
    root.getChildren().setAll(IntStream.range(0, count).mapToObj(TreeItem::new).toList());
    tree.setRoot(root);
    return true;
  }

  /// Asks every cell on the screen again.
  public void refreshCells() {
    for (LiveCell<R> cell : cells) {
      cell.refreshCell();
    }
  }

  /// The row that is selected, if one is.
  public Optional<R> chosen() {
    @Nullable TreeItem<R> item = getSelectionModel().getSelectedItem();
    return Optional.ofNullable(item).map(TreeItem::getValue);
  }

  /// What "copy value" would take now; empty while no row is selected.
  public String copyText() {
    return chosen().map(copied).orElse("");
  }

  private void copy() {
    String text = copyText();
    if (!text.isEmpty()) {
      TextClipboard.copy(text);
    }
  }

  /// Brings the first row into view for which something holds, if none of them is in view.
  public void reveal(java.util.function.Predicate<R> wanted) {
    int first = -1;
    for (int i = 0; i < getExpandedItemCount(); i++) {
      R row = getTreeItem(i).getValue();
      if (row != null && wanted.test(row)) {
        if (shown(row)) {
          return;
        }
        first = first < 0 ? i : first;
      }
    }
    if (first >= 0) {
      scrollTo(Math.max(0, first - 2));
    }
  }

  private boolean shown(R row) {
    return cells.stream().anyMatch(cell -> !cell.isEmpty() && Objects.equals(cell.getItem(), row));
  }

  /// A cell that can be asked again what it says of its row. FX thread.
  private abstract static class LiveCell<R> extends TreeTableCell<R, R> {
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
}
