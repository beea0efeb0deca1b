package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.outcome.AgentColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/// Checks what agents see of themselves (speed, way to the goal, marks, position) against the
/// columns of their state.
final class OwnStateSightRule implements SightRule {
  /// Tolerance of distances, m.
  private static final double SLACK = 0.02;

  private final AuditedRecording recording;
  private final AuditFindings auditFindings;
  private final List<ComparedNumber> numbers;
  private final int size;
  private final List<Mismatch> wrong = new ArrayList<>();
  private boolean swapped = true;
  private boolean stale = true;
  private long looked;
  private long unknown;

  /// A number in the observation that a column holds too.
  ///
  /// @param at index into the observation
  /// @param slack the tolerance for rounding and scaling
  private record ComparedNumber(int at, String name, StateNumber right, double slack) {}

  /// A number of an agent's state as it should be seen; NaN if unknown.
  private interface StateNumber {
    double of(int tick, int agent);
  }

  private record Mismatch(int tick, int agent, String name, double off) {}

  private OwnStateSightRule(
      AuditedRecording recording, AuditFindings auditFindings, List<ComparedNumber> numbers) {
    this.recording = recording;
    this.auditFindings = auditFindings;
    this.numbers = numbers;
    size = AgentColumn.widthOf(recording.rollout(), "observation");
  }

  static Optional<OwnStateSightRule> of(AuditedRecording recording, AuditFindings auditFindings) {
    List<ComparedNumber> numbers = new ArrayList<>();
    for (Segment segment : recording.rollout().manifest().observation().segments()) {
      if (segment.shape().size() == 1 && segment.names().size() == segment.length()) {
        own(recording, segment, numbers);
      }
    }
    return numbers.isEmpty()
        ? Optional.empty()
        : Optional.of(new OwnStateSightRule(recording, auditFindings, numbers));
  }

  private static void own(
      AuditedRecording recording, Segment segment, List<ComparedNumber> numbers) {
    switch (recording.world()) {
      case "darkroom" -> cell(recording, segment, numbers);
      case "airspace" -> {
        flag(recording, segment, "vertical_speed", "vertical_speed", numbers);
        flag(recording, segment, "speed", "tas", numbers);
        flag(recording, segment, "conflicts", "conflict", numbers);
        flag(recording, segment, "losses", "loss", numbers);
      }
      case "spread" -> {
        vector(recording, segment, "self/position", "pose", 3, numbers);
        vector(recording, segment, "self/velocity", "velocity", 2, numbers);
      }
      default -> vehicle(recording, segment, numbers);
    }
  }

  /// Adds x and y of a segment that are the first two numbers of a column.
  private static void vector(
      AuditedRecording recording,
      Segment segment,
      String name,
      String column,
      int each,
      List<ComparedNumber> numbers) {
    Optional<AgentColumn> right =
        recording.column(column, each).filter(_ -> segment.name().equals(name));
    for (int i = 0; right.isPresent() && i < 2; i++) {
      int axis = i;
      AgentColumn c = right.get();
      add(segment, i == 0 ? "x" : "y", numbers, (t, a) -> c.value(t, a, axis), 1e-4);
    }
  }

