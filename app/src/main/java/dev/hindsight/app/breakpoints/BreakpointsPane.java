package dev.hindsight.app.breakpoints;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.commands.CommandControls;
import dev.hindsight.app.commands.CommandSet;
import dev.hindsight.app.fx.KeyboardFocus;
import dev.hindsight.app.fx.RowMenu;
import dev.hindsight.app.fx.Tooltips;
import dev.hindsight.app.tasks.BackgroundTasks;
import dev.hindsight.app.timeline.TimelineModel;
import dev.hindsight.inspector.bookmark.BookmarkMark;
import dev.hindsight.inspector.breakpoint.Breakpoint;
import dev.hindsight.inspector.breakpoint.ConditionResult;
import dev.hindsight.inspector.breakpoint.HitSearch;
import dev.hindsight.inspector.breakpoint.PresetBreakpoint;
import dev.hindsight.inspector.live.WordsConverter;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.javafx.FontIcon;
import org.kordamp.ikonli.material2.Material2AL;

/// Lists the breakpoints, with a field for new ones and a form for the chosen one. FX thread.
public final class BreakpointsPane extends VBox {
  private final BreakpointSearch search;
  private final ListView<Breakpoint> list = new ListView<>();
  private final ConditionField fresh;
  private final ConditionField condition;
  private final TextField name = new TextField();
  private final ComboBox<BookmarkMark> mark = new ComboBox<>();
  private final ComboBox<Breakpoint.When> when = new ComboBox<>();
  private final Button remove = new Button("", new FontIcon(Material2AL.DELETE));
  private final VBox form;
  private final List<Runnable> watches;
  private boolean showing;

  /// The breakpoint that the form shows. Not always the chosen one: a click on a row selects it
  /// before the fields lose the keyboard focus.
  private Optional<Breakpoint> edited = Optional.empty();

  /// @param time of the recording whose hits are shown
  public BreakpointsPane(
      BreakpointSearch search,
      TimelineModel time,
      CommandSet commands,
      BackgroundTasks backgroundTasks) {
    this.search = search;
    setId("breakpoints");
    getStyleClass().add("hs-panel");
    fresh =
        new ConditionField(
            "breakpoint.new", search.signals().vocabulary(), backgroundTasks, () -> this::add);
    condition =
        new ConditionField(
            "breakpoint.condition",
            search.signals().vocabulary(),
            backgroundTasks,
            this::conditionOf);
    fresh.field().setPromptText(wording("BreakpointsPane.break_when_collision_a_0"));
    fresh.field().setAccessibleText(wording("BreakpointsPane.condition_of_a_new_breakpoint"));
    list.setId("breakpoints.list");
    list.setAccessibleText(wording("BreakpointsPane.breakpoints"));
    list.setCellFactory(_ -> new BreakpointCell(search));
    Label none = new Label(wording("BreakpointsPane.no_breakpoints_yet_type_a_condition"));
    none.setWrapText(true);
    list.setPlaceholder(none);
    list.addEventHandler(KeyEvent.KEY_PRESSED, this::key);
    RowMenu.on(list)
        .item(
            wording("BreakpointsPane.run_to_the_next_hit"),
            () -> chosen().isPresent(),
            () -> commands.run(commands.named("breakpoint.run")))
        .item(
            wording("BreakpointsPane.switch_on_or_off"),
            () -> chosen().isPresent(),
            () -> change(old -> old.with(old.use().other())))
        .item(
            wording("BreakpointsPane.edit_the_condition"),
            () -> chosen().isPresent(),
            () -> KeyboardFocus.soon(condition.field()))
        .item("Remove", () -> chosen().isPresent(), this::removeChosen);
    VBox.setVgrow(list, Priority.ALWAYS);
    FlowPane bar =
        new FlowPane(
            6,
            4,
            CommandControls.iconButton(commands, "breakpoint.back"),
            CommandControls.iconButton(commands, "breakpoint.run"),
            ready(backgroundTasks));
    form = form();
    list.getSelectionModel().selectedItemProperty().subscribe(_ -> fill());
    // One breakpoint stays readable however low the pane is.
    list.getStyleClass().add("hs-rows");
    VBox rest = new VBox(6, bar, list, form);
    VBox.setVgrow(rest, Priority.ALWAYS);
    getChildren().addAll(fresh, rest);
    watches =
        List.of(
            search.book().watch(this::show),
            time.hits().watch(_ -> list.refresh()),
            search.onConditionInputRequested(this::askForCondition));
  }

