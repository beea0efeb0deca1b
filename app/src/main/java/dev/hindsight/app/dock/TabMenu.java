package dev.hindsight.app.dock;

import static dev.hindsight.app.text.AppText.wording;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import javafx.scene.Node;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;

/// The context menu of a tab. FX thread.
///
/// @param shown the layout
/// @param maximised the maximised pane
/// @param commands receives changes of the layout
/// @param maximising receives the pane to maximise, or none
/// @param contents gives the content of open panes
record TabMenu(
    Supplier<Optional<LayoutNode>> shown,
    Supplier<Optional<PaneId>> maximised,
    Consumer<LayoutCommand> commands,
    Consumer<Optional<PaneId>> maximising,
    Function<PaneId, Optional<DockContent>> contents) {
  /// Maximises a pane, or restores it.
  void turnOver(PaneId pane) {
    boolean large = maximised.get().isPresent();
    maximising.accept(large ? Optional.empty() : Optional.of(pane));
  }

  /// Shows the menu of a pane beside its tab.
  void show(PaneId pane, Node tab, double x, double y) {
    ContextMenu menu = new ContextMenu();
    menu.setId("tab.menu");
    List<PaneId> others =
        shown.get().map(node -> LayoutTreeEdits.behind(node, pane)).orElse(List.of());
    menu.getItems()
        .setAll(
            item(
                "maximise",
                maximised.get().isPresent() ? "Restore" : "Maximise",
                () -> turnOver(pane)),
            new SeparatorMenuItem(),
            move(wording("TabMenu.move_to_the_left"), pane, DockEdge.LEFT),
            move(wording("TabMenu.move_to_the_right"), pane, DockEdge.RIGHT),
            move(wording("TabMenu.move_to_the_top"), pane, DockEdge.TOP),
            move(wording("TabMenu.move_to_the_bottom"), pane, DockEdge.BOTTOM),
            new SeparatorMenuItem(),
            item("close", "Close", () -> commands.accept(new LayoutCommand.Close(pane))),
            disabled(
                item("others", wording("TabMenu.close_the_tabs_beside_it"), () -> close(others)),
                others.isEmpty()));
    contents
        .apply(pane)
        .map(DockContent::help)
        .filter(help -> !help.isEmpty())
        .ifPresent(help ->
            menu.getItems()
                .addAll(new SeparatorMenuItem(), disabled(item("help", help, () -> {}), true)));
    menu.show(tab, x, y);
  }

  /// Closes all at once, so that a single Undo restores them.
  private void close(List<PaneId> panes) {
    shown
        .get()
        .ifPresent(node -> {
          Optional<LayoutNode> left = Optional.of(node);
          for (PaneId pane : panes) {
            left = left.flatMap(kept -> LayoutTreeEdits.without(kept, pane));
          }
          commands.accept(new LayoutCommand.Arrange(left));
        });
  }

  private MenuItem move(String words, PaneId pane, DockEdge edge) {
    return item(
        "move." + edge.name().toLowerCase(java.util.Locale.ROOT),
        words,
        () -> commands.accept(new LayoutCommand.Move(pane, edge)));
  }

  private static MenuItem item(String id, String words, Runnable run) {
    MenuItem item = new MenuItem(words);
    item.setId("tab.menu." + id);
    item.setMnemonicParsing(false);
    item.setOnAction(_ -> run.run());
    return item;
  }

  private static MenuItem disabled(MenuItem item, boolean off) {
    item.setDisable(off);
    return item;
  }
}
