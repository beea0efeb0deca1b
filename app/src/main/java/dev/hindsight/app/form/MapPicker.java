package dev.hindsight.app.form;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.notices.Notice;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.trainer.NamedFile;
import dev.hindsight.trainer.env.Scenarios;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import javafx.scene.control.CheckMenuItem;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;

/// Chooses any number of maps: built-in ones by name, files, and folders. FX thread.
public final class MapPicker extends HBox {
  private final MenuButton menu = new MenuButton();
  private final String nothing;
  private final Set<String> chosen;
  private final Consumer<List<String>> listener;

  /// The items of the menu by their map, chosen or not.
  private final Map<String, CheckMenuItem> items = new HashMap<>();

  /// @param id id of the choice; that of its menu ends in `.menu`, that of the button that adds
  ///   others in `.add`
  /// @param nothing what an empty choice means, in a few words
  /// @param scenarios of the environment
  /// @param first the initial choice
  /// @param listener receives every change
  public MapPicker(
      String id,
      String nothing,
      Scenarios scenarios,
      List<String> first,
      WindowContext window,
      Consumer<List<String>> listener) {
    super(8);
    this.nothing = nothing;
    this.chosen = new LinkedHashSet<>(first);
    this.listener = listener;
    menu.setId(id + ".menu");
    menu.setMaxWidth(Double.MAX_VALUE);
    menu.setAccessibleText(wording("MapPicker.label"));
    HBox.setHgrow(menu, Priority.ALWAYS);
    Set<String> offered = new LinkedHashSet<>(scenarios.names());
    offered.addAll(first);
    offered.forEach(this::offer);
    tell();
    MenuButton more = new MenuButton(wording("MapPicker.add"));
    more.setId(id + ".add");
    more.setMinWidth(USE_PREF_SIZE);
    more.getItems()
        .setAll(
            item(id + ".browse", wording("MapPicker.add_file"), () -> addFile(scenarios, window)),
            item(
                id + ".folder",
                wording("MapPicker.add_folder"),
                () -> addFolder(scenarios, window)));
    getChildren().addAll(menu, more);
  }

  private static MenuItem item(String id, String title, Runnable action) {
    MenuItem item = new MenuItem(title);
    item.setId(id);
    item.setOnAction(_ -> action.run());
    return item;
  }

  private void addFile(Scenarios scenarios, WindowContext window) {
    window
        .dialogs()
        .open(wording("MapPicker.choose_a_map"), FileChoice.maps(scenarios))
        .ifPresent(file -> add(List.of(file)));
  }

  private void addFolder(Scenarios scenarios, WindowContext window) {
    String title = wording("MapPicker.choose_a_folder");
    window
        .dialogs()
        .folder(title)
        .ifPresent(folder -> {
          Runnable _ =
              window
                  .background()
                  .startCancellable(
                      title,
                      (_, _) -> MapFolder.maps(scenarios, folder),
                      this::add,
                      failure -> window.raiseNotice(Notice.of(failure)));
        });
  }

  private void add(List<Path> files) {
    boolean more = false;
    for (Path file : files) {
      String map = file.toString();
      Optional<CheckMenuItem> there = Optional.ofNullable(items.get(map));
      if (there.isPresent()) {
        // Its listener tells of the change.
        there.get().setSelected(true);
      } else if (chosen.add(map)) {
        offer(map);
        more = true;
      }
    }
    if (more) {
      tell();
      listener.accept(List.copyOf(chosen));
    }
  }

  private void offer(String map) {
    CheckMenuItem item = new CheckMenuItem(name(map));
    item.setSelected(chosen.contains(map));
    item.selectedProperty()
        .addListener((_, _, on) -> {
          if (on) {
            chosen.add(map);
          } else {
            chosen.remove(map);
          }
          tell();
          listener.accept(List.copyOf(chosen));
        });
    items.put(map, item);
    menu.getItems().add(item);
  }

  private void tell() {
    menu.setText(
        switch (chosen.size()) {
          case 0 -> nothing;
          case 1 -> name(chosen.iterator().next());
          default -> wording("MapPicker.maps", chosen.size());
        });
    menu.setTooltip(chosen.isEmpty() ? null : new Tooltip(String.join("\n", chosen)));
  }

  private static String name(String nameOrPath) {
    return NamedFile.lastPart(nameOrPath);
  }
}
