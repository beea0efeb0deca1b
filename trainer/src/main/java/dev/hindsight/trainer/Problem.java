package dev.hindsight.trainer;

import java.io.Serial;
import java.util.function.IntFunction;

/// An expected failure, told to a person in one line: what went wrong, where, and what to do.
///
/// Every failure a user can cause (a truncated map, a hostile pickle, an unknown setting) is one of
/// these. The command line prints [#getMessage()] on stderr and exits non-zero; the window shows
/// the three parts where the failure happened. Anything else that is thrown is a bug of ours.
public final class Problem extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  private static final int NOBODY = -1;

  private final String what;
  private final String where;
  private final String remedy;

  /// Whose place it is while its name is not told, below 0 for none.
  private final int agent;

  /// What follows the agent.
  private final String then;

  /// @param what what is wrong, without a full stop: "the map ends inside road 17 of 470"
  /// @param where the file, setting or place, as the user named it
  /// @param remedy what the user can do about it
  public Problem(String what, String where, String remedy) {
    this(what, where, remedy, NOBODY, "");
  }

  private Problem(String what, String where, String remedy, int agent, String then) {
    this.what = oneLine(what);
    this.where = oneLine(where);
    this.remedy = oneLine(remedy);
    this.agent = agent;
    this.then = then;
  }

  /// About an agent, found where its name is not known: who knows it, tells it by [#named].
  ///
  /// @param when what follows it, as ` at tick 3`, or nothing
  public static Problem of(int agent, String when, String what, String remedy) {
    return new Problem(what, "agent " + agent + when, remedy, agent, when);
  }

  /// About an agent, at any time.
  public static Problem of(int agent, String what, String remedy) {
    return of(agent, "", what, remedy);
  }

  /// The same with the agent it is about called by its name; this one if it is about none, or its
  /// name is told.
  ///
  /// @param titles what agents are called
  public Problem named(IntFunction<String> titles) {
    return agent == NOBODY ? this : new Problem(what, titles.apply(agent) + then, remedy, this);
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