  /// Whether there are no breakpoints yet.
  public boolean empty() {
    return list.getItems().isEmpty();
  }

  /// Stops following the breakpoints.
  public void close() {
    watches.forEach(Runnable::run);
  }

  /// A pane that was just opened or brought to the front is not in the window yet.
  private void askForCondition() {
    KeyboardFocus.soon(fresh.field());
  }

  private void key(KeyEvent event) {
    if (event.getCode() == KeyCode.DELETE) {
      removeChosen();
    } else if (event.getCode() == KeyCode.ENTER) {
      change(old -> old.with(old.use().other()));
      event.consume();
    }
  }

  private void removeChosen() {
    chosen().ifPresent(old -> search.book().send(new BreakpointCommand.Remove(old)));
  }

  private void add(String text) {
    List<BookmarkMark> marks = List.of(BookmarkMark.values());
    int count = search.book().state().breakpoints().size();
    add(
        Breakpoint.of(
            "", text, marks.get((count + marks.indexOf(BookmarkMark.RED)) % marks.size())));
    fresh.clear(text);
  }

  private void add(Breakpoint breakpoint) {
    search.book().send(new BreakpointCommand.Add(breakpoint));
    list.getSelectionModel().select(breakpoint);
  }

  /// The presets that apply here; finding them loads the library for conditions.
  private MenuButton ready(BackgroundTasks backgroundTasks) {
    MenuButton button =
        new MenuButton(wording("BreakpointsPane.examples"), new FontIcon(Material2AL.ADD));
    button.setId("breakpoint.ready");
    Tooltips.on(button, wording("BreakpointsPane.common_breakpoints"));
    backgroundTasks.startCancellable(
        wording("BreakpointsPane.checking_conditions"),
        (_, _) -> PresetBreakpoint.in(search.signals().vocabulary(), search.events()),
        found -> button.getItems().setAll(found.stream().map(this::item).toList()),
        _ -> {});
    return button;
  }

  private MenuItem item(Breakpoint ready) {
    MenuItem item = new MenuItem(ready.name() + "   " + ready.condition());
    item.setMnemonicParsing(false);
    item.setId("breakpoint.ready." + ready.name());
    item.setOnAction(_ -> add(ready));
    return item;
  }

  private VBox form() {
    name.setId("breakpoint.name");
    name.setPromptText(wording("BreakpointsPane.name"));
    name.setAccessibleText(wording("BreakpointsPane.name_of_the_breakpoint"));
    name.setOnAction(_ -> rename());
    name.focusedProperty()
        .subscribe(focused -> {
          if (!focused) {
            rename();
          }
        });
    mark.setId("breakpoint.mark");
    mark.getItems().setAll(BookmarkMark.values());
    mark.setConverter(new WordsConverter<>(BookmarkMark::title));
    mark.setAccessibleText(wording("BreakpointsPane.colour_of_the_breakpoint"));
    mark.valueProperty()
        .subscribe(_ ->
            change(old ->
                new Breakpoint(
                    old.name(), old.condition(), mark.getValue(), old.when(), old.use())));
    when.setId("breakpoint.when");
    when.getItems().setAll(Breakpoint.When.values());
    when.setConverter(new WordsConverter<>(Breakpoint.When::words));
    when.setAccessibleText(wording("BreakpointsPane.which_ticks_are_hits"));
    when.valueProperty()
        .subscribe(_ ->
            change(old ->
                new Breakpoint(
                    old.name(), old.condition(), old.mark(), when.getValue(), old.use())));
    remove.setId("breakpoint.remove");
    Tooltips.on(remove, wording("BreakpointsPane.remove_the_breakpoint_delete"));
    remove.setAccessibleText(wording("BreakpointsPane.remove_the_breakpoint"));
    remove.setOnAction(
        _ -> chosen().ifPresent(old -> search.book().send(new BreakpointCommand.Remove(old))));
    HBox first = new HBox(6, name, remove);
    remove.setMinWidth(USE_PREF_SIZE);
    HBox.setHgrow(name, Priority.ALWAYS);
    VBox box = new VBox(6, first, condition, new FlowPane(6, 4, mark, when));
    box.getStyleClass().add("hs-bookmark-form");
    return box;
  }

  private void rename() {
    change(
        old -> new Breakpoint(name.getText(), old.condition(), old.mark(), old.when(), old.use()));
  }

  private void show(BreakpointState state) {
    int place = list.getSelectionModel().getSelectedIndex();
    showing = true;
    list.getItems().setAll(state.breakpoints());
    showing = false;
    if (!state.breakpoints().isEmpty()) {
      list.getSelectionModel().select(Math.clamp(place, 0, state.breakpoints().size() - 1));
    }
    fill();
  }

