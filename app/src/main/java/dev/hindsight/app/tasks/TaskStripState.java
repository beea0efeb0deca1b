package dev.hindsight.app.tasks;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The jobs that run.
///
/// @param lines oldest first
public record TaskStripState(List<TaskLine> lines) {
  static final TaskStripState EMPTY = new TaskStripState(List.of());

  /// Copies the list.
  public TaskStripState {
    lines = List.copyOf(lines);
  }

  TaskStripState apply(TaskCommand command) {
    return switch (command) {
      case TaskCommand.Begin begin -> {
        List<TaskLine> more = new ArrayList<>(lines);
        more.add(new TaskLine(begin.number(), begin.title(), Optional.empty()));
        yield new TaskStripState(more);
      }
      case TaskCommand.Advance advance ->
          new TaskStripState(
              lines.stream()
                  .map(line ->
                      line.number() == advance.number()
                          ? new TaskLine(
                              line.number(), line.title(), Optional.of(advance.progress()))
                          : line)
                  .toList());
      case TaskCommand.End end ->
          new TaskStripState(lines.stream().filter(line -> line.number() != end.number()).toList());
    };
  }
}
