package dev.hindsight.app.commands;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyCombination;
import org.kordamp.ikonli.Ikon;

/// A command of the window.
///
/// @param id unique, for buttons and tests: `playback.toggle`
/// @param title its name in menus and tooltips
/// @param icon the icon on buttons
/// @param help the question it answers or its purpose, in one sentence; empty if the title says it
///   all
/// @param synonyms other words that users may search for, lower case; used only by the search
/// @param keys the shortcut
/// @param needs what must be open
/// @param obstacle why it is unavailable now although what it needs is open, as a sentence
/// @param on whether it is on, for switches
/// @param now its current title, such as what Undo would undo; for most commands always the same
/// @param run runs it; called on the FX thread, only while it is available
public record AppCommand(
    String id,
    String title,
    Ikon icon,
    String help,
    List<String> synonyms,
    Optional<KeyCombination> keys,
    Needs needs,
    Supplier<Optional<String>> obstacle,
    Optional<BooleanSupplier> on,
    Supplier<String> now,
    Runnable run) {
  /// Copies the list.
  public AppCommand {
    synonyms = List.copyOf(synonyms);
  }

  /// What must be open for a command to be available.
  public enum Needs {
    /// Nothing.
    NOTHING,
    /// A recording must be open in front.
    A_RECORDING
  }

  /// A command that is always available.
  ///
  /// @param keys modifiers `Shortcut`, `Shift`, `Alt` and the name of a [KeyCode], joined by `+`;
  ///   empty for none
  public static AppCommand always(String id, String title, Ikon icon, String keys, Runnable run) {
    return new AppCommand(
        id,
        title,
        icon,
        "",
        List.of(),
        parse(keys),
        Needs.NOTHING,
        Optional::empty,
        Optional.empty(),
        () -> title,
        run);
  }

  /// A command about the recording in front.
  ///
  /// @param keys modifiers `Shortcut`, `Shift`, `Alt` and the name of a [KeyCode], joined by `+`;
  ///   empty for none
  public static AppCommand recording(
      String id, String title, Ikon icon, String keys, Runnable run) {
    return new AppCommand(
        id,
        title,
        icon,
        "",
        List.of(),
        parse(keys),
        Needs.A_RECORDING,
        Optional::empty,
        Optional.empty(),
        () -> title,
        run);
  }

  /// The same command, as a switch.
  public AppCommand switching(BooleanSupplier isOn) {
    return new AppCommand(
        id, title, icon, help, synonyms, keys, needs, obstacle, Optional.of(isOn), now, run);
  }

  /// The same command, which may be unavailable although what it needs is open.
  ///
  /// @param why the current reason, as a sentence; called only while what it needs is open
  public AppCommand unless(Supplier<Optional<String>> why) {
    return new AppCommand(id, title, icon, help, synonyms, keys, needs, why, on, now, run);
  }

  /// The same command, also found by other search words.
  public AppCommand alsoCalled(String... others) {
    return alsoCalled(List.of(others));
  }

  /// As [#alsoCalled(String...)].
  public AppCommand alsoCalled(List<String> others) {
    return new AppCommand(id, title, icon, help, others, keys, needs, obstacle, on, now, run);
  }

  /// The same command, with a sentence that explains it.
  public AppCommand explained(String sentence) {
    return new AppCommand(id, title, icon, sentence, synonyms, keys, needs, obstacle, on, now, run);
  }

  /// The same command, with a title in menus and the palette that says what it would do now.
  public AppCommand named(Supplier<String> title) {
    return new AppCommand(
        id, this.title, icon, help, synonyms, keys, needs, obstacle, on, title, run);
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
    if (keys.isEmpty()) {
      return Optional.empty();
    }
    String[] parts = keys.split("\\+");
    String last = parts[parts.length - 1];
    KeyCombination.Modifier[] modifiers =
        Stream.of(parts)
            .limit(parts.length - 1L)
            .map(AppCommand::modifier)
            .toArray(KeyCombination.Modifier[]::new);
    return Optional.of(new KeyCodeCombination(key(last), modifiers));
  }

  /// [KeyCombination#valueOf] would silently take `Digit1` for a character that cannot be typed.
  private static KeyCode key(String name) {
    KeyCode named = KeyCode.getKeyCode(name);
    return named == null ? KeyCode.valueOf(name.toUpperCase(Locale.ROOT)) : named;
  }

  private static KeyCombination.Modifier modifier(String name) {
    return switch (name) {
      case "Shortcut" -> KeyCombination.SHORTCUT_DOWN;
      case "Shift" -> KeyCombination.SHIFT_DOWN;
      case "Alt" -> KeyCombination.ALT_DOWN;
      default -> throw new IllegalArgumentException("unknown modifier: " + name);
    };
  }
}