  private Optional<Breakpoint> chosen() {
    return Optional.ofNullable(list.getSelectionModel().getSelectedItem());
  }

  private void fill() {
    if (showing) {
      return;
    }
    rename();
    showing = true;
    Optional<Breakpoint> chosen = chosen();
    // While its condition stays, so does what the user is typing instead of it.
    boolean same = edited.map(Breakpoint::condition).equals(chosen.map(Breakpoint::condition));
    edited = chosen;
    name.setText(chosen.map(Breakpoint::name).orElse(""));
    if (!same) {
      condition.set(chosen.map(Breakpoint::condition).orElse(""));
    }
    chosen.map(Breakpoint::mark).ifPresent(mark::setValue);
    chosen.map(Breakpoint::when).ifPresent(when::setValue);
    form.setDisable(chosen.isEmpty());
    form.setVisible(chosen.isPresent());
    form.setManaged(chosen.isPresent());
    showing = false;
  }

  /// Gives the breakpoint that the form shows now another condition, even if it shows another one
  /// by the time that the condition has been checked.
  private Consumer<String> conditionOf() {
    Optional<Breakpoint> asked = edited;
    return text ->
        asked.ifPresent(old -> {
          Breakpoint next =
              new Breakpoint(old.name(), text, old.mark(), old.when(), Breakpoint.Use.ON);
          edited = edited.map(now -> now.equals(old) ? next : now);
          search.book().send(new BreakpointCommand.Update(old, next));
        });
  }

  private void change(UnaryOperator<Breakpoint> edit) {
    if (showing) {
      return;
    }
    edited.ifPresent(old -> {
      Breakpoint next = edit.apply(old);
      if (!next.equals(old)) {
        edited = Optional.of(next);
        search.book().send(new BreakpointCommand.Update(old, next));
      }
    });
  }

  /// Shows a breakpoint in a list: whether it is on, its number and colour, its condition, and how
  /// often it hits. FX thread.
  private static final class BreakpointCell extends ListCell<Breakpoint> {
    private final BreakpointSearch search;

    BreakpointCell(BreakpointSearch search) {
      this.search = search;
    }

    @Override
    protected void updateItem(@Nullable Breakpoint breakpoint, boolean empty) {
      super.updateItem(breakpoint, empty);
      if (empty || breakpoint == null) {
        setGraphic(null);
        setAccessibleText("");
        return;
      }
      CheckBox on = new CheckBox();
      on.setSelected(breakpoint.use() == Breakpoint.Use.ON);
      on.setAccessibleText(wording("BreakpointsPane.enable", breakpoint.title()));
      on.setFocusTraversable(false);
      on.setOnAction(_ ->
          search
              .book()
              .send(
                  new BreakpointCommand.Update(
                      breakpoint, breakpoint.with(breakpoint.use().other()))));
      Label badge = new Label(Integer.toString(getIndex() + 1));
      badge.setStyle(String.format("-fx-background-color: #%06x;", breakpoint.mark().onDark()));
      badge.getStyleClass().addAll("hs-bookmark-mark", "hs-breakpoint-mark");
      badge.setMinWidth(USE_PREF_SIZE);
      Label title = new Label(breakpoint.title());
      title.getStyleClass().add("text-bold");
      Label condition = new Label(breakpoint.condition());
      condition.getStyleClass().add("text-muted");
      String words = words(breakpoint);
      Label count = new Label(words);
      count.setWrapText(true);
      VBox lines = new VBox(1, title);
      if (!breakpoint.name().isBlank()) {
        lines.getChildren().add(condition);
      }
      lines.getChildren().add(count);
      setGraphic(new HBox(8, on, badge, lines));
      setAccessibleText(breakpoint.title() + ", " + breakpoint.condition() + ", " + words);
    }

    private String words(Breakpoint breakpoint) {
      if (breakpoint.use() == Breakpoint.Use.OFF) {
        return "off";
      }
      return switch (search.found(breakpoint)) {
        case ConditionResult.Pending _ -> "looking…";
        case ConditionResult.Failed failed -> failed.why();
        case ConditionResult.Completed completed -> {
          long hits = new HitSearch(completed, breakpoint.when()).count();
          yield hits == 0
              ? wording("BreakpointsPane.no_hits")
              : wording("BreakpointsPane.hits", hits) + ", " + breakpoint.when().words();
        }
      };
    }
  }
}
