package dev.hindsight.app.tasks;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The running and the ended jobs.
///
/// @param lines oldest first
/// @param ended newest first, the newest [#MOST_ENDED_JOBS]
public record TaskStripState(List<RunningTask> lines, List<EndedTask> ended) {
  static final TaskStripState EMPTY = new TaskStripState(List.of(), List.of());

  /// The most ended jobs that are kept.
  static final int MOST_ENDED_JOBS = 200;

  /// Copies the lists.
  public TaskStripState {
    lines = List.copyOf(lines);
    ended = ended.stream().limit(MOST_ENDED_JOBS).toList();
  }

  TaskStripState apply(TaskCommand command) {
    return switch (command) {
      case TaskCommand.Begin begin -> {
        List<RunningTask> more = new ArrayList<>(lines);
        more.add(new RunningTask(begin.number(), begin.title(), Optional.empty()));
        yield new TaskStripState(more, ended);
      }
      case TaskCommand.Advance advance ->
          new TaskStripState(
              lines.stream()
                  .map(line ->
                      line.number() == advance.number()
                          ? new RunningTask(
                              line.number(), line.title(), Optional.of(advance.progress()))
                          : line)
                  .toList(),
              ended);
      case TaskCommand.End end ->
          new TaskStripState(
              lines.stream().filter(line -> line.number() != end.ended().number()).toList(),
              Stream.concat(Stream.of(end.ended()), ended.stream()).toList());
    };
  }
}
