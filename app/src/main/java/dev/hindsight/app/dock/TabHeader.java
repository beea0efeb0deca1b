package dev.hindsight.app.dock;

import dev.hindsight.app.fx.KeepsKeys;
import java.util.List;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import software.coley.bentofx.control.Header;
import software.coley.bentofx.control.HeaderPane;
import software.coley.bentofx.dockable.Dockable;
import software.coley.bentofx.layout.container.DockContainerLeaf;

/// The tab of a pane. The Tab key reaches it only while its pane is in front, and Left and Right
/// lead from there to the others, as in every row of tabs. Bento brings a pane to the front when
/// its tab gets the focus, so if the Tab key reached all of them, it would rearrange what it
/// passes. FX thread.
final class TabHeader extends Header implements KeepsKeys {
  private final DockContainerLeaf row;

  /// Whether Left or Right brought the focus here.
  private boolean reached;

  TabHeader(Dockable dockable, HeaderPane pane) {
    super(dockable, pane);
    row = pane.getContainer();
    setFocusTraversable(false);
    focusedProperty().subscribe(focused -> reached &= focused);
    addEventFilter(KeyEvent.KEY_PRESSED, this::step);
  }

  @Override
  public void setSelected(boolean selected) {
    super.setSelected(selected);
    setFocusTraversable(selected);
  }

  /// Keeps Left and Right if the keyboard led here: after a click on a tab they step through time.
  @Override
  public boolean keeps(KeyEvent event) {
    return (reached || isFocusVisible())
        && (event.getCode() == KeyCode.LEFT || event.getCode() == KeyCode.RIGHT)
        && !event.isControlDown()
        && !event.isMetaDown()
        && !event.isAltDown()
        && !event.isShiftDown();
  }

  private void step(KeyEvent event) {
    if (isFocused() && keeps(event)) {
      List<Dockable> tabs = row.getDockables();
      int step = event.getCode() == KeyCode.RIGHT ? 1 : -1;
      Dockable next = tabs.get(Math.floorMod(tabs.indexOf(getDockable()) + step, tabs.size()));
      row.selectDockable(next);
      if (row.getHeader(next) instanceof TabHeader tab) {
        tab.requestFocus();
        tab.reached = true;
      }
      event.consume();
    }
  }
}
