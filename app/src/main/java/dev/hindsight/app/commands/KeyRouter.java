package dev.hindsight.app.commands;

import dev.hindsight.app.fx.KeepsKeys;
import java.util.Set;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.ChoiceBox;
import javafx.scene.control.ComboBoxBase;
import javafx.scene.control.Slider;
import javafx.scene.control.Spinner;
import javafx.scene.control.TableView;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import org.jspecify.annotations.Nullable;

/// Passes keys to commands even if a focused control would consume them: arrow keys in a table,
/// letters in a choice. A control keeps the keys it really needs: a text field its typing, a button
/// the space bar.
///
/// While a dialog is open, it receives all keys, and Escape closes it. In a text field, Escape
/// returns the keyboard focus to the window. Elsewhere Escape is a command like others.
///
/// Menus register the same keys as accelerators; whichever comes first consumes the event.
public final class KeyRouter {
  private static final Set<KeyCode> UP_AND_DOWN =
      Set.of(
          KeyCode.UP, KeyCode.DOWN, KeyCode.PAGE_UP, KeyCode.PAGE_DOWN, KeyCode.HOME, KeyCode.END);

  /// A closed choice box uses these to step through its items; F4 opens it.
  private static final Set<KeyCode> CHOOSING = Set.of(KeyCode.UP, KeyCode.DOWN);

  private static final Set<KeyCode> ARROWS =
      Set.of(KeyCode.LEFT, KeyCode.RIGHT, KeyCode.UP, KeyCode.DOWN, KeyCode.HOME, KeyCode.END);

  /// Dialogs of the window.
  public interface Dialogs {
    /// Whether one is open.
    boolean shown();

    /// Closes it, as its Cancel button does.
    void leave();
  }

  private final Scene scene;
  private final CommandSet commands;
  private final Dialogs dialogs;

  private KeyRouter(Scene scene, CommandSet commands, Dialogs dialogs) {
    this.scene = scene;
    this.commands = commands;
    this.dialogs = dialogs;
  }

  /// Routes the keys of a window.
  public static void install(Scene scene, CommandSet commands, Dialogs dialogs) {
    KeyRouter router = new KeyRouter(scene, commands, dialogs);
    scene.addEventFilter(KeyEvent.KEY_PRESSED, router::beforeControls);
    scene.addEventFilter(KeyEvent.KEY_RELEASED, commands::released);
    scene.getRoot().addEventHandler(KeyEvent.KEY_PRESSED, router::afterControls);
  }

  private void beforeControls(KeyEvent event) {
    boolean escape = event.getCode() == KeyCode.ESCAPE;
    if (dialogs.shown()) {
      if (escape) {
        dialogs.leave();
        event.consume();
      }
    } else if (!keeps(scene.getFocusOwner(), event) && commands.run(event)) {
      event.consume();
    }
  }

  /// Handles keys that no control used: a letter typed into a text field must not trigger a menu's
  /// accelerator, nor must any key while a dialog is open.
  private void afterControls(KeyEvent event) {
    boolean escape = event.getCode() == KeyCode.ESCAPE;
    if (dialogs.shown()) {
      if (commands.knows(event)) {
        event.consume();
      }
    } else if (escape && scene.getFocusOwner() instanceof TextInputControl) {
      scene.getRoot().requestFocus();
      event.consume();
    } else if (keeps(scene.getFocusOwner(), event)) {
      event.consume();
    }
  }

  private static boolean keeps(@Nullable Node focused, KeyEvent event) {
    boolean plain =
        !event.isControlDown()
            && !event.isMetaDown()
            && !event.isAltDown()
            && !event.getCode().isFunctionKey();
    return switch (focused) {
      case null -> false;
      case TextInputControl _, Spinner<?> _ -> typing(plain, event);
      case ComboBoxBase<?> box when box.isEditable() -> typing(plain, event);
      case ComboBoxBase<?> box -> plain && (box.isShowing() || CHOOSING.contains(event.getCode()));
      case ChoiceBox<?> box -> plain && (box.isShowing() || CHOOSING.contains(event.getCode()));
      case Slider _ -> plain && ARROWS.contains(event.getCode());
      case TableView<?> _ -> plain && UP_AND_DOWN.contains(event.getCode());
      case KeepsKeys control -> control.keeps(event);
      case ButtonBase _ -> plain && event.getCode() == KeyCode.SPACE;
      default -> false;
    };
  }

  /// Whether the focused control needs the key; Enter presses the default button of a form.
  private static boolean typing(boolean plain, KeyEvent event) {
    return plain && event.getCode() != KeyCode.ENTER;
  }
}
