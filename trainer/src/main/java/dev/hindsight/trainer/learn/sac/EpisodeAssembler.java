package dev.hindsight.trainer.learn.sac;

import dev.hindsight.trainer.advantage.Discounting.EndRule;
import dev.hindsight.trainer.advantage.Discounting.TimeoutRule;
import dev.hindsight.trainer.learn.replay.EpisodeSink;
import dev.hindsight.trainer.learn.replay.ReplayEpisode;
import dev.hindsight.trainer.learn.replay.ReplayOrigin;
import dev.hindsight.trainer.learn.replay.SequenceSizes;
import dev.hindsight.trainer.learn.replay.StepSizes;
import dev.hindsight.trainer.learn.replay.StoredEpisodeEnd;
import dev.hindsight.trainer.learn.training.FloatObservations;
import dev.hindsight.trainer.learn.training.ObservationStore;
import dev.hindsight.trainer.learn.training.Trajectories;
import dev.hindsight.trainer.learn.training.VectorEnvironment;
import dev.hindsight.trainer.observation.ObservationPacking;
import java.nio.FloatBuffer;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// Turns the trajectories of agents into episodes of decision makers, segment by segment: of single
/// agents, or of groups that decide together. One owner thread.
///
/// Limbo is left out, except that the memory of a policy sees it: the successor of a step is the
/// next one outside limbo, and an end in limbo counts for the step before. A terminal ends an
/// episode, and no value follows, whatever other flags say. A time limit ends one with the final
/// observation, whose value counts, or as a terminal does, by [TimeoutRule]. [EndRule] decides what
/// the end of a trial does: nothing; or it ends the episode, and the value of the next trial's
/// first observation still counts; or it ends the episode, and no value follows.
///
/// A step of a group holds what all its members observe and do, and the sum of their rewards. It
/// exists only where no member is in limbo. The group's episode terminates where the episodes of
/// all members do, and times out where those of all do. Where they end differently no joint
/// observation follows: the episode ends without its last step. [#incomplete] counts what is left
/// out.
final class EpisodeAssembler {
  private final ObservationPacking packing;
  private final StepSizes sizes;
  private final SequenceSizes sequences;
  private final EndRule trialEnds;
  private final TimeoutRule timeouts;
  private final List<OpenEpisode> open;
  private final LimboSeen limboSeen;
  private final int actions;
  private long incomplete;
  private long steps;

  /// What a policy with memory sees of a member in limbo.
  enum LimboSeen {
    /// What the environment shows.
    AS_OBSERVED,
    /// Zeros.
    AS_ZEROS
  }

  /// The present generation, and its ticks before the next segment.
  private long generation = -1;

  private int ticks;

  /// A decision maker.
  ///
  /// @param rows its members among all agents, in order
  /// @param buffer keeps its episodes
  record Decider(List<Integer> rows, EpisodeSink buffer) {
    /// Copies the list.
    Decider {
      rows = List.copyOf(rows);
    }
  }

  /// Agents with discrete actions that decide alone and share a buffer.
  ///
  /// @param packing of the environments' observations
  /// @param agents A
  /// @param trialEnds what the end of a trial does
  /// @param timeouts what a time limit does
  EpisodeAssembler(
      EpisodeSink buffer,
      ObservationPacking packing,
      int agents,
      EndRule trialEnds,
      TimeoutRule timeouts) {
    this(
        IntStream.range(0, agents).mapToObj(row -> new Decider(List.of(row), buffer)).toList(),
        packing,
        StepSizes.LONE,
        SequenceSizes.SINGLE,
        LimboSeen.AS_OBSERVED,
        1,
        trialEnds,
        timeouts);
  }

  /// @param deciders all with as many members
  /// @param packing of the environments' observations
  /// @param sizes of their steps
  /// @param sequences what episodes keep for networks with memory
  /// @param limboSeen what those see of a member in limbo
  /// @param actions n, discrete actions of one agent
  /// @param trialEnds what the end of a trial does
  /// @param timeouts what a time limit does
  EpisodeAssembler(
      List<Decider> deciders,
      ObservationPacking packing,
      StepSizes sizes,
      SequenceSizes sequences,
      LimboSeen limboSeen,
      int actions,
      EndRule trialEnds,
      TimeoutRule timeouts) {
    this.packing = packing;
    this.sizes = sizes;
    this.sequences = sequences;
    this.limboSeen = limboSeen;
    this.actions = actions;
    this.trialEnds = trialEnds;
    this.timeouts = timeouts;
    this.open =
        IntStream.range(0, deciders.size())
            .mapToObj(index -> new OpenEpisode(index, deciders.get(index)))
            .toList();
  }

  /// Appends segments that continue the previous ones.
  ///
  /// @param from number of the environments' replacement, from 0
  void write(Trajectories all, long from) {
    incomplete = 0;
    steps = 0;
    ticks = from == generation ? ticks : 0;
    generation = from;
    for (OpenEpisode episode : open) {
      for (int t = 0; t < all.used; t++) {
        episode.tick(all, t);
      }
    }
    ticks += all.used;
  }

  /// Ticks of groups in the last segments that could not be learned from, because some but not all
  /// members were in limbo, or because their episodes ended differently.
  long incomplete() {
    return incomplete;
  }

  /// Steps of decision makers in the last segments.
  long steps() {
    return steps;
  }

  /// Cuts all unfinished episodes after their last observation, before the environments are
  /// replaced.
  void cut(VectorEnvironment vectorEnvironment) {
    ObservationStore last =
        new FloatObservations(packing, FloatBuffer.wrap(vectorEnvironment.observation));
    for (OpenEpisode episode : open) {
      boolean whole = true;
      for (int row : episode.rows) {
        whole &= vectorEnvironment.removed[row] == 0;
      }
      if (whole) {
        episode.see(last, episode.rows);
      }
      episode.close(StoredEpisodeEnd.CUT);
    }
  }

