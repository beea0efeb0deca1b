package dev.hindsight.trainer.outcome;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The trials of all agents in a recording.
///
/// @param name of the recording
/// @param trials K, trials per episode: the manifest's number, but at least the number found
/// @param sides of each agent
/// @param episodes in their order
/// @param source of its events
/// @param events those that views should show, of the column `event`
public record ScoreSheet(
    String name,
    int trials,
    List<Side> sides,
    List<Episode> episodes,
    Source source,
    List<EventKind> events) {
  /// The source of events.
  public enum Source {
    /// The environment recorded them.
    RECORDED,
    /// Hindsight derived them from other columns.
    DERIVED
  }

  /// The trials of one episode.
  ///
  /// @param number from 0
  /// @param partner name of the partner that drove its co-players; empty without partners
  /// @param trials in their order; fewer than K if the recording was cut off
  public record Episode(int number, Optional<String> partner, List<Trial> trials) {
    /// Copies the list.
    public Episode {
      trials = List.copyOf(trials);
    }

    /// The trial with a number, from 0.
    public Optional<Trial> trial(int wanted) {
      return trials.stream().filter(trial -> trial.number() == wanted).findFirst();
    }
  }

  /// Copies the lists.
  public ScoreSheet {
    sides = List.copyOf(sides);
    episodes = List.copyOf(episodes);
    events = List.copyOf(events);
  }

  /// The partners that drove its co-players, sorted by name.
  public List<String> partners() {
    return episodes.stream()
        .flatMap(episode -> episode.partner().stream())
        .distinct()
        .sorted()
        .toList();
  }

  /// Only the episodes with one partner, which keep their numbers.
  public ScoreSheet with(String partner) {
    return new ScoreSheet(
        name,
        trials,
        sides,
        episodes.stream()
            .filter(episode -> episode.partner().filter(partner::equals).isPresent())
            .toList(),
        source,
        events);
  }

  /// Number of agents of a side.
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

  /// Every trial with its episode, in order of time.
  public Stream<Place> places() {
    return episodes.stream()
        .flatMap(episode -> episode.trials().stream().map(trial -> new Place(episode, trial)));
  }

  /// A trial with its episode.
  public record Place(Episode episode, Trial trial) {
    /// Whether a tick belongs to it.
    public boolean holds(int tick) {
      return tick >= trial.start() && tick < trial.start() + trial.ticks();
    }
  }
}