  /// Adds the numbers of a vehicle, ours or any that uses our names and declares its units.
  private static void vehicle(
      AuditedRecording recording, Segment segment, List<ComparedNumber> numbers) {
    Optional<AgentColumn> pose = recording.column("pose", 3);
    Optional<AgentColumn> goal = recording.column("goal", 2);
    Optional<AgentColumn> velocity = recording.column("velocity", 2);
    if (pose.isPresent() && goal.isPresent() && metres(segment, "goal_x", "goal_y")) {
      AgentColumn p = pose.get();
      AgentColumn g = goal.get();
      SeenGoal seen = new SeenGoal(p, g, recording.rules().goalSeenWithin());
      add(segment, "goal_x", numbers, (t, a) -> seen.or0(t, a, ahead(p, g, t, a)), SLACK);
      add(segment, "goal_y", numbers, (t, a) -> seen.or0(t, a, left(p, g, t, a)), SLACK);
      add(segment, "goal_seen", numbers, seen::flag, 1e-4);
    }
    if (pose.isPresent() && velocity.isPresent() && unit(segment, "speed").equals("m/s")) {
      AgentColumn p = pose.get();
      AgentColumn v = velocity.get();
      add(segment, "speed", numbers, (t, a) -> speed(p, v, t, a), 0.02);
    }
    if (recording.ours()) {
      recording
          .column("collision", 1)
          .ifPresent(
              c -> add(segment, "collided", numbers, (t, a) -> c.value(t, a) != 0 ? 1 : 0, 1e-4));
      flag(recording, segment, "respawned", "ghost", numbers);
      flag(recording, segment, "cos_lane_angle", "lane_cos", numbers);
      flag(recording, segment, "steering", "steering", numbers);
    }
  }

  /// Whether agents should see their goal: from nearby only, if goals are hidden.
  private record SeenGoal(AgentColumn pose, AgentColumn goal, OptionalDouble within) {
    /// 1 or 0; NaN where rounding decides.
    double flag(int t, int a) {
      if (within.isEmpty()) {
        return 1;
      }
      double left =
          within.getAsDouble()
              - Math.hypot(
                  goal.value(t, a, 0) - pose.value(t, a, 0),
                  goal.value(t, a, 1) - pose.value(t, a, 1));
      return Math.abs(left) < SLACK ? Double.NaN : left > 0 ? 1 : 0;
    }

    double or0(int t, int a, double number) {
      double seen = flag(t, a);
      return Double.isNaN(seen) ? seen : seen * number;
    }
  }

  private static boolean metres(Segment segment, String x, String y) {
    return unit(segment, x).equals("m ahead") && unit(segment, y).equals("m left");
  }

  private static String unit(Segment segment, String name) {
    int index = segment.names().indexOf(name);
    return index < 0 ? "" : segment.quantity(index).unit();
  }

  /// Adds a number that is compared after decoding.
  private static void add(
      Segment segment, String name, List<ComparedNumber> numbers, StateNumber right, double slack) {
    int index = segment.names().indexOf(name);
    if (index >= 0) {
      double factor = segment.quantity(index).factor();
      numbers.add(
          new ComparedNumber(
              segment.offset() + index,
              segment.name() + "." + name,
              (t, a) -> right.of(t, a) / factor,
              slack / Math.abs(factor)));
    }
  }

  /// Adds a number that has a column of its own.
  private static void flag(
      AuditedRecording recording,
      Segment segment,
      String name,
      String column,
      List<ComparedNumber> numbers) {
    int index = segment.names().indexOf(name);
    recording
        .column(column, 1)
        .filter(_ -> index >= 0)
        .ifPresent(c -> {
          double factor = Math.abs(segment.quantity(index).factor());
          add(segment, name, numbers, c::value, 1e-3 * factor);
        });
  }

  /// Adds a place, one-hot by column and row.
  private static void cell(
      AuditedRecording recording, Segment segment, List<ComparedNumber> numbers) {
    int axis = segment.name().equals("column") ? 0 : segment.name().equals("row") ? 1 : -1;
    Optional<AgentColumn> pose = recording.column("pose", 3);
    for (int i = 0; axis >= 0 && pose.isPresent() && i < segment.length(); i++) {
      int cell = i;
      AgentColumn p = pose.get();
      numbers.add(
          new ComparedNumber(
              segment.offset() + i,
              segment.name() + "." + segment.feature(i),
              (t, a) -> Math.floor(p.value(t, a, axis)) == cell ? 1 : 0,
              1e-4));
    }
  }

