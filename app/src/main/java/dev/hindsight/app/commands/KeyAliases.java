package dev.hindsight.app.commands;

import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;

/// Keys that people take for the same: the plus of a keyboard that has it with Shift, and the keys
/// of the number pad.
final class KeyAliases {
  private KeyAliases() {}

  /// The event as the shortcut of a command names it; the same event where it has no other name.
  static KeyEvent plain(KeyEvent event) {
    boolean shiftedPlus = event.getCode() == KeyCode.EQUALS && event.isShiftDown();
    return switch (event.getCode()) {
      case PLUS, ADD -> with(event, KeyCode.EQUALS);
      case SUBTRACT -> with(event, KeyCode.MINUS);
      case NUMPAD0 -> with(event, KeyCode.DIGIT0);
      default -> shiftedPlus && event.isShortcutDown() ? with(event, KeyCode.EQUALS) : event;
    };
  }

  private static KeyEvent with(KeyEvent event, KeyCode code) {
    return new KeyEvent(
        event.getEventType(),
        event.getCharacter(),
        event.getText(),
        code,
        false,
        event.isControlDown(),
        event.isAltDown(),
        event.isMetaDown());
  }
}
