package dev.hindsight.inspector.agents;

import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.ArrayList;
import java.util.List;

/// What every agent has come to at any tick. Sums are kept every [#BLOCK] ticks, so that a question
/// reads at most that many rows, and a recording of a million ticks needs little memory.
///
/// Made on a background thread; questions are asked by one thread.
final class AgentLedger {
  /// Ticks between two kept sums.
  static final int BLOCK = 64;

  private final Rollout rollout;
  private final AgentChannels channels;
  private final List<RunningSums> blocks;
  private final RunningSums all;
  private final int ticks;

  private AgentLedger(
      Rollout rollout,
      AgentChannels channels,
      List<RunningSums> blocks,
      RunningSums all,
      int ticks) {
    this.rollout = rollout;
    this.channels = channels;
    this.blocks = blocks;
    this.all = all;
    this.ticks = ticks;
  }

  /// Reads a recording once.
  public static AgentLedger read(Rollout rollout, Progress progress, Cancellation cancellation) {
    AgentChannels channels = AgentChannels.of(rollout);
    return new AgentLedger(rollout, channels, List.of(), new RunningSums(channels), 0)
        .grown(progress, cancellation);
  }

  /// The same of a recording that has become longer; reads only what is new.
  AgentLedger grown(Progress progress, Cancellation cancellation) {
    int length = rollout.ticks();
    TrialIndex trials = rollout.trials();
    RunningSums running = all.copy();
    List<RunningSums> more = new ArrayList<>(blocks);
    for (int tick = ticks; tick < length; tick++) {
      if (tick % BLOCK == 0) {
        cancellation.throwIfCancelled();
        progress.report(tick, length, "ticks");
        more.add(running.copy());
      }
      running.see(trials, tick);
    }
    return new AgentLedger(rollout, channels, more, running, length);
  }

  /// How many ticks have been read.
  int ticks() {
    return ticks;
  }

  /// All agents at a tick of the recording.
  public List<AgentRow> at(int tick) {
    if (tick < 0 || tick >= ticks) {
      return List.of();
    }
    TrialIndex trials = rollout.trials();
    RunningSums now = upTo(tick, trials);
    int begin = trials.count() == 0 ? 0 : trials.start(trials.stretchAt(tick));
    RunningSums before = before(begin, trials);
    List<AgentRow> rows = new ArrayList<>(channels.agents());
    for (int agent = 0; agent < channels.agents(); agent++) {
      AgentRow.Sums sums = now.of(agent);
      rows.add(
          new AgentRow(agent, channels.condition(tick, agent), sums, sums.minus(before.of(agent))));
    }
    return rows;
  }

  /// The world of a tick is counted, the reward of its action is not yet.
  private RunningSums upTo(int tick, TrialIndex trials) {
    RunningSums sums = before(tick, trials);
    sums.seeWorld(trials, tick);
    return sums;
  }

  private RunningSums before(int tick, TrialIndex trials) {
    int block = tick / BLOCK;
    RunningSums sums = blocks.get(block).copy();
    for (int t = block * BLOCK; t < tick; t++) {
      sums.see(trials, t);
    }
    return sums;
  }
}
