package dev.hindsight.trainer.outcome;

import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.Optional;

/// Where agents' episodes end in a recording, and why: the single source for it. Reading allocates
/// nothing but the reason; any thread.
///
/// Recordings without the column `end` were made when `terminal` meant any end of an episode, time
/// limits included. There the reason is inferred from the other results of the tick.
public final class EpisodeEnds {
  /// The column with the codes of [EpisodeEnd].
  public static final String COLUMN = "end";

  /// The column with the values of final observations before time limits; NaN elsewhere.
  public static final String FINAL_VALUE = "final_value";

  private final int agents;
  private final int trials;
  private final Optional<AgentColumn> end;
  private final Optional<AgentColumn> terminal;
  private final Optional<AgentColumn> truncation;
  private final Optional<AgentColumn> removed;
  private final Optional<AgentColumn> event;
  private final Optional<AgentColumn> score;
  private final Optional<Channel> trialTick;

  /// The number of the episode in the file, if the recording was a dataset.
  private final Optional<Channel> datasetEpisode;

  private final int ticks;

  public EpisodeEnds(Rollout rollout) {
    agents = rollout.manifest().agents();
    trials = rollout.manifest().trials().count();
    end = AgentColumn.of(rollout, COLUMN);
    terminal = AgentColumn.of(rollout, "terminal");
    truncation = AgentColumn.of(rollout, "truncation");
    removed = AgentColumn.of(rollout, "removed");
    event = AgentColumn.of(rollout, "event");
    score = AgentColumn.of(rollout, "trial_score");
    trialTick = rollout.channel("trial_tick").filter(channel -> channel.rowLength() == 1);
    datasetEpisode =
        rollout
            .channel("dataset_episode")
            .filter(channel -> rollout.manifest().wasDataset() && channel.rowLength() == 1);
    ticks = rollout.ticks();
  }

  /// Whether the recording says why episodes end; if not, [#why] infers it.
  public boolean isRecorded() {
    return end.isPresent();
  }

  /// Whether the recording says where episodes end.
  public boolean isKnown() {
    return end.isPresent() || terminal.isPresent();
  }

  /// Whether an agent's episode ended with the action of a tick, for good or at its time limit: its
  /// memory is wiped after it.
  public boolean ended(int tick, int agent) {
    return is(end, tick, agent) || is(terminal, tick, agent) || followed(tick);
  }

  /// Whether another episode of a dataset follows: then this one is over, even if nothing says why.
  private boolean followed(int tick) {
    return datasetEpisode.isPresent()
        && tick + 1 < ticks
        && datasetEpisode.get().integer(tick + 1, 0) != datasetEpisode.get().integer(tick, 0);
  }

  /// Whether the episodes of all agents ended with the actions of a tick.
  public boolean allEnded(int tick) {
    for (int agent = 0; agent < agents; agent++) {
      if (!ended(tick, agent)) {
        return false;
      }
    }
    return agents > 0 && isKnown();
  }

  /// Whether the episodes of all agents are over after the actions of a tick: those of agents in
  /// the world end with it, and those that ended before end their limbo, which a truncation marks.
  public boolean allOver(int tick) {
    boolean ends = false;
    boolean waited = false;
    for (int agent = 0; agent < agents; agent++) {
      boolean ended = ended(tick, agent);
      if (!ended && !(is(removed, tick, agent) && is(truncation, tick, agent))) {
        return false;
      }
      ends |= ended;
      waited |= !ended;
    }
    // The limbo of an agent that enters is cut too, perhaps as the last of the others leaves.
    return ends && (!waited || restarts(tick + 1));
  }

  private boolean restarts(int tick) {
    return tick >= ticks || trialTick.isEmpty() || trialTick.get().integer(tick, 0) == 0;
  }

  /// Whether an agent's episode ended at its time limit, so that the value of the final observation
  /// stands for what was cut off. Never without the column: such episodes were learned as ends.
  public boolean timedOut(int tick, int agent) {
    return end.isPresent() && end.get().integer(tick, agent) == EpisodeEnd.TIMEOUT.code();
  }

  /// Why an agent's episode ended with the action of a tick; empty if it goes on.
  public Optional<EpisodeEnd> why(int tick, int agent) {
    if (end.isPresent()) {
      return EpisodeEnd.of((int) end.get().integer(tick, agent));
    }
    return is(terminal, tick, agent) ? Optional.of(inferred(tick, agent)) : Optional.empty();
  }

  private EpisodeEnd inferred(int tick, int agent) {
    long happened = event.isPresent() ? event.get().integer(tick, agent) : 0;
    if ((score.isPresent() && score.get().value(tick, agent) == 1)
        || (happened & EventBits.GOAL) != 0) {
      return EpisodeEnd.TASK_DONE;
    }
    if ((happened & (EventBits.COLLISION | EventBits.OFFROAD)) != 0) {
      return EpisodeEnd.CRASH;
    }
    boolean limit = trials <= 1 && is(truncation, tick, agent);
    return limit ? EpisodeEnd.TIMEOUT : EpisodeEnd.TASK_FAILED;
  }

  private static boolean is(Optional<AgentColumn> column, int tick, int agent) {
    return column.isPresent() && column.get().is(tick, agent);
  }
}
