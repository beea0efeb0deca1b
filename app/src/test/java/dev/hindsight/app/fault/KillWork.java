package dev.hindsight.app.fault;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// A command that is killed again and again, what must still be there afterwards, and how it goes
/// on. One owner thread.
interface KillWork {
  /// The name in the figures.
  String name();

  /// Makes what the command reads, and the result of a process that nobody killed.
  void prepare(WarmProgram program) throws IOException;

  /// The command that is killed next.
  List<String> next() throws IOException;

  /// The folder in which its result appears.
  Path watched();

  /// What must stay as it is while the command runs.
  FaultFiles kept() throws IOException;

  /// Checks what a killed process has left.
  void left(FaultTally tally) throws IOException;

  /// Goes on in a new process, and checks the result if that is its end.
  void repeat(WarmProgram program, FaultTally tally) throws IOException;
}
