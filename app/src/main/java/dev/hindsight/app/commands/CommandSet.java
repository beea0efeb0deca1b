package dev.hindsight.app.commands;

import static dev.hindsight.app.text.AppText.wording;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javafx.beans.binding.Bindings;
import javafx.beans.property.IntegerProperty;
import javafx.beans.property.SimpleIntegerProperty;
import javafx.beans.value.ObservableBooleanValue;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;

/// All commands of the window. FX thread.
public final class CommandSet {
  private final List<CommandGroup> groups;
  private final IntegerProperty revision = new SimpleIntegerProperty();
  private WindowContent windowContent = WindowContent.NO_RECORDING;
  private Predicate<KeyEvent> wheel = _ -> false;

  /// @throws IllegalArgumentException if two commands share an id or a shortcut
  public CommandSet(List<CommandGroup> groups) {
    this.groups = List.copyOf(groups);
    Set<String> seen = new HashSet<>();
    all()
        .forEach(command -> {
          boolean idIsNew = seen.add(command.id());
          boolean keysAreNew = command.keys().isEmpty() || seen.add(command.shortcut());
          if (!idIsNew || !keysAreNew) {
            throw new IllegalArgumentException(
                command.id() + " is defined twice, or its shortcut is");
          }
        });
  }

  /// The menus.
  public List<CommandGroup> groups() {
    return groups;
  }

  /// All commands, menu by menu.
  public Stream<AppCommand> all() {
    return groups.stream().flatMap(CommandGroup::commands);
  }

  /// The command with an id.
  public AppCommand named(String id) {
    return all()
        .filter(command -> command.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no command " + id));
  }

  /// Sets what the window shows now.
  public void show(WindowContent now) {
    windowContent = now;
    refresh();
  }

  /// Makes controls check again which commands are available.
  public void refresh() {
    revision.set(revision.get() + 1);
  }

  /// What the window shows.
  public enum WindowContent {
    /// Nothing, or something other than a recording.
    NO_RECORDING,
    /// A recording.
    A_RECORDING
  }

  /// Passes all keys, pressed and released, to a handler first, until another one is set.
  ///
  /// @param first whether it used the key
  public void captureKeys(Predicate<KeyEvent> first) {
    wheel = first;
  }

  /// Handles a released key: only a capturing handler uses it.
  void released(KeyEvent event) {
    boolean _ = wheel.test(event);
  }

  /// Why a command is unavailable, as a sentence; empty if it is available.
  public Optional<String> obstacle(AppCommand command) {
    return switch (command.needs()) {
      case NOTHING -> command.obstacle().get();
      case A_RECORDING ->
          windowContent == WindowContent.A_RECORDING
              ? command.obstacle().get()
              : Optional.of(wording("CommandSet.open_a_recording_first"));
    };
  }

  /// Whether a command is unavailable, for controls to observe.
  public ObservableBooleanValue unavailable(AppCommand command) {
    return Bindings.createBooleanBinding(() -> obstacle(command).isPresent(), revision);
  }

  /// Runs a command if it is available.
  public void run(AppCommand command) {
    if (obstacle(command).isEmpty()) {
      command.run().run();
    }
  }

  /// Whether a key is the shortcut of a command, available or not.
  boolean knows(KeyEvent pressed) {
    return named(pressed).findAny().isPresent();
  }

  private Stream<AppCommand> named(KeyEvent pressed) {
    KeyEvent event = withoutAlias(pressed);
    return all().filter(command -> command.keys().map(keys -> keys.match(event)).orElse(false));
  }

  /// Runs the command with this shortcut.
  ///
  /// @return whether there was an available one
  boolean run(KeyEvent pressed) {
    if (wheel.test(pressed)) {
      return true;
    }
    return named(pressed)
        .filter(command -> obstacle(command).isEmpty())
        .findFirst()
        .map(command -> {
          command.run().run();
          return true;
        })
        .orElse(false);
  }

  /// The event as shortcuts name it, or the same event if it has no other name: covers the plus of
  /// keyboards that have it with Shift, and the number pad.
  private static KeyEvent withoutAlias(KeyEvent event) {
    boolean shiftedPlus = event.getCode() == KeyCode.EQUALS && event.isShiftDown();
    return switch (event.getCode()) {
      case PLUS, ADD -> asKey(event, KeyCode.EQUALS);
      case SUBTRACT -> asKey(event, KeyCode.MINUS);
      case NUMPAD0 -> asKey(event, KeyCode.DIGIT0);
      default -> shiftedPlus && event.isShortcutDown() ? asKey(event, KeyCode.EQUALS) : event;
    };
  }

  private static KeyEvent asKey(KeyEvent event, KeyCode code) {
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
