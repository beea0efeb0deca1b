package dev.hindsight.trainer.record;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepFigure;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.outcome.EpisodeEnds;
import dev.hindsight.trainer.outcome.EventDeclaration;
import dev.hindsight.trainer.outcome.RecordedActionBound;
import dev.hindsight.trainer.outcome.RecordedActionMask;
import dev.hindsight.trainer.rollout.ActingUpdate;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Column;
import dev.hindsight.trainer.rollout.ComposedObservation;
import dev.hindsight.trainer.rollout.Dtype;
import java.util.ArrayList;
import java.util.List;

/// The columns of a recording in order: the standard ones, the policy's, the environment's.
final class RecordedColumns {
  /// The whole observation, or its first segment if each segment has a column of its own type.
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
  private int actionMask = -1;
  private int end = -1;
  private int finalValue = -1;
  private int policyUpdate = -1;
  private int squashed = -1;
  private final int firstFigure;
  private final List<Column> columns = new ArrayList<>();
  private final int firstOfEnvironment;
  private final int secondSegment;
  private final int logits;
  private final int firstTap;
  private final int afterTaps;
  private final List<Column> taps;

  /// How the ends of episodes are recorded.
  enum EndColumns {
    /// With their reasons, and `terminal` only where nothing follows.
    REASONS,
    /// As in older recordings, for their branches: any end is a `terminal`.
    TERMINALS
  }

  /// @param logits policy outputs per agent; 0 if no policy acts
  /// @param taps the policy's intermediate results
  RecordedColumns(EnvironmentShape shape, int logits, List<Column> taps) {
    this(shape, logits, taps, EndColumns.REASONS);
  }

  /// @param logits policy outputs per agent; 0 if no policy acts
  /// @param taps the policy's intermediate results
  RecordedColumns(EnvironmentShape shape, int logits, List<Column> taps, EndColumns endColumns) {
    this.logits = logits;
    this.taps = List.copyOf(taps);
    int agents = shape.agents();
    ObservationLayout layout = shape.observation();
    if (layout.inOneColumn()) {
      add(
          Dtype.F4,
          "observation",
          wording("RecordedColumns.what_the_agent_saw_before_it"),
          List.of("agent", layout.size()),
          agents,
          layout.size());
    } else {
      add(layout.segments().getFirst(), agents);
    }
    add(
        Dtype.BOOL,
        "removed",
        wording("RecordedColumns.in_limbo_off_the_map_until"),
        List.of("agent"),
        agents);
    add(Dtype.I4, "trial", wording("RecordedColumns.the_trial_this_tick_belongs_to"), List.of());
    add(Dtype.I4, "trial_tick", wording("RecordedColumns.ticks_since_the_trial_began"), List.of());
    add(
        Dtype.I8,
        "state_hash",
        wording("RecordedColumns.hash_chain_over_the_environments"),
        List.of());
    switch (shape.actions()) {
      case ActionSpace.Discrete _ ->
          add(
              Dtype.I4,
              "action",
              wording("RecordedColumns.joint_action"),
              List.of("agent"),
              agents);
      case ActionSpace.Continuous space -> {
        int k = space.names().size();
        add(
            Dtype.F4,
            "action",
            wording("RecordedColumns.numbers_in_1_1", space.names()),
            List.of("agent", k),
            agents,
            k);
      }
    }
    add(
        Dtype.F4,
        "reward",
        wording("RecordedColumns.result_of_the_action"),
        List.of("agent"),
        agents);
    add(
        Dtype.BOOL,
        "terminal",
        wording("RecordedColumns.the_episode_ended_for_good_with"),
        List.of("agent"),
        agents);
    add(
        Dtype.BOOL,
        "truncation",
        wording("RecordedColumns.a_limit_or_a_trials_end"),
        List.of("agent"),
        agents);
    add(
        Dtype.BOOL,
        "trial_ended",
        wording("RecordedColumns.a_trial_ended_with_the_action"),
        List.of("agent"),
        agents);
    add(
        Dtype.F4,
        "log_prob",
        wording("RecordedColumns.log_probability_of_the_action_when"),
        List.of("agent"),
        agents);
    ChannelSpec event =
        ChannelSpec.perTick(
            EventDeclaration.COLUMN,
            EventDeclaration.type(shape.recordedEvents()),
            "1",
            wording("RecordedColumns.what_began_with_the_action_a"),
            "agent");
    columns.add(new Column(EventDeclaration.in(event, shape.recordedEvents()), List.of(agents)));
    add(
        Dtype.F4,
        "trial_score",
        wording("RecordedColumns.score_of_the_trial_that_ended"),
        List.of("agent"),
        agents);
    if (logits > 0) {
      add(
          Dtype.F4,
          "logits",
          shape.actions() instanceof ActionSpace.Continuous
              ? wording("RecordedColumns.what_the_policy_put_out_numbers")
              : wording("RecordedColumns.what_the_policy_put_out_per"),
          List.of("agent", logits),
          agents,
          logits);
      add(
          Dtype.F4,
          "value",
          wording("RecordedColumns.the_policys_estimate_of_the_return"),
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
          wording("RecordedColumns.what_was_to_be_done_made"),
          List.of("agent"),
          agents);
      add(
          Dtype.F4,
          REFUSED_VALUE,
          wording("RecordedColumns.the_number_that_was_refused_as"),
          List.of("agent"),
          agents);
    }
    if (shape.maskWidth() > 0) {
      actionMask = columns.size();
      add(
          Dtype.BOOL,
          RecordedActionMask.COLUMN,
          wording("RecordedColumns.which_actions_were_legal"),
          List.of("agent", shape.maskWidth()),
          agents,
          shape.maskWidth());
    }
    switch (endColumns) {
      case REASONS -> addEnds(agents);
      case TERMINALS -> {}
    }
    if (logits > 0 && shape.actions() instanceof ActionSpace.Continuous) {
      squashed = columns.size();
      add(
          Dtype.BOOL,
          RecordedActionBound.COLUMN,
          wording("RecordedColumns.whether_a_tanh_bounds"),
          List.of("agent"),
          agents);
    }
    firstFigure = columns.size();
    for (StepFigure figure : shape.figures()) {
      columns.add(new Column(figure.spec(), List.of(agents)));
    }
    firstOfEnvironment = columns.size();
    columns.addAll(shape.stateColumns());
    secondSegment = columns.size();
    if (!layout.inOneColumn()) {
      layout.segments().stream().skip(1).forEach(segment -> add(segment, agents));
    }
  }

