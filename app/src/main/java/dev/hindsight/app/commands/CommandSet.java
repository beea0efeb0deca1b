package dev.hindsight.app.commands;

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

  /// @throws IllegalArgumentException if two commands share a name or a shortcut
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

  /// One of them.
  public AppCommand named(String id) {
    return all()
        .filter(command -> command.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no command " + id));
  }

  /// Says what is shown now.
  public void show(WindowContent now) {
    windowContent = now;
    refresh();
  }

  /// Has controls ask again which commands have an obstacle.
  public void refresh() {
    revision.set(revision.get() + 1);
  }

  /// What the window shows.
  public enum WindowContent {
    /// Nothing, or something that is no recording.
    NO_RECORDING,
    /// A recording.
    A_RECORDING
  }

  /// Gives all keys, pressed and released, to somebody first, until somebody else is named.
  ///
  /// @param first whether a key was for it
  public void captureKeys(Predicate<KeyEvent> first) {
    wheel = first;
  }

  /// A key is up again: only who has grabbed them wants to know.
  void released(KeyEvent event) {
    boolean _ = wheel.test(event);
  }

  /// Why a command cannot be used now, as a sentence; nothing if it can.
  public Optional<String> obstacle(AppCommand command) {
    return switch (command.needs()) {
      case NOTHING -> command.obstacle().get();
      case A_RECORDING ->
          windowContent == WindowContent.A_RECORDING
              ? command.obstacle().get()
              : Optional.of("Open a recording first");
    };
  }

  /// Whether a command cannot be used now, for a control to follow.
  public ObservableBooleanValue unavailable(AppCommand command) {
    return Bindings.createBooleanBinding(() -> obstacle(command).isPresent(), revision);
  }

  /// Runs a command if it can be used now.
  public void run(AppCommand command) {
    if (obstacle(command).isEmpty()) {
      command.run().run();
    }
  }

  /// Whether a key stands for a command, whether or not it can be used now.
  boolean knows(KeyEvent pressed) {
    return named(pressed).findAny().isPresent();
  }

  private Stream<AppCommand> named(KeyEvent pressed) {
    KeyEvent event = withoutAlias(pressed);
    return all().filter(command -> command.keys().map(keys -> keys.match(event)).orElse(false));
  }

  /// Runs the command a key stands for.
  ///
  /// @return whether there was one that could be used
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

  /// The event as the shortcut of a command names it; the same event where it has no other name:
  /// the plus of a keyboard that has it with Shift, and the keys of the number pad.
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
