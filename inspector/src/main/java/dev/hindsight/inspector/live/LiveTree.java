package dev.hindsight.inspector.live;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.render.stage.TextScale;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.ObjDoubleConsumer;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import javafx.css.CssMetaData;
import javafx.css.Styleable;
import javafx.css.StyleableProperty;
import javafx.css.StyleablePropertyFactory;
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
import org.jspecify.annotations.Nullable;

/// A tree whose rows stay while their cells change with the cursor: each moment updates only the
/// cells on the screen. FX thread.
///
/// @param <R> identity of a row; never changes
public final class LiveTree<R> extends TreeTableView<R> {
  private static final KeyCombination COPY =
      new KeyCodeCombination(KeyCode.C, KeyCombination.SHORTCUT_DOWN);

  /// The mean width of a letter, in units.
  private static final double LETTER = 7.4;

  /// As wide as the space before the name of a row below a head.
  private static final String INDENT = "      ";

  /// As wide as the arrow before the name of a head.
  private static final String ARROW = "  ";

  /// Style class of tables whose rows, in a dock, are all [#ROW] high, rounded to whole pixels (the
  /// app's `StyleSheet`).
  public static final String EVEN_ROWS = "hs-even-rows";

  /// The free space a cell keeps around its text, in units.
  private static final double CELL = 26;

  /// Heights in units: of the header, of a row, of the horizontal scroll bar.
  private static final double HEAD = 27;

  private static final double ROW = 22;

  /// The size of a table's scroll bar, in units.
  public static final double BAR = 16;

  /// The pixel width of a column that has not been set: JavaFX fits such columns to their text.
  private static final double UNSET = 80;

  /// The smallest pane has room for this many rows, if there are so many; a horizontal scroll bar
  /// takes part of it.
  private static final int FEWEST = 4;

  private static final StyleablePropertyFactory<LiveTree<?>> FACTORY =
      new StyleablePropertyFactory<>(TreeTableView.getClassCssMetaData());

  private final List<LiveCell<R>> cells = new ArrayList<>();
  private final Map<TreeTableColumn<R, ?>, Double> widths = new LinkedHashMap<>();

  /// Columns cannot be styled: this code scales them with the text.
  private final StyleableProperty<Number> letters =
      FACTORY.createStyleableNumberProperty(
          this, "letters", TextScale.STYLE, tree -> tree.letters, 1.0);

  private Function<R, String> copied = Object::toString;
  private OptionalInt tall = OptionalInt.empty();

