package dev.hindsight.app.cli.console;

import dev.hindsight.trainer.task.GracefulShutdown;
import dev.hindsight.trainer.task.Job;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/// What every command has: `--json`, `--help`, and the console of the process.
///
/// Commands lie in packages by subject; the root of the command line knows them all, and they know
/// of it only that it has a console.
public abstract class CommandBase implements Callable<Integer> {
  /// Exit code of a command that did what it was asked.
  public static final int OK = 0;

  /// Exit code of a command that failed, or of a check that found a difference.
  public static final int FAILED = 1;

  /// Exit code of a command line that could not be understood.
  public static final int USAGE = 2;

  @Option(names = "--json", description = "Print one JSON object instead of text.")
  private boolean json;

  @ParentCommand private Object parent;

  /// The root of the command tree.
  public interface Root {
    /// The streams commands write to.
    Console console();
  }

  /// Whom the result is for.
  protected final OutputFormat format() {
    return json ? OutputFormat.JSON : OutputFormat.WORDS;
  }

  /// Does work whose progress is shown; it ends well whatever ends the process.
  protected final <T> T done(Job<T> work) throws Exception {
    return GracefulShutdown.awaiting(cancellation -> work.run(console().progress(), cancellation));
  }

  /// What a result holds, by name and in order.
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
