package dev.hindsight.app.commands;

import java.util.List;

/// A menu's worth of commands.
///
/// @param title the menu's name
/// @param sections commands that belong together, a line between them and the next
public record CommandGroup(String title, List<List<AppCommand>> sections) {
  /// Copies the lists.
  public CommandGroup {
    sections = sections.stream().map(List::copyOf).toList();
  }
}
