package dev.hindsight.trainer;

import java.io.Serial;

/// An expected failure, told to a person in one line: what went wrong, where, and what to do.
///
/// Every failure a user can cause (a truncated map, a hostile pickle, an unknown setting) is one of
/// these. The command line prints [#getMessage()] on stderr and exits non-zero; the window shows
/// the three parts where the failure happened. Anything else that is thrown is a bug of ours.
public final class Problem extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  private final String what;
  private final String where;
  private final String remedy;

  /// @param what what is wrong, without a full stop: "the map ends inside road 17 of 470"
  /// @param where the file, setting or place, as the user named it
  /// @param remedy what the user can do about it
  public Problem(String what, String where, String remedy) {
    this.what = oneLine(what);
    this.where = oneLine(where);
    this.remedy = oneLine(remedy);
  }

  /// As the three-argument form, keeping the technical cause for a saved report.
  public Problem(String what, String where, String remedy, Throwable cause) {
    this(what, where, remedy);
    initCause(cause);
  }

  /// The whole in one line, never null.
  @Override
  public String getMessage() {
    return where + ": " + what + " - " + remedy;
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

  /// Hostile input must not break the one-line promise, nor reach the terminal as control
  /// characters.
  private static String oneLine(String text) {
    return text.replaceAll("\\p{Cntrl}+", " ").strip();
  }
}
