package dev.hindsight.app.window;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.commands.CommandControls;
import dev.hindsight.app.commands.CommandSet;
import javafx.geometry.Orientation;
import javafx.geometry.Pos;
import javafx.scene.control.MenuBar;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;

/// Menus and buttons. They share one row, because the scene needs the height, unless large text
/// leaves no room for both. FX thread.
final class TopBar extends Region {
  private final MenuBar menus;
  private final HBox tools;

  TopBar(CommandSet commands) {
    menus = CommandControls.menuBar(commands);
    Region space = new Region();
    HBox.setHgrow(space, Priority.ALWAYS);
    tools =
        new HBox(
            CommandControls.wordButton(commands, "file.open", wording("TopBar.open")),
            CommandControls.wordButton(commands, "file.record", wording("TopBar.record")),
            CommandControls.wordButton(commands, "file.film", wording("TopBar.film")),
            space,
            CommandControls.iconButton(commands, "view.history"),
            CommandControls.iconButton(commands, "help.palette"),
            CommandControls.iconButton(commands, "view.theme"),
            CommandControls.iconButton(commands, "help.shortcuts"));
    tools.setAlignment(Pos.CENTER_LEFT);
    tools.getStyleClass().add("hs-tools");
    getStyleClass().add("hs-bar");
    getChildren().addAll(menus, tools);
  }

  @Override
  public Orientation getContentBias() {
    return Orientation.HORIZONTAL;
  }

  @Override
  protected double computeMinWidth(double height) {
    return 0;
  }

  @Override
  protected double computePrefWidth(double height) {
    return across() + menus.prefWidth(-1) + tools.prefWidth(-1);
  }

  @Override
  protected double computePrefHeight(double width) {
    double menu = menus.prefHeight(-1);
    double tool = tools.prefHeight(-1);
    return down() + (shared(width) ? Math.max(menu, tool) : menu + tool);
  }

  private boolean shared(double width) {
    return width < 0 || menus.prefWidth(-1) + tools.prefWidth(-1) <= width - across();
  }

  private double across() {
    return snappedLeftInset() + snappedRightInset();
  }

  private double down() {
    return snappedTopInset() + snappedBottomInset();
  }

  @Override
  protected void layoutChildren() {
    double left = snappedLeftInset();
    double top = snappedTopInset();
    double width = getWidth() - across();
    double height = getHeight() - down();
    if (shared(getWidth())) {
      double menu = snapSizeX(menus.prefWidth(-1));
      menus.resizeRelocate(left, top, menu, height);
      tools.resizeRelocate(left + menu, top, width - menu, height);
    } else {
      double menu = snapSizeY(menus.prefHeight(-1));
      menus.resizeRelocate(left, top, width, menu);
      tools.resizeRelocate(left, top + menu, width, height - menu);
    }
  }
}
