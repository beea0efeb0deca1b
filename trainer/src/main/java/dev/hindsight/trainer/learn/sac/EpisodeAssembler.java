package dev.hindsight.trainer.learn.sac;

import dev.hindsight.trainer.advantage.Discounting.EndRule;
import dev.hindsight.trainer.advantage.Discounting.TimeoutRule;
import dev.hindsight.trainer.learn.replay.ReplayBuffer;
import dev.hindsight.trainer.learn.replay.ReplayEpisode;
import dev.hindsight.trainer.learn.training.FloatObservations;
import dev.hindsight.trainer.learn.training.ObservationStore;
import dev.hindsight.trainer.learn.training.Trajectories;
import dev.hindsight.trainer.learn.training.VectorEnvironment;
import dev.hindsight.trainer.observation.ObservationPacking;
import java.nio.FloatBuffer;
import java.util.Optional;

/// Turns agents' trajectories into episodes, segment by segment. One owner thread.
///
/// Limbo is left out: the successor of a step is the next one outside limbo, and an end in limbo
/// counts for the step before. A terminal ends an episode, and no value follows. A time limit ends
/// one with the final observation, whose value counts, or as a terminal does, by [TimeoutRule].
/// [EndRule] decides what the end of a trial does: nothing; or it ends the episode, and the value
/// of the next trial's first observation still counts; or it ends the episode, and no value
/// follows.
final class EpisodeAssembler {
  private final ObservationPacking packing;
  private final ReplayBuffer buffer;
  private final EndRule trialEnds;
  private final TimeoutRule timeouts;
  private final AgentEpisode[] pages;

  /// @param packing of the environments' observations
  /// @param agents A
  /// @param trialEnds what the end of a trial does
  /// @param timeouts what a time limit does
  EpisodeAssembler(
      ReplayBuffer buffer,
      ObservationPacking packing,
      int agents,
      EndRule trialEnds,
      TimeoutRule timeouts) {
    this.buffer = buffer;
    this.packing = packing;
    this.trialEnds = trialEnds;
    this.timeouts = timeouts;
    this.pages = new AgentEpisode[agents];
    for (int agent = 0; agent < agents; agent++) {
      pages[agent] = new AgentEpisode();
    }
  }

  /// Appends segments that continue the previous ones.
  ///
  /// @param generation number of the environments' replacement, from 0
  void write(Trajectories all, long generation) {
    for (int row = 0; row < all.rows; row++) {
      AgentEpisode agentEpisode = pages[row];
      for (int t = 0; t < all.used; t++) {
        int at = all.at(row, t);
        if (all.removed[at] == 0) {
          agentEpisode.see(all.observation, at);
          agentEpisode.act(all, row, at, generation);
        }
        if (all.steps.timedOut(at)) {
          agentEpisode.timeOut(all, at);
        } else {
          agentEpisode.end(ends(all, at));
        }
      }
    }
  }

  private EndRule ends(Trajectories all, int at) {
    if (all.terminal[at] != 0) {
      return EndRule.CUT;
    }
    return all.truncation[at] != 0 ? trialEnds : EndRule.ACROSS;
  }

  /// Cuts all unfinished episodes after their last observation, before the environments are
  /// replaced.
  void cut(VectorEnvironment vectorEnvironment) {
    ObservationStore last =
        new FloatObservations(packing, FloatBuffer.wrap(vectorEnvironment.observation));
    for (int row = 0; row < pages.length; row++) {
      if (vectorEnvironment.removed[row] == 0) {
        pages[row].see(last, row);
      }
      pages[row].close();
    }
  }

  /// The present episode of one agent.
  private final class AgentEpisode {
    private Optional<ReplayEpisode> open = Optional.empty();
    private boolean closing;

    /// Adds an observation, which completes the previous step.
    void see(ObservationStore seen, int index) {
      if (open.isPresent() && open.get().see(seen, index)) {
        buffer.grow(open.get());
      }
      if (closing) {
        close();
      }
    }

    void act(Trajectories all, int row, int at, long generation) {
      open.orElseGet(() -> begin(all, row, at, generation)).act(all.action[at], all.reward[at]);
    }

    private ReplayEpisode begin(Trajectories all, int row, int at, long generation) {
      ReplayEpisode fresh = new ReplayEpisode(packing, generation, all.discount[row]);
      fresh.see(all.observation, at);
      buffer.begin(fresh);
      open = Optional.of(fresh);
      return fresh;
    }

    /// Ends the episode with its final observation. An agent in limbo has none: nothing follows.
    void timeOut(Trajectories all, int at) {
      if (all.removed[at] != 0 || timeouts == TimeoutRule.END) {
        end(EndRule.CUT);
        return;
      }
      see(all.finals.all(), all.finals.index(at));
      close();
    }

    void end(EndRule how) {
      switch (how) {
        case ACROSS -> {}
        case BOOT -> closing = true;
        case CUT -> {
          if (open.isPresent() && open.get().terminate()) {
            buffer.grow(open.get());
          }
          close();
        }
      }
    }

    void close() {
      open.ifPresent(buffer::end);
      open = Optional.empty();
      closing = false;
    }
  }
}
