package dev.hindsight.app.dock;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.fx.PaneTools;
import java.util.function.Function;
import javafx.scene.control.Button;
import javafx.scene.input.ContextMenuEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import software.coley.bentofx.Bento;
import software.coley.bentofx.control.Header;
import software.coley.bentofx.control.HeaderPane;
import software.coley.bentofx.dockable.Dockable;
import software.coley.bentofx.util.BentoUtils;

/// BentoFX with names for screen readers. FX thread.
final class DockBento extends Bento {
  /// @param tools gives the controls of a pane
  /// @param menu the context menu of tabs
  DockBento(Function<Dockable, PaneTools> tools, TabMenu menu) {
    controlsBuilding().setHeaderFactory((dockable, pane) -> header(dockable, pane, menu));
    controlsBuilding().setHeaderPaneFactory(leaf -> TabsAndTools.frame(leaf, tools));
  }

  private static Header header(Dockable dockable, HeaderPane pane, TabMenu menu) {
    Header header = new Header(dockable, pane).withDragDrop();
    PaneId id = PaneId.parse(dockable.getIdentifier());
    header.addEventHandler(
        MouseEvent.MOUSE_CLICKED,
        click -> {
          if (click.getButton() == MouseButton.PRIMARY && click.getClickCount() == 2) {
            menu.turnOver(id);
            click.consume();
          }
        });
    header.addEventHandler(
        ContextMenuEvent.CONTEXT_MENU_REQUESTED,
        asked -> {
          menu.show(id, header, asked.getScreenX(), asked.getScreenY());
          asked.consume();
        });
    header.setId("dock." + dockable.getIdentifier());
    header.setAccessibleText(dockable.getTitle());
    for (Button close : BentoUtils.getCastChildren(header, Button.class)) {
      close.setId("dock.close." + dockable.getIdentifier());
      close.setAccessibleText(wording("DockBento.close", dockable.getTitle()));
    }
    return header;
  }
}
