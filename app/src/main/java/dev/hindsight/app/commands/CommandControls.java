package dev.hindsight.app.commands;

import dev.hindsight.app.fx.FxThread;
import dev.hindsight.app.fx.Tooltips;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import javafx.scene.control.Button;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.CheckMenuItem;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuBar;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.Region;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.javafx.FontIcon;

/// Makes controls from commands, so that a menu, a button and a tooltip agree.
public final class CommandControls {
  private static final String BUTTON = "button.";

  private CommandControls() {}

  /// The menu bar.
  public static MenuBar menuBar(CommandSet commands) {
    MenuBar bar = new MenuBar();
    commands.groups().forEach(group -> bar.getMenus().add(menu(commands, group)));
    return bar;
  }

  private static Menu menu(CommandSet commands, CommandGroup group) {
    Menu menu = new Menu(group.title());
    menu.addEventHandler(Menu.ON_SHOWING, _ -> commands.refresh());
    boolean beforeWasSubmenu = false;
    for (CommandGroup.Section section : group.sections()) {
      boolean submenu = !section.submenu().isEmpty();
      if (!menu.getItems().isEmpty() && !(submenu && beforeWasSubmenu)) {
        menu.getItems().add(new SeparatorMenuItem());
      }
      beforeWasSubmenu = submenu;
      if (submenu) {
        menu.getItems().add(submenu(commands, section));
      } else {
        section.commands().forEach(command -> menu.getItems().add(item(commands, menu, command)));
      }
    }
    return menu;
  }

  private static Menu submenu(CommandSet commands, CommandGroup.Section section) {
    Menu menu = new Menu(section.submenu());
    List<MenuItem> own =
        section.commands().stream().map(each -> item(commands, menu, each)).toList();
    menu.getItems().setAll(own);
    menu.addEventHandler(
        Menu.ON_SHOWING,
        event -> {
          if (menu.equals(event.getTarget())) {
            List<MenuItem> items =
                new ArrayList<>(
                    section.passing().get().stream().map(CommandControls::passing).toList());
            if (!items.isEmpty() && !own.isEmpty()) {
              items.add(new SeparatorMenuItem());
            }
            items.addAll(own);
            menu.getItems().setAll(items);
          }
        });
    return menu;
  }

  /// A menu item for a temporary command.
  private static MenuItem passing(AppCommand command) {
    Optional<String> why = command.obstacle().get();
    MenuItem item =
        new MenuItem(why.map(words -> command.title() + "  –  " + words).orElse(command.title()));
    item.setMnemonicParsing(false);
    item.setId("menu." + command.id());
    item.setDisable(why.isPresent());
    item.setOnAction(_ -> command.run().run());
    return item;
  }

  private static MenuItem item(CommandSet commands, Menu menu, AppCommand command) {
    MenuItem item =
        command.on().isPresent()
            ? new CheckMenuItem(command.title())
            : new MenuItem(command.title());
    item.setId("menu." + command.id());
    command.keys().ifPresent(item::setAccelerator);
    item.disableProperty().bind(commands.unavailable(command));
    item.setOnAction(_ -> commands.run(command));
    menu.addEventHandler(Menu.ON_SHOWING, _ -> refresh(commands, command, item));
    if (!command.help().isEmpty()) {
      // A submenu gets its nodes a little later.
      menu.addEventHandler(
          Menu.ON_SHOWN, _ -> FxThread.later(() -> Tooltips.on(item, command.help())));
    }
    return item;
  }

  /// Creates icons when a menu is first opened: there are a hundred of them.
  private static void refresh(CommandSet commands, AppCommand command, MenuItem item) {
    item.setText(words(commands, command));
    if (item instanceof CheckMenuItem check) {
      check.setSelected(isOn(commands, command));
    } else if (item.getGraphic() == null) {
      item.setGraphic(new FontIcon(command.icon()));
    }
  }

  /// A single menu item, for a menu outside the menu bar.
  public static MenuItem menuItem(CommandSet commands, String id) {
    AppCommand command = commands.named(id);
    MenuItem item = new MenuItem(command.title(), new FontIcon(command.icon()));
    item.setId("menu." + command.id());
    command.keys().ifPresent(item::setAccelerator);
    item.setOnAction(_ -> commands.run(command));
    return item;
  }

  /// A button with only the command's icon.
  ///
  /// @throws IllegalArgumentException of a switch, whose button must show whether it is on: that is
  ///   a [#toggle]
  public static Button iconButton(CommandSet commands, String id) {
    AppCommand command = commands.named(id);
    if (command.on().isPresent()) {
      throw new IllegalArgumentException(id + " is a switch");
    }
    Button button = new Button();
    button.setGraphic(new FontIcon(command.icon()));
    button.getStyleClass().addAll("button-icon", "flat");
    return bind(commands, command, button);
  }

  /// Updates the buttons of switches.
  public static void showSwitches(CommandSet commands, List<ToggleButton> buttons) {
    for (ToggleButton button : buttons) {
      String id = button.getId().substring(BUTTON.length());
      button.setSelected(isOn(commands, commands.named(id)));
    }
  }

  /// A button with the command's icon and a text.
  public static Button wordButton(CommandSet commands, String id, String words) {
    AppCommand command = commands.named(id);
    Button button = new Button(words);
    button.setGraphic(new FontIcon(command.icon()));
    button.setMinWidth(Region.USE_PREF_SIZE);
    return bind(commands, command, button);
  }

  /// A button that stays pressed while its switch is on; the caller updates it.
  public static ToggleButton toggle(CommandSet commands, String id) {
    AppCommand command = commands.named(id);
    ToggleButton button = new ToggleButton();
    button.setGraphic(new FontIcon(command.icon()));
    bind(commands, command, button);
    // A press toggles the button by itself, whether or not the command had any effect.
    button.setOnAction(_ -> {
      commands.run(command);
      button.setSelected(isOn(commands, command));
    });
    return button;
  }

  /// A button that opens a small menu of switches, without those that are unavailable now.
  public static MenuButton switches(
      CommandSet commands, String words, Ikon icon, List<String> ids) {
    MenuButton button = new MenuButton(words, new FontIcon(icon));
    for (String id : ids) {
      AppCommand command = commands.named(id);
      CheckMenuItem item = new CheckMenuItem(command.title());
      item.setId("switch." + id);
      item.setOnAction(_ -> commands.run(command));
      button.addEventHandler(MenuButton.ON_SHOWING, _ -> item.setSelected(isOn(commands, command)));
      button.addEventHandler(
          MenuButton.ON_SHOWING, _ -> item.setVisible(commands.obstacle(command).isEmpty()));
      button.getItems().add(item);
    }
    return button;
  }

  private static <B extends ButtonBase> B bind(CommandSet commands, AppCommand command, B button) {
    button.setId(BUTTON + command.id());
    Tooltips.on(button, command.tip());
    button.setAccessibleText(command.title());
    button.disableProperty().bind(commands.unavailable(command));
    button.setOnAction(_ -> commands.run(command));
    return button;
  }

  /// The title, with the reason why the command is unavailable; leaves out that a recording must be
  /// open, so that it does not appear on every line.
  private static String words(CommandSet commands, AppCommand command) {
    return commands
        .obstacle(command)
        .filter(why -> command.obstacle().get().filter(why::equals).isPresent())
        .map(why -> command.now().get() + "  –  " + why)
        .orElseGet(command.now());
  }

  private static boolean isOn(CommandSet commands, AppCommand command) {
    return commands.obstacle(command).isEmpty()
        && command.on().map(BooleanSupplier::getAsBoolean).orElse(false);
  }
}
