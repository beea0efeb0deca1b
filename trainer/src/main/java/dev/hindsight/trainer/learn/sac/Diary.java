package dev.hindsight.trainer.learn.sac;

import dev.hindsight.trainer.credit.Discounting.Ends;
import dev.hindsight.trainer.learn.training.Fleet;
import dev.hindsight.trainer.learn.training.Trajectories;
import java.nio.FloatBuffer;
import java.util.Optional;

/// Makes episodes of what agents lived through, segment after segment. One owner thread.
///
/// Limbo is left out: the successor of a step is the next one outside it, and what ends in limbo
/// ended with the step before. A terminal ends an episode, and nothing is expected after it. The
/// end of a trial, or a time limit, does what [Ends] says: nothing; or it ends the episode and what
/// is seen next still counts, as its final observation; or it does not.
final class Diary {
  private final EpisodeBuffer buffer;
  private final Ends trialEnds;
  private final Page[] pages;

  /// @param agents A
  /// @param trialEnds what the end of a trial does
  Diary(EpisodeBuffer buffer, int agents, Ends trialEnds) {
    this.buffer = buffer;
    this.trialEnds = trialEnds;
    this.pages = new Page[agents];
    for (int agent = 0; agent < agents; agent++) {
      pages[agent] = new Page();
    }
  }

  /// Writes segments down that go on where the last ones ended.
  ///
  /// @param generation which life of the environments this is, from 0
  void write(Trajectories all, long generation) {
    for (int row = 0; row < all.rows; row++) {
      Page page = pages[row];
      for (int t = 0; t < all.used; t++) {
        int at = all.at(row, t);
        if (all.removed[at] == 0) {
          page.see(all.observation, at * all.numbers);
          page.act(all, row, at, generation);
        }
        page.end(ends(all, at));
      }
    }
  }

  private Ends ends(Trajectories all, int at) {
    if (all.terminal[at] != 0) {
      return Ends.CUT;
    }
    return all.truncation[at] != 0 ? trialEnds : Ends.ACROSS;
  }

  /// The environments are about to be made anew: what goes on is cut, after what it shows last.
  void cut(Fleet fleet) {
    FloatBuffer last = FloatBuffer.wrap(fleet.observation);
    int numbers = fleet.shape().observation().size();
    for (int row = 0; row < pages.length; row++) {
      if (fleet.removed[row] == 0) {
        pages[row].see(last, row * numbers);
      }
      pages[row].close();
    }
  }

  /// What one agent is about.
  private final class Page {
    private Optional<Episode> open = Optional.empty();
    private boolean closing;

    /// Whatever was done last is whole with this.
    void see(FloatBuffer seen, int from) {
      if (open.isPresent() && open.get().see(seen, from)) {
        buffer.grow();
      }
      if (closing) {
        close();
      }
    }

    void act(Trajectories all, int row, int at, long generation) {
      open.orElseGet(() -> begin(all, row, at, generation)).act(all.action[at], all.reward[at]);
    }

    private Episode begin(Trajectories all, int row, int at, long generation) {
      Episode fresh = new Episode(all.numbers, generation, all.discount[row]);
      fresh.see(all.observation, at * all.numbers);
      buffer.begin(fresh);
      open = Optional.of(fresh);
      return fresh;
    }

    void end(Ends how) {
      switch (how) {
        case ACROSS -> {}
        case BOOT -> closing = true;
        case CUT -> {
          if (open.isPresent() && open.get().terminate()) {
            buffer.grow();
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
