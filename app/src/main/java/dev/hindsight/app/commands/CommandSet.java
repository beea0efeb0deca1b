package dev.hindsight.app.commands;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javafx.beans.binding.Bindings;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.value.ObservableBooleanValue;
import javafx.scene.input.KeyEvent;

/// All commands of the window. FX thread.
public final class CommandSet {
  private final List<CommandGroup> groups;
  private final ReadOnlyBooleanWrapper recordingShown = new ReadOnlyBooleanWrapper();

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
                command.id() + " is there twice, or its shortcut is");
          }
        });
  }

  /// The menus.
  public List<CommandGroup> groups() {
    return groups;
  }

  /// All commands, menu by menu.
  public Stream<AppCommand> all() {
    return groups.stream().flatMap(group -> group.sections().stream()).flatMap(List::stream);
  }

  /// One of them.
  public AppCommand named(String id) {
    return all()
        .filter(command -> command.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no command " + id));
  }

  /// Says what is shown now.
  public void show(Shown shown) {
    recordingShown.set(shown == Shown.A_RECORDING);
  }

  /// What the window shows.
  public enum Shown {
    /// Nothing, or something that is no recording.
    NO_RECORDING,
    /// A recording.
    A_RECORDING
  }

  /// Whether a command cannot be used now.
  public ObservableBooleanValue unavailable(AppCommand command) {
    ReadOnlyBooleanProperty shown = recordingShown.getReadOnlyProperty();
    return switch (command.needs()) {
      case NOTHING -> Bindings.createBooleanBinding(() -> false);
      case A_RECORDING -> shown.not();
    };
  }

  /// Runs a command if it can be used now.
  public void run(AppCommand command) {
    if (!unavailable(command).get()) {
      command.run().run();
    }
  }

  /// Runs the command a key stands for.
  ///
  /// @return whether there was one that could be used
  boolean run(KeyEvent event) {
    return all()
        .filter(command -> command.keys().map(keys -> keys.match(event)).orElse(false))
        .filter(command -> !unavailable(command).get())
        .findFirst()
        .map(command -> {
          command.run().run();
          return true;
        })
        .orElse(false);
  }
}
