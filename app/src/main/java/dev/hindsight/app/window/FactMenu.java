package dev.hindsight.app.window;

import dev.hindsight.app.notices.Notice;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.inspector.fact.Fact;
import javafx.scene.Node;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.input.ContextMenuEvent;

/// Facts to be kept, by a right click on what shows what they are about. FX thread.
final class FactMenu {
  private final Document document;
  private final WindowContext bench;
  private final ContextMenu menu = new ContextMenu();

  private FactMenu(Document document, WindowContext bench) {
    this.document = document;
    this.bench = bench;
    menu.setId("facts.menu");
  }

  /// Offers facts about the selected agent and the tick of the cursor wherever a pane is clicked.
  static void attach(Node pane, Document document, WindowContext bench) {
    FactMenu facts = new FactMenu(document, bench);
    pane.addEventHandler(
        ContextMenuEvent.CONTEXT_MENU_REQUESTED,
        event -> {
          facts.offer();
          facts.menu.show(pane, event.getScreenX(), event.getScreenY());
          event.consume();
        });
  }

  private void offer() {
    MenuItem title = new MenuItem("Save as a fact");
    title.setDisable(true);
    menu.getItems().setAll(title, new SeparatorMenuItem());
    FactSuggestions.about(document).stream().map(this::item).forEach(menu.getItems()::add);
  }

  private MenuItem item(Fact fact) {
    MenuItem item = new MenuItem(fact.name());
    item.setMnemonicParsing(false);
    item.setOnAction(_ -> {
      bench.facts(document).keep(fact);
      bench.raiseNotice(
          new Notice.Success(
              "Saved: " + fact.name(),
              "The Facts panel checks it here; `hindsight check` checks it on other recordings"));
    });
    return item;
  }
}
