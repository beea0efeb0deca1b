package dev.hindsight.app.dock;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.fx.PaneTools;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.input.ContextMenuEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.Region;
import software.coley.bentofx.Bento;
import software.coley.bentofx.control.Header;
import software.coley.bentofx.control.HeaderPane;
import software.coley.bentofx.control.Headers;
import software.coley.bentofx.dockable.Dockable;
import software.coley.bentofx.layout.container.DockContainerLeaf;
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
    Header header = new TabHeader(dockable, pane).withDragDrop();
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

  /// The header of stacked panes: their tabs and, beside them, the controls of the front pane. FX
  /// thread.
  private static final class TabsAndTools extends Region {
    private final Region tabs;
    private final Headers headers;
    private Optional<PaneTools> tools = Optional.empty();

    private TabsAndTools(Region tabs, Headers headers) {
      this.tabs = tabs;
      this.headers = headers;
      getStyleClass().add("hs-tabs-and-tools");
      getChildren().add(tabs);
    }

    /// The frame of a dock, with room for controls beside its tabs.
    ///
    /// @param tools gives the controls of a pane
    static HeaderPane frame(DockContainerLeaf leaf, Function<Dockable, PaneTools> tools) {
      HeaderPane frame = new HeaderPane(leaf);
      // Tabs are always on top, so Bento creates their row once.
      TabsAndTools row =
          new TabsAndTools(
              (Region) Objects.requireNonNull(frame.getTop(), "a frame has tabs"),
              Objects.requireNonNull(frame.getHeaders(), "a frame has tabs"));
      frame.setTop(row);
      leaf.selectedDockableProperty()
          .addListener((_, _, front) -> row.show(Optional.ofNullable(front).map(tools)));
      return frame;
    }

    private void show(Optional<PaneTools> front) {
      if (!front.equals(tools)) {
        tools.ifPresent(before -> getChildren().remove(before));
        tools = front;
        tools.ifPresent(now -> getChildren().addFirst(now));
      }
    }

    @Override
    public Orientation getContentBias() {
      return Orientation.HORIZONTAL;
    }

    /// The width of all tabs, including those that did not fit last time.
    private double tabsWidth() {
      double width = 0;
      for (Node header : headers.getChildren()) {
        width += snapSizeX(header.prefWidth(-1));
      }
      return width;
    }

    @Override
    protected double computeMinWidth(double height) {
      return 0;
    }

    @Override
    protected double computeMinHeight(double width) {
      return tabs.minHeight(-1);
    }

    @Override
    protected double computePrefWidth(double height) {
      return tabsWidth();
    }

    @Override
    protected double computePrefHeight(double width) {
      double high = tabsHeight();
      return tools
          .map(shown -> {
            shown.leave(tabsWidth(), high);
            return shown.prefHeight(width);
          })
          .orElse(high);
    }

    private double tabsHeight() {
      return snapSizeY(tabs.prefHeight(-1));
    }

    @Override
    protected void layoutChildren() {
      double width = getWidth();
      double own = tabsWidth();
      double high = tabsHeight();
      tools.ifPresentOrElse(
          shown -> {
            shown.leave(own, high);
            shown.resizeRelocate(0, 0, width, getHeight());
            tabs.resizeRelocate(0, 0, shown.beside(width) ? own : width, shown.firstRow(width));
          },
          () -> tabs.resizeRelocate(0, 0, width, high));
    }
  }
}
