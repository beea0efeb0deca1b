package dev.hindsight.trainer.condition;

import java.util.List;

/// A name that conditions may use.
///
/// @param name an identifier of CEL
/// @param kind of its values
/// @param scope whether it belongs to the tick or to an agent
/// @param sizes of the axes that must be indexed besides the agent's; empty for one number
/// @param doc one line for people
public record SignalSpec(String name, Kind kind, Scope scope, List<Integer> sizes, String doc) {
  /// The kind of a value.
  public enum Kind {
    /// Yes or no; also 1 or 0.
    FLAG,
    /// A whole number: dividing two of them truncates towards 0.
    WHOLE,
    /// Any number, NaN among them.
    REAL
  }

  /// What a signal belongs to.
  public enum Scope {
    /// The tick's.
    TICK,
    /// An agent's at the tick: `name[a]`.
    AGENT
  }

  /// Copies the list.
  public SignalSpec {
    sizes = List.copyOf(sizes);
  }

  /// A signal with one number per tick.
  public static SignalSpec ofTick(String name, Kind kind, String doc) {
    return new SignalSpec(name, kind, Scope.TICK, List.of(), doc);
  }

  /// A signal with one number per agent and tick.
  public static SignalSpec ofAgent(String name, Kind kind, String doc) {
    return new SignalSpec(name, kind, Scope.AGENT, List.of(), doc);
  }

  /// Its form in a condition: `value[a]`, `pose[a][0]`, `trial`.
  public String written() {
    return name + (scope == Scope.AGENT ? "[a]" : "") + "[0]".repeat(sizes.size());
  }
}
