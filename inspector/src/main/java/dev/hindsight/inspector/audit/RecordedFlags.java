package dev.hindsight.inspector.audit;

import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.EpisodeEnd;
import dev.hindsight.trainer.outcome.EpisodeEnds;
import dev.hindsight.trainer.outcome.RecordedEvents;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A recording's beginnings and ends, tick by tick. A missing column means that the event never
/// happened. One owner thread; reading allocates nothing.
final class RecordedFlags {
  private static final String END = EpisodeEnds.COLUMN;

  private final Rollout rollout;
  private final int agents;
  private final Map<String, AgentColumn> columns;
  private final AuditedRecording recording;
  private final Optional<AgentColumn> pose;
  private final Optional<AgentColumn> collision;
  private final Optional<Channel> trial;
  private final Optional<Channel> trialTick;
  private final int declaredEvents;
  private final boolean ofAnotherProgram;
  private final EpisodeEnds ends;

  /// One row of all flags, each `[A]`.
  static final class Row {
    final int[] removed;
    final int[] terminal;
    final int[] truncation;
    final int[] ended;

    /// Whether the agent's episode ended, by a terminal or at its time limit.
    final int[] over;

    /// Codes of [dev.hindsight.trainer.outcome.EpisodeEnd].
    final int[] end;

    final int[] event;
    final float[] reward;

    /// Whether the recording has a number of the trial and of the tick within it, both whole and
    /// not negative. If not, [#trial] and [#trialTick] mean nothing.
    boolean clock;

    int trial;
    int trialTick;

    private Row(int agents) {
      removed = new int[agents];
      terminal = new int[agents];
      truncation = new int[agents];
      ended = new int[agents];
      over = new int[agents];
      end = new int[agents];
      event = new int[agents];
      reward = new float[agents];
    }

    boolean any(int[] flags) {
      for (int flag : flags) {
        if (flag != 0) {
          return true;
        }
      }
      return false;
    }

    boolean all(int[] flags) {
      for (int flag : flags) {
        if (flag == 0) {
          return false;
        }
      }
      return flags.length > 0;
    }
  }

  RecordedFlags(AuditedRecording recording) {
    this.recording = recording;
    rollout = recording.rollout();
    agents = rollout.manifest().agents();
    columns =
        Stream.of("removed", "terminal", "truncation", "trial_ended", "event", "reward", END)
            .flatMap(name -> AgentColumn.of(rollout, name).stream())
            .collect(
                Collectors.toMap(column -> column.channel().spec().name(), Function.identity()));
    pose = recording.column("pose", 3);
    collision = recording.column("collision", 1);
    trial = rollout.channel("trial").filter(c -> c.rowLength() == 1);
    trialTick = rollout.channel("trial_tick").filter(c -> c.rowLength() == 1);
    RecordedEvents events = RecordedEvents.of(rollout);
    declaredEvents = events.areDeclared() ? events.bits() : -1;
    ofAnotherProgram = BuiltInEnvironments.of(rollout).isEmpty();
    ends = new EpisodeEnds(rollout);
  }

  int agents() {
    return agents;
  }

  /// Whether it was a dataset, which need not say why an episode ended.
  boolean wasDataset() {
    return recording.wasDataset();
  }

  int ticks() {
    return rollout.ticks();
  }

  /// Whether a manual edit moved, removed or brought back an agent before a tick.
  boolean moved(int tick, int agent) {
    return recording.byHand().moved(tick, agent);
  }

  /// Metres between two agents at a tick; 0 if no poses are recorded.
  double apart(int tick, int one, int other) {
    return pose.map(p ->
            Math.hypot(
                p.value(tick, one, 0) - p.value(tick, other, 0),
                p.value(tick, one, 1) - p.value(tick, other, 1)))
        .orElse(0.0);
  }

  /// Whether an agent is in contact with another at a tick, before it acts.
  boolean touching(int tick, int agent) {
    return collision.isPresent() && collision.get().is(tick, agent);
  }

  Rollout rollout() {
    return rollout;
  }

  /// The bits of the events that the manifest declares; all bits without a declaration.
  int declaredEvents() {
    return declaredEvents;
  }

  /// Whether the episodes of all agents are over after a tick. Hindsight's environments end them
  /// all there; in another program's recording, those of agents in limbo may have ended before.
  ///
  /// @param now the row of the tick
  boolean allOver(int tick, Row now) {
    return now.all(now.over) || (ofAnotherProgram && ends.allOver(tick));
  }

  boolean has(String column) {
    return columns.containsKey(column);
  }

  /// Whether the recording numbers trials and the ticks within them.
  boolean hasClock() {
    return trial.isPresent() && trialTick.isPresent();
  }

  Row row() {
    return new Row(agents);
  }

  void read(int tick, Row row) {
    read("removed", tick, row.removed);
    read("terminal", tick, row.terminal);
    read("truncation", tick, row.truncation);
    read("trial_ended", tick, row.ended);
    read(END, tick, row.end);
    for (int agent = 0; agent < agents; agent++) {
      boolean limit = row.end[agent] == EpisodeEnd.TIMEOUT.code();
      row.over[agent] = limit ? 1 : row.terminal[agent];
    }
    read("event", tick, row.event);
    AgentColumn reward = columns.get("reward");
    if (reward != null) {
      reward.read(tick, row.reward);
    }
    double number = trial.map(c -> c.value(tick, 0)).orElse(Double.NaN);
    double within = trialTick.map(c -> c.value(tick, 0)).orElse(Double.NaN);
    row.clock = counts(number) && counts(within);
    row.trial = (int) number;
    row.trialTick = (int) within;
  }

  /// Whether it is a whole number from 0 on, as counters have.
  private static boolean counts(double value) {
    return value >= 0 && value <= Integer.MAX_VALUE && value == Math.rint(value);
  }

  private void read(String name, int tick, int[] target) {
    AgentColumn column = columns.get(name);
    if (column != null) {
      column.read(tick, target);
    }
  }
}
