package dev.hindsight.app.commands;

import java.util.Set;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.ComboBoxBase;
import javafx.scene.control.Slider;
import javafx.scene.control.Spinner;
import javafx.scene.control.TableView;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import org.jspecify.annotations.Nullable;

/// Brings keys to commands even where a focused control would swallow them: a table the arrows, a
/// button the space bar. What a control truly needs it keeps.
///
/// Menus register the same keys as accelerators; whichever comes first consumes the event.
public final class KeyRouter {
  private static final Set<KeyCode> UP_AND_DOWN =
      Set.of(
          KeyCode.UP, KeyCode.DOWN, KeyCode.PAGE_UP, KeyCode.PAGE_DOWN, KeyCode.HOME, KeyCode.END);
  private static final Set<KeyCode> ARROWS =
      Set.of(KeyCode.LEFT, KeyCode.RIGHT, KeyCode.UP, KeyCode.DOWN, KeyCode.HOME, KeyCode.END);

  /// What ends a dialog from any of its fields.
  private static final Set<KeyCode> LEAVING = Set.of(KeyCode.ESCAPE, KeyCode.ENTER);

  private final Scene scene;
  private final CommandSet commands;

  private KeyRouter(Scene scene, CommandSet commands) {
    this.scene = scene;
    this.commands = commands;
  }

  /// Routes the keys of a window.
  public static void install(Scene scene, CommandSet commands) {
    KeyRouter router = new KeyRouter(scene, commands);
    scene.addEventFilter(KeyEvent.KEY_PRESSED, router::beforeControls);
    scene.addEventFilter(KeyEvent.KEY_RELEASED, commands::released);
    scene.getRoot().addEventHandler(KeyEvent.KEY_PRESSED, router::afterControls);
  }

  private void beforeControls(KeyEvent event) {
    if (!keeps(scene.getFocusOwner(), event) && commands.run(event)) {
      event.consume();
    }
  }

  /// A letter typed into a field must not become a menu's accelerator on its way up.
  private void afterControls(KeyEvent event) {
    if (keeps(scene.getFocusOwner(), event)) {
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
      case TextInputControl _, ComboBoxBase<?> _, Spinner<?> _ ->
          plain && !LEAVING.contains(event.getCode());
      case Slider _ -> plain && ARROWS.contains(event.getCode());
      case TableView<?> _ -> plain && UP_AND_DOWN.contains(event.getCode());
      case ButtonBase _ -> plain && event.getCode() == KeyCode.SPACE;
      default -> false;
    };
  }
}
