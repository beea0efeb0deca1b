package dev.hindsight.app.cli.console;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.foreign.RecordingOpener;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.GracefulShutdown;
import dev.hindsight.trainer.task.Job;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/// What all commands have: `--json`, `--help`, and the console of the process.
///
/// Commands lie in packages by subject; the root of the command line knows them all, and they know
/// only that the root has a console.
public abstract class CommandBase implements Callable<Integer> {
  /// Exit code of a command that succeeded.
  public static final int OK = 0;

  /// Exit code of a command that failed, or of a check that found a difference.
  public static final int FAILED = 1;

  /// Exit code of an invalid command line.
  public static final int USAGE = 2;

  @Option(names = "--json", descriptionKey = "CommandBase.json")
  private boolean json;

  @ParentCommand private Object parent;

  private final List<Rollout> noted = new ArrayList<>();

  /// The root of the command tree.
  public interface Root {
    /// The streams commands write to.
    Console console();
  }

  /// The format of the result; `runs --json list` means the same as `runs list --json`.
  protected final OutputFormat format() {
    boolean above = parent instanceof CommandBase command && command.format() == OutputFormat.JSON;
    return json || above ? OutputFormat.JSON : OutputFormat.WORDS;
  }

  /// Runs a job and shows its progress; cancels it properly if the process ends.
  protected final <T> T done(Job<T> work) throws Exception {
    return GracefulShutdown.awaiting(cancellation -> work.run(console().progress(), cancellation));
  }

  /// Runs work that takes a while to stop when the process is asked to end, and says so at once.
  ///
  /// @param notice what is finished first
  protected final <T, E extends Exception> T stopping(
      String notice, GracefulShutdown.Work<T, E> work) throws E {
    Cancellation cancellation = new Cancellation();
    Runnable stop =
        () -> {
          cancellation.cancel();
          console().status("");
          console().problem(notice);
        };
    GracefulShutdown.SelfStoppingWork<T, E> stoppable = () -> work.run(cancellation);
    return GracefulShutdown.awaiting(stop, stoppable);
  }

  /// Takes note of a recording whose numbers the result is made of: [#result] says what is to know
  /// of them, such as that it was cut off.
  ///
  /// @return the same recording
  protected final Rollout noted(Rollout rollout) {
    noted.add(rollout);
    return rollout;
  }

  /// The same of a recording that something else reads: notes only whether it was cut off.
  protected final void noted(Path file) {
    try (Rollout rollout = RecordingOpener.open(file)) {
      noted.add(rollout);
    }
  }

  /// Prints the result, with the notes of the recordings it was made of: a line for each, or in
  /// JSON the list `notes`, which is left out if there are none.
  ///
  /// @param fields for a program: a record, whose components are the fields, or a map
  /// @param words for a person
  protected final void result(Object fields, String words) {
    List<String> notes =
        noted.stream()
            .flatMap(rollout ->
                rollout.notes().stream()
                    .map(note -> wording("CommandBase.note", rollout.file(), note)))
            .distinct()
            .toList();
    console().result(format(), fields, words, notes);
  }

  /// The fields of a result, by name and in order.
  protected static Map<String, Object> fields(Record figures) {
    return ResultJson.fields(figures);
  }

  /// The console, found at the root of the command tree.
  protected final Console console() {
    Object up = parent;
    while (up instanceof CommandBase command) {
      up = command.parent;
    }
    return ((Root) up).console();
  }
}
