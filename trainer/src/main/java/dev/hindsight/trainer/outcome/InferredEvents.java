package dev.hindsight.trainer.outcome;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The rule for recordings without the column `event`: an action caused what holds in the world
/// after it and did not hold before. The size of a reward alone means nothing. Reading allocates
/// nothing; one owner thread.
///
/// *Within a trial* row t + 1 shows the world after the action of tick t:
///
/// - a contact begins if `collision` becomes 1 (vehicle) or 2 (off road);
/// - a conflict or a loss begins if `conflict` or `loss`, which count other aircraft, grow;
/// - a goal is reached if `goal_reached` rises, or if `goal` jumps (it moves between t and t + 1,
///   and did not move between t - 1 and t). In a recording with neither `goal_reached` nor `end`, a
///   goal is reached if `removed` rises and neither a contact nor a truncation is the reason;
/// - without `goal_reached`, an action that ended an episode as [EpisodeEnd#TASK_DONE] according to
///   `end` reached a goal. If no `end` of the recording says so, it does not tell goals;
/// - an action is refused if `refused` of row t says so.
///
/// *After a recording's last row*, if no trial ended there, `final/` shows the world after it; what
/// `final/` lacks is unknown.
///
/// *A trial's last action* leads to a world that no row shows. For each agent:
///
/// - if `end` tells goals, it tells this one too. It is unknown for an agent whose episode goes on
///   after the trial;
/// - an agent that had reached its goal or was in limbo has reached nothing by it;
/// - a `trial_score` above 0 says that it reached its goal in the trial, so by this action if not
///   before;
/// - without `trial_score`, in a trial that ended before its time limit (`timeoutTicks` of the
///   manifest), an ego that was still on the map has arrived: nothing else ends a trial early. This
///   does not hold if contacts, too, take agents off the map (`collision_behavior: remove`);
/// - otherwise the recording itself may show what a goal pays: if every goal within a trial brought
///   more than any other action within a trial, an action that brought at least as much as the
///   smallest of them reached a goal, and an action that brought less did not;
/// - in all other cases a goal is unknown. Contacts, conflicts and losses are unknown, except for
///   an agent that arrived: it counts as having touched nothing by that action.
final class InferredEvents {
  private static final String GOAL_REACHED = "goal_reached";
  private static final String COLLISION = "collision";

  private final Rollout rollout;
  private final int agents;
  private final WholeRecording whole;
  private final int timeoutTicks;
  private final boolean contactsRemove;
  private final boolean[] ego;
  private final Optional<AgentColumn> goalReached;
  private final Optional<AgentColumn> goal;
  private final Optional<AgentColumn> removed;
  private final Optional<AgentColumn> arrival;
  private final Optional<AgentColumn> end;
  private final Optional<AgentColumn> collision;
  private final Optional<AgentColumn> conflict;
  private final Optional<AgentColumn> loss;
  private final Optional<AgentColumn> refused;
  private final Optional<AgentColumn> truncation;
  private final Optional<AgentColumn> score;
  private final Optional<AgentColumn> reward;
  private final Optional<Channel> trialTick;
  private final Set<EventKind> recorded = new HashSet<>();
  private final int[] before;
  private final int[] after;
  private final float[] goalEarlier;
  private final float[] goalBefore;
  private final float[] goalAfter;

  InferredEvents(Rollout rollout) {
    this.rollout = rollout;
    agents = rollout.manifest().agents();
    whole = WholeRecording.of(rollout);
    timeoutTicks = rollout.manifest().trials().timeoutTicks();
    JsonNode behavior = rollout.manifest().environment().config().get("collision_behavior");
    contactsRemove = behavior != null && behavior.asText().equals("remove");
    ego = new boolean[agents];
    List<Side> sides = Side.of(rollout);
    for (int agent = 0; agent < agents; agent++) {
      ego[agent] = sides.get(agent) == Side.EGO;
    }
    goalReached = AgentColumn.of(rollout, GOAL_REACHED);
    goal = AgentColumn.of(rollout, "goal", 2).filter(_ -> goalReached.isPresent());
    removed = AgentColumn.of(rollout, "removed");
    end = AgentColumn.of(rollout, EpisodeEnds.COLUMN).filter(_ -> goalReached.isEmpty());
    arrival = goalReached.or(() -> end.isPresent() ? Optional.empty() : removed);
    collision = AgentColumn.of(rollout, COLLISION);
    conflict = AgentColumn.of(rollout, "conflict");
    loss = AgentColumn.of(rollout, "loss");
    refused = AgentColumn.of(rollout, "refused");
    truncation = AgentColumn.of(rollout, "truncation");
    score = AgentColumn.of(rollout, "trial_score");
    reward = AgentColumn.of(rollout, "reward");
    trialTick = rollout.channel("trial_tick").filter(channel -> channel.rowLength() == 1);
    for (List<EventKind> kinds : List.of(EventKind.SHARED, EventKind.DERIVED)) {
      for (EventKind kind : kinds) {
        if (AgentColumn.of(rollout, kind.column()).isPresent()
            || (kind.equals(EventKind.GOAL) && arrival.isPresent())) {
          recorded.add(kind);
        }
      }
    }
    before = new int[agents];
    after = new int[agents];
    goalEarlier = new float[2 * agents];
    goalBefore = new float[2 * agents];
    goalAfter = new float[2 * agents];
  }

