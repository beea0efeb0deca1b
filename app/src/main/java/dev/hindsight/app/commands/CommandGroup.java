package dev.hindsight.app.commands;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// A menu's worth of commands.
///
/// @param title the menu's name
/// @param sections commands that belong together, a line between them and the next
public record CommandGroup(String title, List<Section> sections) {
  /// Copies the list.
  public CommandGroup {
    sections = List.copyOf(sections);
  }

  /// Commands that belong together.
  ///
  /// @param submenu title of the menu within the menu that holds them; empty where they stand in
  ///   the menu itself
  /// @param commands always the same
  /// @param passing further ones, asked for whenever the submenu is opened; in no palette
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

    /// Commands in a menu within the menu.
    public static Section submenu(String title, List<AppCommand> commands) {
      return new Section(title, commands, List::of);
    }
  }

  /// A menu without menus within it.
  public static CommandGroup of(String title, List<List<AppCommand>> sections) {
    return new CommandGroup(title, sections.stream().map(Section::of).toList());
  }

  /// All of them that are always there.
  public Stream<AppCommand> commands() {
    return sections.stream().flatMap(section -> section.commands().stream());
  }
}
