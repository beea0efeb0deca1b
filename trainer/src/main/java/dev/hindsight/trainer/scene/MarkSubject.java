package dev.hindsight.trainer.scene;

/// What a mark stands for, so that it can be picked and pointed at.
///
/// @param kind [#AGENT], [#OTHER], [#GOAL], [#ROAD]; or the name of an observation segment, then
///   the index is its row, or its feature where the segment is no table
/// @param index which one
public record MarkSubject(String kind, int index) {
  /// A controlled agent; the index is that of the axis `agent`.
  public static final String AGENT = "agent";

  /// Somebody else; the index is that of the axis `other`.
  public static final String OTHER = "other";

  /// The goal of an agent.
  public static final String GOAL = "goal";

  /// A road polyline.
  public static final String ROAD = "road";

  /// The selected agent at another moment; the index is a tick.
  public static final String MOMENT = "moment";

  /// Marks that stand for nothing that could be picked.
  public static final MarkSubject NONE = new MarkSubject("", -1);

  /// A controlled agent.
  public static MarkSubject agent(int index) {
    return new MarkSubject(AGENT, index);
  }

  /// Somebody else.
  public static MarkSubject other(int index) {
    return new MarkSubject(OTHER, index);
  }

  /// The selected agent at another moment.
  public static MarkSubject moment(int tick) {
    return new MarkSubject(MOMENT, tick);
  }

  /// The goal of an agent.
  public static MarkSubject goal(int agent) {
    return new MarkSubject(GOAL, agent);
  }
}