  /// Whether columns other than `event` show one of the shared or derived kinds. Whether `end`
  /// tells goals, only all rows show.
  boolean isRecorded(EventKind kind) {
    return recorded.contains(kind)
        || (end.isPresent() && kind.equals(EventKind.GOAL) && whole.hasTaskDone());
  }

  /// Whether rewards may have to tell goals at the ends of trials: `end` needs no such guess.
  boolean guessesGoals() {
    return recorded.contains(EventKind.GOAL);
  }

  /// Fills a row that is followed by a row of the same trial.
  void within(int tick, int start, int[] row) {
    Arrays.fill(row, 0);
    if (collision.isPresent()) {
      collision.get().read(tick, before);
      collision.get().read(tick + 1, after);
      contacts(row);
    }
    grows(conflict, EventKind.CONFLICT, tick, row);
    grows(loss, EventKind.LOSS, tick, row);
    refused(tick, row);
    if (arrival.isPresent()) {
      arrival.get().read(tick, before);
      arrival.get().read(tick + 1, after);
      goals(tick, row);
    }
    if (goal.isPresent() && tick > start) {
      goal.get().read(tick + 1, goalAfter);
      jumps(tick, row);
    }
    tasksDone(tick, row);
  }

  /// Fills the last row of a recording that ends within a trial.
  void cutOff(int tick, int start, int[] row) {
    Arrays.fill(row, 0);
    refused(tick, row);
    if (last(COLLISION, 1, after)) {
      collision.orElseThrow().read(tick, before);
      contacts(row);
    } else {
      leaveOpen(collision, EventKind.COLLISION, row);
      leaveOpen(collision, EventKind.OFFROAD, row);
    }
    leaveOpen(conflict, EventKind.CONFLICT, row);
    leaveOpen(loss, EventKind.LOSS, row);
    if (end.isPresent()) {
      tasksDone(tick, row);
    } else if (last(GOAL_REACHED, 1, after)) {
      goalReached.orElseThrow().read(tick, before);
      goals(tick, row);
      Optional<NpyArray> moved = goal.isPresent() ? rollout.last("goal") : Optional.empty();
      if (moved.isPresent() && moved.get().length() == 2 * agents && tick > start) {
        for (int i = 0; i < goalAfter.length; i++) {
          goalAfter[i] = (float) moved.get().value(i);
        }
        jumps(tick, row);
      }
    } else {
      for (int agent = 0; agent < agents; agent++) {
        row[agent] |= out(tick, agent) ? untold(EventKind.GOAL) : 0;
      }
    }
  }

  /// Fills the row whose action ended a trial.
  void last(int tick, int start, int[] row) {
    Arrays.fill(row, 0);
    refused(tick, row);
    int took =
        trialTick.isPresent() ? (int) trialTick.get().integer(tick, 0) + 1 : tick + 1 - start;
    boolean early = timeoutTicks > 0 && took < timeoutTicks;
    tasksDone(tick, row);
    for (int agent = 0; agent < agents; agent++) {
      if (limbo(tick, agent)) {
        continue;
      }
      double recordedScore = score.isPresent() ? score.get().value(tick, agent) : Double.NaN;
      boolean arrived = (row[agent] & EventKind.GOAL.bit()) != 0;
      if (end.isPresent()) {
        boolean open = !arrived && isRecorded(EventKind.GOAL) && goesOn(tick, start, agent);
        row[agent] |= open ? untold(EventKind.GOAL) : 0;
      } else if (out(tick, agent)) {
        boolean known = true;
        if (recordedScore > 0) {
          arrived = !jumped(tick, start, agent);
        } else if (Double.isNaN(recordedScore) && early && ego[agent] && !contactsRemove) {
          arrived = true;
        } else {
          double least = whole.leastPaid();
          known = !Double.isNaN(least);
          arrived = known && reward.orElseThrow().value(tick, agent) >= least;
        }
        row[agent] |= arrived ? EventKind.GOAL.bit() : known ? 0 : untold(EventKind.GOAL);
      }
      if (!arrived && !(recordedScore > 0)) {
        row[agent] |= collision.isPresent() ? untold(EventKind.COLLISION) : 0;
        row[agent] |= collision.isPresent() ? untold(EventKind.OFFROAD) : 0;
        row[agent] |= loss.isPresent() ? untold(EventKind.LOSS) : 0;
      }
      row[agent] |= conflict.isPresent() && !arrived ? untold(EventKind.CONFLICT) : 0;
    }
  }

