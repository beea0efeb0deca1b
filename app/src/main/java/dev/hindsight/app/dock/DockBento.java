package dev.hindsight.app.dock;

import dev.hindsight.app.fx.PaneTools;
import java.util.function.Function;
import javafx.scene.control.Button;
import software.coley.bentofx.Bento;
import software.coley.bentofx.control.Header;
import software.coley.bentofx.control.HeaderPane;
import software.coley.bentofx.dockable.Dockable;
import software.coley.bentofx.util.BentoUtils;

/// BentoFX with names for those who listen instead of look. FX thread.
final class DockBento extends Bento {
  /// @param tools the controls of a pane
  DockBento(Function<Dockable, PaneTools> tools) {
    controlsBuilding().setHeaderFactory(DockBento::header);
    controlsBuilding().setHeaderPaneFactory(leaf -> TabsAndTools.frame(leaf, tools));
  }

  private static Header header(Dockable dockable, HeaderPane pane) {
    Header header = new Header(dockable, pane).withDragDrop();
    header.setId("dock." + dockable.getIdentifier());
    header.setAccessibleText(dockable.getTitle());
    for (Button close : BentoUtils.getCastChildren(header, Button.class)) {
      close.setId("dock.close." + dockable.getIdentifier());
      close.setAccessibleText("Close " + dockable.getTitle());
    }
    return header;
  }
}
