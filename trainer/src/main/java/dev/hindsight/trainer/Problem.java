package dev.hindsight.trainer;

import static dev.hindsight.trainer.text.TrainerText.wording;

import java.io.Serial;
import java.util.function.IntFunction;

/// An expected failure, explained to the user in one line: what went wrong, where, and what to do.
///
/// Every failure a user can cause (a truncated map, a hostile pickle, an unknown setting) is one of
/// these. The command line prints [#getMessage()] on stderr and exits non-zero; the window shows
/// the three parts where the failure happened. Anything else that is thrown is a bug of ours.
public final class Problem extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  private static final int NO_AGENT = -1;

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

  /// As the three-argument form, keeping the technical cause for a saved report.
  public Problem(String what, String where, String remedy, Throwable cause) {
    this(what, where, remedy);
    initCause(cause);
  }

  /// The whole message in one line, never null.
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

  /// Keeps hostile input from breaking the one-line promise or sending control characters to the
  /// terminal.
  private static String oneLine(String text) {
    return text.replaceAll("\\p{Cntrl}+", " ").strip();
  }
}