  /// Adds the column for the version of the policy that acts.
  void addPolicyUpdate() {
    policyUpdate = columns.size();
    add(
        Dtype.I4,
        ActingUpdate.COLUMN,
        wording("RecordedColumns.the_update_whose_policy_acted"),
        List.of());
  }

  private void add(ObservationLayout.Segment segment, int agents) {
    List<Integer> rowShape = new ArrayList<>(List.of(agents));
    rowShape.addAll(segment.shape());
    List<Object> axes = new ArrayList<>(List.of("agent"));
    axes.addAll(segment.shape());
    add(
        Dtype.of(segment.type().code(), segment.name()),
        ComposedObservation.column(segment),
        wording("RecordedColumns.a_segment_of_what_the_agent_saw", segment.name()),
        axes,
        rowShape.stream().mapToInt(Integer::intValue).toArray());
  }

  /// Index of the column of a segment of an observation that is not in one column.
  int segment(int number) {
    return number == 0 ? OBSERVATION : secondSegment + number - 1;
  }

  private void addEnds(int agents) {
    end = columns.size();
    add(
        Dtype.U1,
        EpisodeEnds.COLUMN,
        wording("RecordedColumns.why_the_episode_ended_with_the"),
        List.of("agent"),
        agents);
    if (thinks()) {
      finalValue = columns.size();
      add(
          Dtype.F4,
          EpisodeEnds.FINAL_VALUE,
          wording("RecordedColumns.the_policys_estimate_for_the_final"),
          List.of("agent"),
          agents);
    }
  }

  /// Number of the environment's figures.
  int figures() {
    return firstOfEnvironment - firstFigure;
  }

  /// Index of the first of the environment's figures.
  int firstFigure() {
    return firstFigure;
  }

  /// Index of `end`; -1 if any end is a `terminal`.
  int end() {
    return end;
  }

  /// Index of `final_value`; -1 if no policy acts, or if any end is a `terminal`.
  int finalValue() {
    return finalValue;
  }

  /// Index of `squashed`; -1 if actions are discrete or no policy acts.
  int squashed() {
    return squashed;
  }

  /// Index of `policy_update`; -1 if the policy is no checkpoint of a run.
  int policyUpdate() {
    return policyUpdate;
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

  /// Index of `action_mask`; -1 if the environment does not say which actions are legal.
  int actionMask() {
    return actionMask;
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
    return thinks()
        && ((column >= LOGITS && column < afterTaps) || column == finalValue || column == squashed);
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
