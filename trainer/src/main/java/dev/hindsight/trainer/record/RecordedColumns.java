package dev.hindsight.trainer.record;

import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Column;
import dev.hindsight.trainer.rollout.Dtype;
import java.util.ArrayList;
import java.util.List;

/// The columns of a recording in order: the standard ones, the policy's, the environment's.
final class RecordedColumns {
  static final int OBSERVATION = 0;
  static final int REMOVED = 1;
  static final int TRIAL = 2;
  static final int TRIAL_TICK = 3;
  static final int STATE_HASH = 4;
  static final int ACTION = 5;
  static final int REWARD = 6;
  static final int TERMINAL = 7;
  static final int TRUNCATION = 8;
  static final int TRIAL_ENDED = 9;
  static final int LOG_PROB = 10;

  static final int EVENT = 11;
  static final int TRIAL_SCORE = 12;

  /// Exists only if a policy acts.
  static final int LOGITS = 13;

  /// Exists only if a policy acts.
  static final int VALUE = 14;

  /// Name of the column that marks refused actions.
  static final String REFUSED = "refused";

  /// Name of the column with the refused numbers.
  static final String REFUSED_VALUE = "refused_value";

  private int refused = -1;
  private final List<Column> columns = new ArrayList<>();
  private final int firstOfEnvironment;
  private final int logits;
  private final int firstTap;
  private final int afterTaps;
  private final List<Column> taps;

  /// @param logits policy outputs per agent; 0 if no policy acts
  /// @param taps the policy's intermediate results
  RecordedColumns(EnvironmentShape shape, int logits, List<Column> taps) {
    this.logits = logits;
    this.taps = List.copyOf(taps);
    int agents = shape.agents();
    int size = shape.observation().size();
    add(
        Dtype.F4,
        "observation",
        "what the agent saw before it acted",
        List.of("agent", size),
        agents,
        size);
    add(
        Dtype.BOOL,
        "removed",
        "in limbo: off the map until the trial ends",
        List.of("agent"),
        agents);
    add(Dtype.I4, "trial", "the trial this tick belongs to, from 0", List.of());
    add(Dtype.I4, "trial_tick", "ticks since the trial began", List.of());
    add(Dtype.I8, "state_hash", "hash chain over the environment's full state", List.of());
    switch (shape.actions()) {
      case ActionSpace.Discrete _ ->
          add(Dtype.I4, "action", "joint action", List.of("agent"), agents);
      case ActionSpace.Continuous space -> {
        int k = space.names().size();
        add(
            Dtype.F4,
            "action",
            "numbers in [-1, 1]: " + space.names(),
            List.of("agent", k),
            agents,
            k);
      }
    }
    add(Dtype.F4, "reward", "result of the action", List.of("agent"), agents);
    add(
        Dtype.BOOL,
        "terminal",
        "the episode ended for good with the action",
        List.of("agent"),
        agents);
    add(
        Dtype.BOOL,
        "truncation",
        "a limit or a trial's end cut the trace after the action",
        List.of("agent"),
        agents);
    add(Dtype.BOOL, "trial_ended", "a trial ended with the action", List.of("agent"), agents);
    add(
        Dtype.F4,
        "log_prob",
        "log-probability of the action when it was chosen",
        List.of("agent"),
        agents);
    add(
        Dtype.U1,
        "event",
        "what began with the action, a sum: 1 goal reached, 2 vehicle collision, 4 off road,"
            + " 8 conflict, 16 loss of separation, 32 action refused",
        List.of("agent"),
        agents);
    add(
        Dtype.F4,
        "trial_score",
        "score of the trial that ended with the action; NaN where none ended",
        List.of("agent"),
        agents);
    if (logits > 0) {
      add(
          Dtype.F4,
          "logits",
          "what the policy put out, per joint action",
          List.of("agent", logits),
          agents,
          logits);
      add(
          Dtype.F4,
          "value",
          "the policy's estimate of the return; NaN where it has none",
          List.of("agent"),
          agents);
    }
    firstTap = columns.size();
    columns.addAll(taps);
    afterTaps = columns.size();
    if (shape.neutral().isPresent()) {
      refused = columns.size();
      add(
          Dtype.BOOL,
          REFUSED,
          "what was to be done made no sense, and the neutral action was taken",
          List.of("agent"),
          agents);
      add(
          Dtype.F4,
          REFUSED_VALUE,
          "the number that was refused, as it was; 0 where none was",
          List.of("agent"),
          agents);
    }
    firstOfEnvironment = columns.size();
    columns.addAll(shape.stateColumns());
  }

  /// All columns.
  List<Column> all() {
    return List.copyOf(columns);
  }

  /// Whether there are columns for a policy's outputs.
  boolean thinks() {
    return logits > 0;
  }

  /// Index of `refused`, which `refused_value` follows; -1 if actions are never refused.
  int refused() {
    return refused;
  }

  /// The policy's intermediate results.
  List<Column> taps() {
    return taps;
  }

  /// Index of the first of [#taps()].
  int firstTap() {
    return firstTap;
  }

  /// Whether only a policy fills a column.
  boolean ofPolicy(int column) {
    return thinks() && column >= LOGITS && column < afterTaps;
  }

  /// Index of the environment's column number 0.
  int firstOfEnvironment() {
    return firstOfEnvironment;
  }

  private void add(Dtype type, String name, String doc, List<Object> axes, int... sizes) {
    ChannelSpec spec = ChannelSpec.perTick(name, type, "1", doc, axes.toArray());
    List<Integer> rowShape = new ArrayList<>();
    for (int size : sizes) {
      rowShape.add(size);
    }
    columns.add(new Column(spec, rowShape));
  }
}
