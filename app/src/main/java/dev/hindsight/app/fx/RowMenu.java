package dev.hindsight.app.fx;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import javafx.scene.control.Button;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Control;
import javafx.scene.control.MenuItem;

/// The context menu for the selected row of a list, opened by a right click or the menu key. FX
/// thread.
public final class RowMenu {
  private final ContextMenu menu = new ContextMenu();
  private final Map<MenuItem, BooleanSupplier> possible = new LinkedHashMap<>();

  /// The menu of a list; a right click selects the row first.
  public static RowMenu on(Control list) {
    RowMenu made = new RowMenu();
    made.menu.setId(list.getId() + ".menu");
    made.menu.setOnShowing(_ -> made.refresh());
    list.setContextMenu(made.menu);
    return made;
  }

  /// Adds an item.
  ///
  /// @param can whether the item applies to the selected row
  public RowMenu item(String words, BooleanSupplier can, Runnable run) {
    MenuItem item = new MenuItem(words);
    item.setMnemonicParsing(false);
    item.setOnAction(_ -> run.run());
    possible.put(item, can);
    menu.getItems().add(item);
    return this;
  }

  /// Adds an item that does the same as a button beside the list.
  public RowMenu button(String words, Button button) {
    return item(words, () -> !button.isDisabled(), button::fire);
  }

  private void refresh() {
    possible.forEach((item, can) -> item.setDisable(!can.getAsBoolean()));
  }
}