  /// The present episode of one decision maker.
  private final class OpenEpisode {
    private final int index;
    private final int[] rows;
    private final EpisodeSink buffer;

    /// `[M]` the tick of each member in the trajectories.
    private final int[] at;

    private final int[] finals;
    private final byte[] resting;

    /// `[s]`, the states of all members side by side, or the one of the group.
    private final float[] states = new float[sequences.state()];

    private final float[] numbers = new float[sizes.members() * sizes.numbers()];
    private Optional<ReplayEpisode> episode = Optional.empty();
    private boolean closing;

    OpenEpisode(int index, Decider decider) {
      this.index = index;
      rows = decider.rows().stream().mapToInt(Integer::intValue).toArray();
      buffer = decider.buffer();
      at = new int[rows.length];
      finals = new int[rows.length];
      resting = new byte[rows.length];
    }

    void tick(Trajectories all, int t) {
      int live = 0;
      int terminal = 0;
      int timedOut = 0;
      boolean cut = false;
      for (int member = 0; member < rows.length; member++) {
        int tick = all.at(rows[member], t);
        at[member] = tick;
        live += 1 - all.removed[tick];
        terminal += all.terminal[tick];
        timedOut += all.steps.timedOut(tick) ? 1 : 0;
        cut |= all.truncation[tick] != 0;
      }
      boolean whole = live == rows.length;
      if (whole) {
        see(all.observation, at);
        act(all, t);
        steps++;
      } else if (live > 0) {
        incomplete++;
      }
      if (sequences.ticks() == SequenceSizes.Ticks.ALL) {
        remember(all, t, whole);
      }
      if (terminal == rows.length) {
        end(EndRule.CUT, StoredEpisodeEnd.TERMINAL);
      } else if (terminal + timedOut == 0) {
        end(cut ? trialEnds : EndRule.ACROSS, StoredEpisodeEnd.TRIAL_END);
      } else if (timedOut == rows.length && (whole || live == 0)) {
        timeOut(all, whole);
      } else {
        incomplete += whole ? 1 : 0;
        close(StoredEpisodeEnd.CUT);
      }
    }

    /// Adds an observation, which completes the previous step.
    void see(ObservationStore seen, int[] indices) {
      if (episode.isPresent() && episode.get().see(seen, indices)) {
        buffer.grow(episode.get());
      }
      if (closing) {
        close(StoredEpisodeEnd.TRIAL_END);
      }
    }

    private void act(Trajectories all, int t) {
      ReplayEpisode present = episode.orElseGet(() -> begin(all, t));
      float brought = 0;
      int joint = 0;
      for (int member = 0; member < at.length; member++) {
        brought += all.reward[at[member]];
        joint = joint * actions + all.action[at[member]];
        System.arraycopy(
            all.numbersTaken,
            at[member] * sizes.numbers(),
            numbers,
            member * sizes.numbers(),
            sizes.numbers());
      }
      if (sizes.numbers() > 0) {
        present.act(numbers, brought);
      } else {
        present.act(joint, brought);
      }
      present.made(ticks + t);
    }

    /// Keeps what the memory of a policy was and saw at this tick.
    private void remember(Trajectories all, int t, boolean whole) {
      ReplayEpisode present = episode.orElseGet(() -> open(all, t));
      for (int i = 0; i < states.length; i += all.stateNumbers) {
        int from = at[i / all.stateNumbers] * all.stateNumbers;
        System.arraycopy(all.state, from, states, i, all.stateNumbers);
      }
      if (!whole) {
        for (int member = 0; member < at.length; member++) {
          resting[member] = all.removed[at[member]];
          boolean zeros = limboSeen == LimboSeen.AS_ZEROS && resting[member] != 0;
          at[member] = zeros ? ReplayEpisode.NOTHING : at[member];
        }
        present.rest(all.observation, at, resting);
      }
      present.remember(states, 0);
    }

    private ReplayEpisode begin(Trajectories all, int t) {
      ReplayEpisode fresh = open(all, t);
      fresh.see(all.observation, at);
      return fresh;
    }

    private ReplayEpisode open(Trajectories all, int t) {
      ReplayOrigin origin = new ReplayOrigin(generation, index, ticks + t);
      ReplayEpisode fresh =
          new ReplayEpisode(packing, sizes, sequences, origin, all.discount[all.at(rows[0], t)]);
      buffer.begin(fresh);
      episode = Optional.of(fresh);
      return fresh;
    }

    /// Ends the episode with its final observation. Members in limbo have none: nothing follows.
    private void timeOut(Trajectories all, boolean live) {
      if (!live || timeouts == TimeoutRule.END) {
        end(EndRule.CUT, StoredEpisodeEnd.TIME_LIMIT);
        return;
      }
      for (int member = 0; member < at.length; member++) {
        finals[member] = all.finals.index(at[member]);
      }
      see(all.finals.all(), finals);
      close(StoredEpisodeEnd.TIME_LIMIT);
    }

    private void end(EndRule how, StoredEpisodeEnd why) {
      switch (how) {
        case ACROSS -> {}
        case BOOT -> closing = true;
        case CUT -> {
          if (episode.isPresent() && episode.get().terminate()) {
            buffer.grow(episode.get());
          }
          close(why);
        }
      }
    }

    void close(StoredEpisodeEnd why) {
      episode.ifPresent(over -> {
        over.end(why);
        buffer.end(over);
      });
      episode = Optional.empty();
      closing = false;
    }
  }
}
