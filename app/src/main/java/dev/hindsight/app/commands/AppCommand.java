package dev.hindsight.app.commands;

import java.util.Optional;
import java.util.function.BooleanSupplier;
import javafx.scene.input.KeyCombination;
import org.kordamp.ikonli.Ikon;

/// Something the user can tell the window to do.
///
/// @param id unique, for buttons and tests: `playback.toggle`
/// @param title the words in menus and tooltips
/// @param icon the picture on buttons
/// @param keys the shortcut
/// @param needs what must be open
/// @param on whether it is switched on, for those that are switches
/// @param run does it; called on the FX thread, only when what it needs is there
public record AppCommand(
    String id,
    String title,
    Ikon icon,
    Optional<KeyCombination> keys,
    Needs needs,
    Optional<BooleanSupplier> on,
    Runnable run) {
  /// What must be open for a command to make sense.
  public enum Needs {
    /// Nothing.
    NOTHING,
    /// A recording must be shown.
    A_RECORDING
  }

  /// A command that works at any time.
  ///
  /// @param keys as in [KeyCombination#valueOf], or empty for none
  public static AppCommand always(String id, String title, Ikon icon, String keys, Runnable run) {
    return new AppCommand(id, title, icon, parse(keys), Needs.NOTHING, Optional.empty(), run);
  }

  /// A command about the recording that is shown.
  ///
  /// @param keys as in [KeyCombination#valueOf], or empty for none
  public static AppCommand recording(
      String id, String title, Ikon icon, String keys, Runnable run) {
    return new AppCommand(id, title, icon, parse(keys), Needs.A_RECORDING, Optional.empty(), run);
  }

  /// The same command, as a switch.
  public AppCommand switching(BooleanSupplier isOn) {
    return new AppCommand(id, title, icon, keys, needs, Optional.of(isOn), run);
  }

  /// The shortcut in words, or an empty text.
  public String shortcut() {
    return keys.map(KeyCombination::getDisplayText).orElse("");
  }

  /// Title and shortcut, for tooltips.
  public String tip() {
    return keys.isEmpty() ? title : title + " (" + shortcut() + ")";
  }

  private static Optional<KeyCombination> parse(String keys) {
    return keys.isEmpty() ? Optional.empty() : Optional.of(KeyCombination.valueOf(keys));
  }
}
