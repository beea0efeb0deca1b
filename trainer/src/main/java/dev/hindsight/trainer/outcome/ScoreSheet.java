package dev.hindsight.trainer.outcome;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Every agent's every trial in a recording.
///
/// @param name of the recording
/// @param trials K, trials an episode has: as many as the manifest says, and never fewer than there
///   are
/// @param sides of each agent
/// @param episodes in their order
/// @param source where its events come from
public record ScoreSheet(
    String name, int trials, List<Side> sides, List<Episode> episodes, Source source) {
  /// Where events come from.
  public enum Source {
    /// The environment wrote them down.
    RECORDED,
    /// They were put together from what can be seen.
    DERIVED
  }

  /// Trials that belong together.
  ///
  /// @param number from 0
  /// @param trials in their order; fewer than K where the recording was cut off
  public record Episode(int number, List<Trial> trials) {
    /// Copies the list.
    public Episode {
      trials = List.copyOf(trials);
    }

    /// The trial of a number, from 0.
    public Optional<Trial> trial(int wanted) {
      return trials.stream().filter(trial -> trial.number() == wanted).findFirst();
    }
  }

  /// Copies the lists.
  public ScoreSheet {
    sides = List.copyOf(sides);
    episodes = List.copyOf(episodes);
  }

  /// Agents of a side.
  public long count(Side side) {
    return sides.stream().filter(side::equals).count();
  }

  /// Sums over the agents of a side.
  public Totals totals(Side side) {
    return Totals.of(
        episodes.stream()
            .flatMap(episode -> episode.trials().stream())
            .flatMap(trial -> trial.agents().stream())
            .filter(agent -> agent.side() == side));
  }

  /// Every trial with its episode, in the order of time.
  public Stream<Place> places() {
    return episodes.stream()
        .flatMap(episode -> episode.trials().stream().map(trial -> new Place(episode, trial)));
  }

  /// A trial and the episode it is of.
  public record Place(Episode episode, Trial trial) {
    /// Whether a tick is in it.
    public boolean holds(int tick) {
      return tick >= trial.start() && tick < trial.start() + trial.ticks();
    }
  }
}
