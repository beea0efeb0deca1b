package dev.hindsight.app.form;

import static dev.hindsight.app.text.AppText.wording;

import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.scene.control.Button;
import javafx.scene.control.CheckMenuItem;
import javafx.scene.control.MenuButton;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;

/// Chooses any number of maps: built-in ones by name, and files. FX thread.
public final class MapPicker extends HBox {
  private final MenuButton menu = new MenuButton();
  private final String nothing;
  private final Set<String> chosen;
  private final Consumer<List<String>> listener;

  /// @param id id of the choice; that of its menu ends in `.menu`, that of its button in `.browse`
  /// @param nothing what an empty choice means, in a few words
  /// @param shipped names of the built-in maps
  /// @param first the initial choice
  /// @param browse asks for a file
  /// @param listener receives every change
  public MapPicker(
      String id,
      String nothing,
      List<String> shipped,
      List<String> first,
      Supplier<Optional<Path>> browse,
      Consumer<List<String>> listener) {
    super(8);
    this.nothing = nothing;
    this.chosen = new LinkedHashSet<>(first);
    this.listener = listener;
    menu.setId(id + ".menu");
    menu.setMaxWidth(Double.MAX_VALUE);
    menu.setAccessibleText(wording("MapPicker.label"));
    HBox.setHgrow(menu, Priority.ALWAYS);
    Set<String> offered = new LinkedHashSet<>(shipped);
    offered.addAll(first);
    offered.forEach(this::offer);
    Button button = new Button(wording("MapPicker.add_file"));
    button.setId(id + ".browse");
    button.setMinWidth(USE_PREF_SIZE);
    button.setOnAction(_ -> browse.get().map(Path::toString).ifPresent(this::add));
    tell();
    getChildren().addAll(menu, button);
  }

  private void add(String file) {
    if (chosen.add(file)) {
      offer(file);
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
    return String.valueOf(Path.of(nameOrPath).getFileName());
  }
}
