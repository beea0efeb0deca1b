package dev.hindsight.trainer;

import static dev.hindsight.trainer.text.TrainerText.wording;

import java.io.IOException;
import java.io.Serial;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// An expected failure, explained to the user in one line: what went wrong, where, and what to do.
///
/// Every failure a user can cause (a truncated map, a hostile pickle, an unknown setting) is one of
/// these. The command line prints [#getMessage()] on stderr and exits non-zero; the window shows
/// the three parts where the failure happened. Anything else that is thrown is a bug of ours.
public final class Problem extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  private static final int NO_AGENT = -1;
  private static final int LONGEST_CHAIN = 20;

  /// Characters of each of the three parts: a name from hostile input can have any number.
  private static final int LONGEST = 4_000;

  /// Control characters, and those that turn the direction of text or cannot be seen.
  private static final Pattern CONTROLS =
      Pattern.compile("[\\p{Cntrl}\\p{Cf}\\x80-\\x9f\\u2028\\u2029]+");

  /// In the Java machine's words for a part of a mapped file that no longer exists.
  private static final String FAULT = "unsafe";

  /// In the systems' words for a full disk, with or without a limit for each user.
  private static final Pattern FULL =
      Pattern.compile("(?i)no space left|not enough space|quota exceeded");

  private final String what;
  private final String where;
  private final String remedy;

  /// Index of an agent whose name is still unknown; negative if there is none.
  private final int agent;

  /// The text after the agent's name.
  private final String then;

  /// @param what what is wrong, without a full stop: "the map ends inside road 17 of 470"
  /// @param where the file, setting or place, as the user named it
  /// @param remedy what the user can do about it
  public Problem(String what, String where, String remedy) {
    this(what, where, remedy, NO_AGENT, "");
  }

  private Problem(String what, String where, String remedy, int agent, String then) {
    this.what = oneLine(what);
    this.where = oneLine(where);
    this.remedy = oneLine(remedy);
    this.agent = agent;
    this.then = then;
  }

  /// A problem with an agent, thrown where its name is not known. The caller that knows the name
  /// adds it with [#named].
  ///
  /// @param when text after the agent's name, such as ` at tick 3`; may be empty
  public static Problem of(int agent, String when, String what, String remedy) {
    return new Problem(what, wording("Problem.agent", agent, when), remedy, agent, when);
  }

  /// A problem with an agent that does not depend on the time.
  public static Problem of(int agent, String what, String remedy) {
    return of(agent, "", what, remedy);
  }

  /// The same problem with the agent's name filled in; this one if it is about no agent or already
  /// has the name.
  ///
  /// @param titles the name of each agent
  public Problem named(IntFunction<String> titles) {
    return agent == NO_AGENT ? this : new Problem(what, titles.apply(agent) + then, remedy, this);
  }

  /// The same problem at another place, which only a caller knows; caused by this one.
  public Problem at(String place) {
    return new Problem(what, place, remedy, this);
  }

  /// The problem behind any failure: itself, the one that caused it, or what an [Error] of the
  /// machine means to a user. Too little memory, input that is nested too deeply, a disk that is
  /// full or cannot be written, or a file that another program shortened while it was being read
  /// are no bugs of ours.
  ///
  /// @return empty for everything else, which is one
  public static Optional<Problem> behind(Throwable failure) {
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < LONGEST_CHAIN; depth++) {
      Optional<Problem> found =
          switch (cause) {
            case Problem problem -> Optional.of(problem);
            case OutOfMemoryError _ ->
                Optional.of(
                    new Problem(
                        wording(
                            "Problem.there_is_not_enough_memory",
                            Runtime.getRuntime().maxMemory() >> 20),
                        wording("Problem.memory"),
                        wording("Problem.close_what_you_do_not_need"),
                        failure));
            case InvalidPathException path ->
                Optional.of(
                    new Problem(
                        wording("Problem.it_can_be_no_file", path.getReason()),
                        path.getInput(),
                        wording("Problem.check_the_name"),
                        failure));
            // A disk is full or cannot be written, or a file went away: the system says which.
            case FileSystemException disk when disk.getFile() != null ->
                Optional.of(
                    new Problem(
                        wording("Problem.the_file_cannot_be_used", reason(disk)),
                        disk.getFile(),
                        wording("Problem.check_the_file_and_its_disk"),
                        failure));
            // Streams and channels do not say which file it was.
            case IOException disk when FULL.matcher(reason(disk)).find() ->
                Optional.of(
                    new Problem(
                        wording("Problem.it_takes_no_more", reason(disk)),
                        wording("Problem.the_disk"),
                        wording("Problem.free_some_space"),
                        failure));
            case StackOverflowError _ ->
                Optional.of(
                    new Problem(
                        wording("Problem.something_in_it_is_nested_too"),
                        wording("Problem.the_input"),
                        wording("Problem.check_where_the_file_comes_from"),
                        failure));
            case InternalError error when String.valueOf(error.getMessage()).contains(FAULT) ->
                Optional.of(changed(wording("Problem.a_file_that_is_open"), failure));
            default -> Optional.empty();
          };
      if (found.isPresent()) {
        return found;
      }
      cause = cause.getCause();
    }
    return Optional.empty();
  }

  /// The system's words for why a file cannot be used, or the kind of the failure where it has
  /// none.
  public static String reason(IOException failure) {
    @Nullable String reason =
        failure instanceof FileSystemException disk ? disk.getReason() : failure.getMessage();
    if (reason != null && !reason.isBlank()) {
      return reason;
    }
    return switch (failure) {
      case AccessDeniedException _ -> wording("Problem.permission_denied");
      case NoSuchFileException _ -> wording("Problem.there_is_no_such_file");
      default -> failure.getClass().getSimpleName().replace("Exception", "");
    };
  }

  /// The problem that a file was shortened while it was being read.
  ///
  /// @param file its name, as the user knows it
  public static Problem changed(String file, Throwable cause) {
    return new Problem(
        wording("Problem.it_became_shorter_while_it_was"),
        file,
        wording("Problem.open_it_again_when_it_is"),
        cause);
  }

  /// As the three-argument form, keeping the technical cause for a saved report. If the cause is a
  /// disk that is full or files that may not be used, the text says so: the place alone would not.
  public Problem(String what, String where, String remedy, Throwable cause) {
    this(because(what, cause), where, remedy);
    initCause(cause);
  }

  private static String because(String what, Throwable cause) {
    return refusal(cause)
        .filter(why -> !what.toLowerCase(Locale.ROOT).contains(why.toLowerCase(Locale.ROOT)))
        .map(why -> wording("Problem.because", what, why))
        .orElse(what);
  }

  /// Why the system refused to read or write a file; empty if that is not what failed, or if a
  /// problem on the way to it has said so.
  private static Optional<String> refusal(Throwable failure) {
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < LONGEST_CHAIN; depth++) {
      switch (cause) {
        case Problem _ -> {
          return Optional.empty();
        }
        case AccessDeniedException denied -> {
          return Optional.of(reason(denied));
        }
        case IOException disk when FULL.matcher(reason(disk)).find() -> {
          return Optional.of(reason(disk));
        }
        default -> cause = cause.getCause();
      }
    }
    return Optional.empty();
  }

  /// The whole message in one line, never null.
  @Override
  public String getMessage() {
    return (where.isEmpty() ? "" : where + ": ") + what + " - " + remedy;
  }

  /// What is wrong.
  public String what() {
    return what;
  }

  /// The file, setting or place.
  public String where() {
    return where;
  }

  /// What the user can do.
  public String remedy() {
    return remedy;
  }

  /// Keeps hostile input from breaking the one-line promise or sending control characters to the
  /// terminal.
  private static String oneLine(String text) {
    String clean = CONTROLS.matcher(text).replaceAll(" ").strip();
    return clean.length() <= LONGEST ? clean : clean.substring(0, LONGEST) + "…";
  }
}
