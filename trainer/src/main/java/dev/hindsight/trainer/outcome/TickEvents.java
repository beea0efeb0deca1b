package dev.hindsight.trainer.outcome;

import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.TrialIndex;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The events that each tick's action caused, by agent: the single source of events. Reading
/// allocates nothing; one owner thread.
///
/// A row is a sum of [EventKind#bit()] for each agent; its upper bits mark kinds that are unknown,
/// see [#isUnknown].
///
/// - What the environment declares comes from the column `event`. For a recording without that
///   column, [InferredEvents] derives the shared events from other columns.
/// - *Limbo* begins at t if `removed` is 0 in row t and not 0 in row t + 1 of the same trial.
/// - *Terminal* and *truncation* are at t if their column rises in row t.
public final class TickEvents {
  private final Rollout rollout;
  private final int agents;
  private final Optional<AgentColumn> event;
  private final Optional<AgentColumn> removed;
  private final Optional<AgentColumn> terminal;
  private final Optional<AgentColumn> truncation;
  private final RecordedEvents kinds;
  private final InferredEvents seen;
  private final int[] now;
  private final int[] other;
  private TrialIndex trials;
  private int ticks;
  private boolean complete;
  private int stretch;
  private Ending ending = Ending.CUT_OFF;

  /// Reads a recording, which may grow.
  public TickEvents(Rollout rollout) {
    this.rollout = rollout;
    agents = rollout.manifest().agents();
    event = AgentColumn.of(rollout, "event");
    removed = AgentColumn.of(rollout, "removed");
    terminal = AgentColumn.of(rollout, "terminal");
    truncation = AgentColumn.of(rollout, "truncation");
    kinds = RecordedEvents.of(rollout);
    seen = new InferredEvents(rollout);
    now = new int[agents];
    other = new int[agents];
    trials = new TrialIndex(new int[0], new int[0], 0);
    ticks = 0;
    stretch = -1;
  }

  /// Whether events come from the environment and are not derived from other columns.
  public boolean recorded() {
    return event.isPresent();
  }

  /// The events that the recording can hold.
  public RecordedEvents kinds() {
    return kinds;
  }

  /// Whether the recording shows a kind at all. The common events are among those that any
  /// environment may note.
  public boolean isRecorded(EventKind kind) {
    if (recorded() && EventKind.COMMON.contains(kind)) {
      return true;
    }
    boolean declared = kinds.areDeclared() && kind.inEventColumn();
    return declared ? kinds.noted().contains(kind) : seen.isRecorded(kind);
  }

  /// Whether views should show a kind: the recording shows it, and the environment has it. Without
  /// a declaration, goals are always shown, contacts if there is a column for them, leaving the
  /// sector only in an airspace.
  public boolean shows(EventKind kind) {
    if (kinds.areDeclared() && kind.inEventColumn()) {
      return kinds.noted().contains(kind);
    }
    if (kind.equals(EventKind.COLLISION) || kind.equals(EventKind.OFFROAD)) {
      boolean sky = kind.equals(EventKind.OFFROAD) && recorded() && seen.isRecorded(EventKind.LOSS);
      return seen.isRecorded(kind) || sky;
    }
    return isRecorded(kind);
  }

  /// Whether the recording tells who reached a goal. Where an environment declares that it has no
  /// goals, reaching none is no failure.
  public boolean tellsGoals() {
    return isRecorded(EventKind.GOAL) && shows(EventKind.GOAL);
  }

  /// The kinds that views should show.
  public List<EventKind> shown() {
    return kinds.all().stream().filter(this::shows).toList();
  }

  /// The events caused by the actions of a tick.
  ///
  /// @param tick `0..ticks-1`
  /// @param row `[A]` receives the result
  public void read(int tick, int[] row) {
    find(tick);
    int start = trials.start(stretch);
    boolean follows = tick + 1 < trials.end(stretch);
    boolean last = !follows && ending.ended();
    if (event.isPresent()) {
      event.get().read(tick, row);
      for (int agent = 0; agent < agents; agent++) {
        row[agent] &= kinds.bits();
      }
    } else if (follows) {
      seen.within(tick, start, row);
    } else if (last) {
      seen.last(tick, start, row);
    } else {
      seen.cutOff(tick, start, row);
    }
    if (removed.isPresent() && !last) {
      limbo(tick, follows, row);
    }
    rises(terminal, EventKind.TERMINAL, tick, start, row);
    rises(truncation, EventKind.TRUNCATION, tick, start, row);
  }

  /// Whether a row says that something happened.
  public static boolean happened(int row, EventKind kind) {
    return (row & kind.bit()) != 0;
  }

  /// Whether a row says that it is unknown whether something happened.
  public static boolean isUnknown(int row, EventKind kind) {
    return (row & kind.unknownBit()) != 0;
  }

  /// The results of an action in words: `hits a vehicle`, `reaches its goal`.
  public List<String> results(int row) {
    List<String> words = new ArrayList<>();
    for (EventKind kind : kinds.noted()) {
      if (happened(row, kind)) {
        words.add(kind.result());
      }
    }
    if (happened(row, EventKind.LIMBO)) {
      words.add(EventKind.LIMBO.result());
    }
    return words;
  }

  /// Whether the events of a tick are final, even if the recording grows.
  public boolean settled(int tick) {
    return tick + 1 < rollout.ticks() || rollout.complete();
  }

  /// Reads what only the whole recording shows, so that no picture of a tick has to wait for it:
  /// for a background thread. Does nothing if the recording has the column `event`.
  public static void prepare(Rollout rollout) {
    if (AgentColumn.of(rollout, "event").isEmpty() && rollout.ticks() > 0) {
      boolean _ = WholeRecording.of(rollout).hasTaskDone();
      double _ = WholeRecording.of(rollout).leastPaid();
    }
  }

  /// Finds the span of a tick and how it ended; cached until that changes.
  private void find(int tick) {
    if (ticks != rollout.ticks() || complete != rollout.complete()) {
      trials = rollout.trials();
      ticks = rollout.ticks();
      complete = rollout.complete();
      stretch = -1;
    }
    if (stretch < 0 || tick < trials.start(stretch) || tick >= trials.end(stretch)) {
      stretch = trials.stretchAt(tick);
      ending = Ending.of(rollout, stretch);
    }
  }

  private void limbo(int tick, boolean follows, int[] row) {
    AgentColumn column = removed.orElseThrow();
    column.read(tick, now);
    if (follows) {
      column.read(tick + 1, other);
    }
    for (int agent = 0; agent < agents; agent++) {
      if (now[agent] == 0) {
        row[agent] |=
            !follows ? EventKind.LIMBO.unknownBit() : other[agent] != 0 ? EventKind.LIMBO.bit() : 0;
      }
    }
  }

  private void rises(Optional<AgentColumn> column, EventKind kind, int tick, int start, int[] row) {
    if (column.isEmpty()) {
      return;
    }
    column.get().read(tick, now);
    if (tick > start) {
      column.get().read(tick - 1, other);
    } else {
      Arrays.fill(other, 0);
    }
    for (int agent = 0; agent < agents; agent++) {
      row[agent] |= now[agent] != 0 && other[agent] == 0 ? kind.bit() : 0;
    }
  }
}
