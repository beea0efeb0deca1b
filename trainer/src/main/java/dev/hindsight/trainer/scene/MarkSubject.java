package dev.hindsight.trainer.scene;

/// The thing that a mark stands for, so that users can pick it and point at it.
///
/// @param kind [#AGENT], [#OTHER], [#GOAL], [#ROAD]; or the name of an observation segment, whose
///   rows (or features, if it is not a table) the index counts
/// @param index which one
public record MarkSubject(String kind, int index) {
  /// A controlled agent; the index is that of the axis `agent`.
  public static final String AGENT = "agent";

  /// A body that is not an agent; the index is that of the axis `other`.
  public static final String OTHER = "other";

  /// The goal of an agent.
  public static final String GOAL = "goal";

  /// A road polyline.
  public static final String ROAD = "road";

  /// The selected agent at another tick; the index is the tick.
  public static final String MOMENT = "moment";

  /// The subject of marks that cannot be picked.
  public static final MarkSubject NONE = new MarkSubject("", -1);

  /// A controlled agent.
  public static MarkSubject agent(int index) {
    return new MarkSubject(AGENT, index);
  }

  /// A body that is not an agent.
  public static MarkSubject other(int index) {
    return new MarkSubject(OTHER, index);
  }

  /// The selected agent at another tick.
  public static MarkSubject moment(int tick) {
    return new MarkSubject(MOMENT, tick);
  }

  /// The goal of an agent.
  public static MarkSubject goal(int agent) {
    return new MarkSubject(GOAL, agent);
  }
}
