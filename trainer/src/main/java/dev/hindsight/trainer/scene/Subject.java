package dev.hindsight.trainer.scene;

/// What a mark stands for, so that it can be picked and pointed at.
///
/// @param kind [#AGENT], [#OTHER], [#GOAL], [#ROAD]; or the name of an observation segment, then
///   the index is its row, or its feature where the segment is no table
/// @param index which one
public record Subject(String kind, int index) {
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
  public static final Subject NONE = new Subject("", -1);

  /// A controlled agent.
  public static Subject agent(int index) {
    return new Subject(AGENT, index);
  }

  /// Somebody else.
  public static Subject other(int index) {
    return new Subject(OTHER, index);
  }

  /// The selected agent at another moment.
  public static Subject moment(int tick) {
    return new Subject(MOMENT, tick);
  }

  /// The goal of an agent.
  public static Subject goal(int agent) {
    return new Subject(GOAL, agent);
  }
}
