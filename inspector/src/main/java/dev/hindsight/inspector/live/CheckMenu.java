package dev.hindsight.inspector.live;

import static dev.hindsight.inspector.text.InspectorText.wording;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import javafx.collections.transformation.FilteredList;
import javafx.scene.control.CustomMenuItem;
import javafx.scene.control.ListView;
import javafx.scene.control.MenuButton;
import javafx.scene.control.cell.CheckBoxListCell;
import javafx.scene.layout.VBox;

/// A menu for choosing any number of items of a long list, with a search field. FX thread.
///
/// ControlsFX's `CheckListView` keeps checks by list position, so they would move during a search.
///
/// @param <T> type of the items, a value
public final class CheckMenu<T> extends MenuButton {
  private final String name;
  private final Function<T, String> words;
  private final Runnable changed;
  private final ObservableList<T> all = FXCollections.observableArrayList();
  private final Map<T, BooleanProperty> checks = new HashMap<>();
  private List<T> chosen = List.of();
  private boolean quiet;

  /// @param id of the node
  /// @param name what the user chooses, for users: `Channels`
  /// @param words the text of an item
  /// @param changed runs when the user has chosen another set
  public CheckMenu(String id, String name, Function<T, String> words, Runnable changed) {
    super(name);
    this.name = name;
    this.words = words;
    this.changed = changed;
    setId(id);
    FilteredList<T> shown = new FilteredList<>(all);
    FilterField filter =
        new FilterField(
            id + ".filter",
            wording("CheckMenu.filter", name.toLowerCase(Locale.ROOT)),
            typed ->
                shown.setPredicate(
                    item -> words.apply(item).toLowerCase(Locale.ROOT).contains(typed)));
    ListView<T> list = new ListView<>(shown);
    list.setId(id + ".list");
    list.setAccessibleText(name);
    list.setPrefSize(300, 260);
    list.setCellFactory(CheckBoxListCell.forListView(this::check, new WordsConverter<>(words)));
    list.setOnKeyPressed(event -> {
      if (event.getCode() == javafx.scene.input.KeyCode.SPACE
          && list.getSelectionModel().getSelectedItem() != null) {
        BooleanProperty check = check(list.getSelectionModel().getSelectedItem());
        check.set(!check.get());
        event.consume();
      }
    });
    CustomMenuItem item = new CustomMenuItem(new VBox(6, filter, list), false);
    item.getStyleClass().add("hs-plain-item");
    getItems().add(item);
    setOnShown(_ -> filter.requestFocus());
  }

  private BooleanProperty check(T item) {
    return checks.computeIfAbsent(
        item,
        _ -> {
          BooleanProperty check = new SimpleBooleanProperty();
          check.addListener((_, _, _) -> toggled());
          return check;
        });
  }

  private void toggled() {
    recount();
    if (!quiet) {
      changed.run();
    }
  }

  /// Panels ask for the choice at every frame, so it is collected only when it changes.
  private void recount() {
    chosen = all.stream().filter(item -> checks.containsKey(item) && check(item).get()).toList();
    setText(
        chosen.isEmpty()
            ? name
            : chosen.size() == 1
                ? words.apply(chosen.getFirst())
                : name + " (" + chosen.size() + ")");
    setAccessibleText(name + ": " + String.join(", ", chosen.stream().map(words).toList()));
  }

  /// Offers a list; items that are still in it stay chosen.
  public void offer(List<T> items) {
    if (!all.equals(items)) {
      all.setAll(items);
      checks.keySet().retainAll(items);
      recount();
    }
  }

  /// Chooses exactly these, without a notification.
  public void choose(Collection<T> items) {
    quiet = true;
    for (T item : List.copyOf(all)) {
      boolean wanted = items.contains(item);
      if (wanted || checks.containsKey(item)) {
        check(item).set(wanted);
      }
    }
    quiet = false;
    recount();
  }

  /// The chosen items, in list order.
  public List<T> chosen() {
    return chosen;
  }
}