  /// Notes the goals that `end` tells.
  private void tasksDone(int tick, int[] row) {
    for (int agent = 0; agent < agents && end.isPresent(); agent++) {
      boolean done = end.get().integer(tick, agent) == EpisodeEnd.TASK_DONE.code();
      row[agent] |= done ? EventKind.GOAL.bit() : 0;
    }
  }

  /// Whether no action of an agent from `start` on ended its episode.
  private boolean goesOn(int tick, int start, int agent) {
    for (int t = tick; t >= start; t--) {
      if (end.orElseThrow().is(t, agent)) {
        return false;
      }
    }
    return true;
  }

  private static int untold(EventKind kind) {
    return kind.unknownBit();
  }

  /// Reads `before` and `after`, which hold `collision`.
  private void contacts(int[] row) {
    for (int agent = 0; agent < agents; agent++) {
      if (after[agent] != before[agent]) {
        row[agent] |= EventKind.COLLISION.holds(after[agent]) ? EventKind.COLLISION.bit() : 0;
        row[agent] |= EventKind.OFFROAD.holds(after[agent]) ? EventKind.OFFROAD.bit() : 0;
      }
    }
  }

  private void grows(Optional<AgentColumn> column, EventKind kind, int tick, int[] row) {
    if (column.isPresent()) {
      column.get().read(tick, before);
      column.get().read(tick + 1, after);
      for (int agent = 0; agent < agents; agent++) {
        row[agent] |= after[agent] > before[agent] ? kind.bit() : 0;
      }
    }
  }

  /// Reads `before` and `after`, which hold what shows goals.
  private void goals(int tick, int[] row) {
    int contact = EventKind.COLLISION.bit() | EventKind.OFFROAD.bit();
    for (int agent = 0; agent < agents; agent++) {
      boolean rises = before[agent] == 0 && after[agent] != 0;
      boolean excused =
          goalReached.isEmpty()
              && ((row[agent] & contact) != 0
                  || (truncation.isPresent() && truncation.get().is(tick, agent)));
      row[agent] |= rises && !excused ? EventKind.GOAL.bit() : 0;
    }
  }

  /// Reads `goalAfter`.
  private void jumps(int tick, int[] row) {
    goal.orElseThrow().read(tick, goalBefore);
    goal.orElseThrow().read(tick - 1, goalEarlier);
    for (int agent = 0; agent < agents; agent++) {
      boolean jumps = apart(goalBefore, goalAfter, agent) && !apart(goalEarlier, goalBefore, agent);
      row[agent] |= jumps ? EventKind.GOAL.bit() : 0;
    }
  }

  private static boolean apart(float[] one, float[] other, int agent) {
    return one[2 * agent] != other[2 * agent] || one[2 * agent + 1] != other[2 * agent + 1];
  }

  private void refused(int tick, int[] row) {
    if (refused.isPresent()) {
      refused.get().read(tick, before);
      for (int agent = 0; agent < agents; agent++) {
        row[agent] |= before[agent] != 0 ? EventKind.REFUSED.bit() : 0;
      }
    }
  }

  private void leaveOpen(Optional<AgentColumn> column, EventKind kind, int[] row) {
    for (int agent = 0; agent < agents && column.isPresent(); agent++) {
      row[agent] |= untold(kind);
    }
  }

  /// Whether an agent is off the map at a tick.
  boolean limbo(int tick, int agent) {
    return removed.isPresent() && removed.get().is(tick, agent);
  }

  /// Whether an agent can still reach a goal by the action of a tick.
  private boolean out(int tick, int agent) {
    return isRecorded(EventKind.GOAL)
        && !limbo(tick, agent)
        && !(goalReached.isPresent() && goalReached.get().is(tick, agent));
  }

  /// Whether it got a new goal earlier in the trial, after reaching one.
  private boolean jumped(int tick, int start, int agent) {
    return goal.isPresent()
        && (goal.get().value(tick, agent, 0) != goal.get().value(start, agent, 0)
            || goal.get().value(tick, agent, 1) != goal.get().value(start, agent, 1));
  }

  /// Reads an array of `final/`, if it has the shape of the column.
  private boolean last(String name, int width, int[] into) {
    Optional<NpyArray> array =
        AgentColumn.of(rollout, name, width).isPresent() && rollout.complete()
            ? rollout.last(name).filter(found -> found.length() == agents * width)
            : Optional.empty();
    if (array.isPresent()) {
      for (int i = 0; i < into.length; i++) {
        into[i] = (int) array.get().value(i);
      }
    }
    return array.isPresent();
  }
}