  private static double ahead(AgentColumn pose, AgentColumn goal, int t, int a) {
    double dx = goal.value(t, a, 0) - pose.value(t, a, 0);
    double dy = goal.value(t, a, 1) - pose.value(t, a, 1);
    double heading = pose.value(t, a, 2);
    return dx * Math.cos(heading) + dy * Math.sin(heading);
  }

  private static double left(AgentColumn pose, AgentColumn goal, int t, int a) {
    double dx = goal.value(t, a, 0) - pose.value(t, a, 0);
    double dy = goal.value(t, a, 1) - pose.value(t, a, 1);
    double heading = pose.value(t, a, 2);
    return dy * Math.cos(heading) - dx * Math.sin(heading);
  }

  private static double speed(AgentColumn pose, AgentColumn velocity, int t, int a) {
    double vx = velocity.value(t, a, 0);
    double vy = velocity.value(t, a, 1);
    double heading = pose.value(t, a, 2);
    return Math.copySign(Math.hypot(vx, vy), vx * Math.cos(heading) + vy * Math.sin(heading));
  }

  @Override
  public void check(int tick, float[] row) {
    for (int agent = 0; agent < recording.agents(); agent++) {
      if (!recording.observes(tick, agent)) {
        continue;
      }
      if (!known(tick, agent)) {
        unknown++;
        continue;
      }
      looked++;
      ComparedNumber first = firstWrong(row, agent, tick, agent);
      if (first != null) {
        wrong.add(
            new Mismatch(
                tick,
                agent,
                first.name,
                Math.abs(row[agent * size + first.at] - first.right.of(tick, agent))));
        swapped &= another(row, tick, agent);
        stale &= tick > 0 && matches(row, agent, tick - 1, agent);
      }
    }
  }

  /// Whether an agent's observation matches the one that another agent should see.
  private boolean another(float[] row, int tick, int agent) {
    for (int other = 0; other < recording.agents(); other++) {
      if (other != agent && matches(row, agent, tick, other)) {
        return true;
      }
    }
    return false;
  }

  /// Whether an observation is what an agent should see at a tick, as far as that is known; not if
  /// nothing of it is.
  private boolean matches(float[] row, int shown, int tick, int agent) {
    return firstWrong(row, shown, tick, agent) == null && known(tick, agent);
  }

  /// Whether any number that an agent should see at a tick is known.
  private boolean known(int tick, int agent) {
    for (ComparedNumber number : numbers) {
      if (!Double.isNaN(number.right.of(tick, agent))) {
        return true;
      }
    }
    return false;
  }

  /// The first number that differs from what an agent should see at a tick.
  ///
  /// @param shown the agent whose observation is shown
  private @Nullable ComparedNumber firstWrong(float[] row, int shown, int tick, int agent) {
    for (ComparedNumber number : numbers) {
      double right = number.right.of(tick, agent);
      double seen = row[shown * size + number.at];
      double slack = number.slack + 1e-5 * Math.abs(right);
      // At a standstill there is no direction: the sign of such a speed is rounding.
      if (!Double.isNaN(right) && !(Math.abs(seen - right) <= slack)) {
        return number;
      }
    }
    return null;
  }

  @Override
  public void close() {
    auditFindings.compared(wording("OwnStateSightRule.own_state"), looked);
    auditFindings.leftOut(
        wording("OwnStateSightRule.own_state"),
        unknown,
        wording("OwnStateSightRule.the_columns_do_not_tell_it"));
    String what = wording("OwnStateSightRule.it_differs_from_this_agents_columns");
    String cause =
        swapped && recording.agents() > 1
            ? wording("OwnStateSightRule.each_time_it_is_what_another", what)
            : stale ? wording("OwnStateSightRule.each_time_it_is_the_observation", what) : what;
    for (Mismatch each : wrong) {
      auditFindings.add(
          each.tick,
          each.agent,
          wording("OwnStateSightRule.observation", each.name),
          each.off,
          cause);
    }
  }
}