  /// An empty tree.
  ///
  /// @param id of the node
  /// @param name for screen readers
  public LiveTree(String id, String name) {
    setId(id);
    setAccessibleText(name);
    setShowRoot(false);
    setRoot(new TreeItem<>());
    // The panel says why the tree is empty.
    setPlaceholder(new Label());
    // A dock may be narrower than the text: then the table scrolls instead of cutting text off.
    setColumnResizePolicy(UNCONSTRAINED_RESIZE_POLICY);
    getStyleClass().addAll("dense", "striped", EVEN_ROWS, TextScale.STYLE_CLASS);
    if (letters instanceof ObservableValue<?> watched) {
      watched.addListener((_, _, _) -> widen());
    }
    expandedItemCountProperty().subscribe(_ -> requestLayout());
    MenuItem copy = new MenuItem(wording("LiveTree.copy_value"));
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

  /// Sets the text of a row that "Copy value" copies.
  public void copying(Function<R, String> text) {
    copied = text;
  }

  /// Asks for the height of this many rows, however many there are.
  public void tall(int rows) {
    tall = OptionalInt.of(rows);
    requestLayout();
  }

  /// A few rows stay visible however low the pane is.
  @Override
  protected double computeMinHeight(double width) {
    return unit() * leastHeight(getExpandedItemCount());
  }

  @Override
  protected double computePrefHeight(double width) {
    return tall.isPresent() ? unit() * height(tall.getAsInt()) : super.computePrefHeight(width);
  }

  /// The width at which every column shows without scrolling, in pixels.
  double wholeWidth() {
    double columns = widths.values().stream().mapToDouble(Double::doubleValue).sum();
    return unit() * (columns + BAR);
  }

  /// The least height at which part of a table stays visible, in units.
  ///
  /// @param rows number of rows
  public static double leastHeight(int rows) {
    return rows < FEWEST ? height(Math.max(2, rows)) : HEAD + ROW * FEWEST;
  }

  private static double height(int rows) {
    return HEAD + BAR + ROW * rows;
  }

  private double unit() {
    return letters.getValue().doubleValue();
  }

  /// Adds a text column. The first one names the rows.
  public void column(String title, double width, Function<R, String> words) {
    boolean names = getColumns().isEmpty();
    add(
        title,
        width,
        () -> names ? new LiveCell.NameCell<>(words) : new LiveCell.TextCell<>(words));
  }

  /// Adds a column of bars from 0 to 1, each with its number as text.
  public void bars(
      String title, double width, ToDoubleFunction<R> fraction, Function<R, String> words) {
    add(title, width, () -> new LiveCell.BarCell<>(fraction, CellContent::bar, words));
  }

  /// Adds a column of bars from -1 to 1, which begin in the middle, each with its number as text.
  public void signedBars(
      String title, double width, ToDoubleFunction<R> fraction, Function<R, String> words) {
    add(title, width, () -> new LiveCell.BarCell<>(fraction, CellContent::signedBar, words));
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
    widen(column, width);
    getColumns().add(column);
    requestLayout();
  }

  /// Makes a column as wide as its longest text, within bounds.
  ///
  /// @param column its index
  /// @param words all texts in it
  /// @param least in units
  /// @param most in units; a tooltip shows longer texts in full
  public void fit(int column, List<String> words, double least, double most) {
    String longest =
        words.stream().max(java.util.Comparator.comparingInt(String::length)).orElse("");
    double wanted = LETTER * longest.length() + CELL;
    widths.put(getColumns().get(column), Math.clamp(wanted, least, most));
    widen();
  }

  /// Makes the first column as wide as its longest name below a head, within bounds.
  ///
  /// @param names of the rows below the heads
  /// @param least in units
  /// @param most in units; a tooltip shows longer names in full
  public void fitNames(List<String> names, double least, double most) {
    fit(0, names.stream().map(name -> INDENT + name).toList(), least, most);
  }

  /// As [#fitNames(List, double, double)], with room for the names of the heads too.
  ///
  /// @param heads names of the rows with others below them
  public void fitNames(List<String> heads, List<String> names, double least, double most) {
    fit(
        0,
        Stream.concat(
                heads.stream().map(head -> ARROW + head), names.stream().map(name -> INDENT + name))
            .toList(),
        least,
        most);
  }

  private void widen() {
    widths.forEach(this::widen);
    requestLayout();
  }

  private void widen(TreeTableColumn<R, ?> column, double width) {
    column.setMinWidth(Math.min(width, 44) * unit());
    prefer(column, width * unit());
  }

  /// Gives a column of any table a fixed preferred width.
  ///
  /// @param width in pixels
  public static void prefer(TableColumnBase<?, ?> column, double width) {
    column.setPrefWidth(width == UNSET ? UNSET + 1 : width);
  }

  @Override
  public List<CssMetaData<? extends Styleable, ?>> getControlCssMetaData() {
    return FACTORY.getCssMetaData();
  }

  /// Gives a tree this many numbered rows; rows stay while their number stays the same.
  ///
  /// @return whether the number of rows changed
  public static boolean rows(LiveTree<Integer> tree, int count) {
    if (tree.getRoot().getChildren().size() == count) {
      return false;
    }
    TreeItem<Integer> root = new TreeItem<>();
    root.getChildren().setAll(IntStream.range(0, count).mapToObj(TreeItem::new).toList());
    tree.setRoot(root);
    return true;
  }

  /// Updates every cell on the screen.
  public void refreshCells() {
    for (LiveCell<R> cell : cells) {
      cell.refreshCell();
    }
  }

  /// The selected row, if any.
  public Optional<R> chosen() {
    @Nullable TreeItem<R> item = getSelectionModel().getSelectedItem();
    return Optional.ofNullable(item).map(TreeItem::getValue);
  }

  /// What "Copy value" would copy now; empty while no row is selected.
  public String copyText() {
    return chosen().map(copied).orElse("");
  }

  private void copy() {
    String text = copyText();
    if (!text.isEmpty()) {
      SystemClipboard.copy(text);
    }
  }

  /// Scrolls to the first row that satisfies a predicate, if no such row is visible.
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

  /// A cell that can update what it shows of its row. FX thread.
  private abstract static class LiveCell<R> extends TreeTableCell<R, R> {
    /// Shows the current text.
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

    /// Names: text that stays, in the column with the tree.
    static final class NameCell<R> extends LiveCell<R> {
      private final Function<R, String> words;
      private final WholeText whole = new WholeText(this);

      NameCell(Function<R, String> words) {
        this.words = words;
      }

      @Override
      void show(R row) {
        String text = words.apply(row);
        setText(text);
        whole.show(text);
      }

      @Override
      void showNothing() {
        setText("");
        whole.show("");
      }
    }

    /// Text only.
    static class TextCell<R> extends LiveCell<R> {
      private final Function<R, String> words;
      private final WholeText whole = new WholeText(this);
      private final CellContent content = new CellContent(this);

      TextCell(Function<R, String> words) {
        this.words = words;
      }

      /// Where the cell paints.
      final CellContent content() {
        return content;
      }

      @Override
      void show(R row) {
        String text = words.apply(row);
        content.show(text);
        whole.show(text);
      }

      @Override
      final void showNothing() {
        content.clear();
        whole.show("");
      }
    }

    /// A bar with text over it.
    static final class BarCell<R> extends TextCell<R> {
      private final ToDoubleFunction<R> part;
      private final ObjDoubleConsumer<CellContent> bar;

      /// @param bar shows a part as a bar
      BarCell(
          ToDoubleFunction<R> part, ObjDoubleConsumer<CellContent> bar, Function<R, String> words) {
        super(words);
        this.part = part;
        this.bar = bar;
      }

      @Override
      void show(R row) {
        super.show(row);
        bar.accept(content(), part.applyAsDouble(row));
      }
    }
  }

  /// The tooltip of a cell: its whole text, if it may be cut off. FX thread.
  private static final class WholeText {
    /// Text up to this length usually fits.
    private static final int SHORT = 12;

    private final TreeTableCell<?, ?> cell;
    private final Tooltip whole = new Tooltip();

    WholeText(TreeTableCell<?, ?> cell) {
      this.cell = cell;
    }

    void show(String text) {
      whole.setText(text);
      cell.setTooltip(text.length() > SHORT ? whole : null);
    }
  }
}
