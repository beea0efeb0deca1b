package dev.hindsight.app.commands;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// The commands of a menu.
///
/// @param title the menu's name
/// @param sections groups of commands, with a separator between them
public record CommandGroup(String title, List<Section> sections) {
  /// Copies the list.
  public CommandGroup {
    sections = List.copyOf(sections);
  }

  /// A group of commands.
  ///
  /// @param submenu title of the submenu that contains them; empty if they are in the menu itself
  /// @param commands the permanent commands
  /// @param passing further commands, requested whenever the submenu is opened; not in the palette
  public record Section(
      String submenu, List<AppCommand> commands, Supplier<List<AppCommand>> passing) {
    /// Copies the list.
    public Section {
      commands = List.copyOf(commands);
    }

    /// Commands in the menu itself.
    public static Section of(List<AppCommand> commands) {
      return new Section("", commands, List::of);
    }

    /// Commands in a submenu.
    public static Section submenu(String title, List<AppCommand> commands) {
      return new Section(title, commands, List::of);
    }
  }

  /// A menu without submenus.
  public static CommandGroup of(String title, List<List<AppCommand>> sections) {
    return new CommandGroup(title, sections.stream().map(Section::of).toList());
  }

  /// All permanent commands.
  public Stream<AppCommand> commands() {
    return sections.stream().flatMap(section -> section.commands().stream());
  }
}
