package dev.hindsight.app.training;

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

/// A choice of any number of maps: shipped ones by name, and files. FX thread.
final class MapPicker extends HBox {
  private final MenuButton menu = new MenuButton();
  private final Set<String> chosen;
  private final Consumer<List<String>> listener;

  /// @param shipped names there are
  /// @param first those chosen to begin with
  /// @param browse asks for a file
  /// @param listener is told of every change
  MapPicker(
      List<String> shipped,
      List<String> first,
      Supplier<Optional<Path>> browse,
      Consumer<List<String>> listener) {
    super(8);
    this.chosen = new LinkedHashSet<>(first);
    this.listener = listener;
    menu.setId("training.maps.menu");
    menu.setMaxWidth(Double.MAX_VALUE);
    menu.setAccessibleText("Maps");
    HBox.setHgrow(menu, Priority.ALWAYS);
    Set<String> offered = new LinkedHashSet<>(shipped);
    offered.addAll(first);
    offered.forEach(this::offer);
    Button button = new Button("Add file…");
    button.setId("training.maps.browse");
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
          case 0 -> "none";
          case 1 -> name(chosen.iterator().next());
          default -> chosen.size() + " maps";
        });
    menu.setTooltip(new Tooltip(String.join("\n", chosen)));
  }

  private static String name(String nameOrPath) {
    return String.valueOf(Path.of(nameOrPath).getFileName());
  }
}
