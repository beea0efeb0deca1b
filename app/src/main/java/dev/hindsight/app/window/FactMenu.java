package dev.hindsight.app.window;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.notices.Notice;
import dev.hindsight.app.workspace.CameraMode;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.ViewCommand;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.inspector.fact.Fact;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.AgentNames;
import java.util.List;
import java.util.function.Supplier;
import javafx.scene.Node;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.input.ContextMenuEvent;

/// Offers facts to save, by a right click on whatever shows their subject. FX thread.
final class FactMenu {
  private final Document document;
  private final WindowContext window;
  private final ContextMenu menu = new ContextMenu();

  private FactMenu(Document document, WindowContext window) {
    this.document = document;
    this.window = window;
    menu.setId("facts.menu");
  }

  /// Offers facts about the selected agent and the cursor's tick when the user right-clicks a pane.
  ///
  /// @param first menu items that come before them
  static void attach(
      Node pane, Document document, WindowContext window, Supplier<List<MenuItem>> first) {
    FactMenu facts = new FactMenu(document, window);
    pane.addEventHandler(
        ContextMenuEvent.CONTEXT_MENU_REQUESTED,
        event -> {
          facts.offer(first.get());
          facts.menu.show(pane, event.getScreenX(), event.getScreenY());
          event.consume();
        });
  }

  private void offer(List<MenuItem> first) {
    MenuItem title = new MenuItem(wording("FactMenu.save_as_a_fact"));
    title.setDisable(true);
    menu.getItems().setAll(first);
    menu.getItems().addAll(aboutTheAgent());
    menu.getItems().addAll(title, new SeparatorMenuItem());
    FactSuggestions.about(document).stream().map(this::item).forEach(menu.getItems()::add);
  }

  /// A right click selects the agent under it first.
  private List<MenuItem> aboutTheAgent() {
    int agent = document.view().state().selected();
    if (agent == Moment.NO_AGENT) {
      return List.of();
    }
    String name = AgentNames.of(document.rollout()).titled(agent);
    return List.of(
        view(wording("FactMenu.follow", name), new ViewCommand.Follow(agent)),
        view(wording("FactMenu.what_sees", name), new ViewCommand.SetCameraMode(CameraMode.EYES)),
        view("Deselect", new ViewCommand.Select(Moment.NO_AGENT)),
        new SeparatorMenuItem());
  }

  private MenuItem view(String words, ViewCommand command) {
    MenuItem item = new MenuItem(words);
    item.setMnemonicParsing(false);
    item.setOnAction(_ -> document.view().send(command));
    return item;
  }

  private MenuItem item(Fact fact) {
    MenuItem item = new MenuItem(fact.name());
    item.setMnemonicParsing(false);
    item.setOnAction(_ -> {
      window.facts(document).keep(fact);
      window.raiseNotice(
          new Notice.Success(
              wording("FactMenu.saved", fact.name()),
              wording("FactMenu.the_facts_panel_checks_it_here")));
    });
    return item;
  }
}
