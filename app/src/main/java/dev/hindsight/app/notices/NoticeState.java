package dev.hindsight.app.notices;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The notices that the user has not dismissed yet.
///
/// @param open oldest first, without duplicates
/// @param crashes how often a crash has happened at a place
public record NoticeState(List<Notice> open, Map<String, Integer> crashes) {
  /// No notices.
  public static final NoticeState EMPTY = new NoticeState(List.of(), Map.of());

  /// Limits the memory that repeated failures can take.
  private static final int MOST_NOTICES = 50;

  /// Copies the list and the map.
  public NoticeState {
    open = List.copyOf(open);
    crashes = Map.copyOf(crashes);
  }

  /// The state after a command.
  public NoticeState apply(NoticeCommand command) {
    return switch (command) {
      case NoticeCommand.Raise raise ->
          raise.notice() instanceof Notice.Crash crash ? counting(crash) : raising(raise.notice());
      case NoticeCommand.Dismiss dismiss ->
          new NoticeState(without(dismiss.notice()).toList(), crashes);
    };
  }

  /// How often a crash has happened, at least 1.
  public int times(Notice.Crash crash) {
    return crashes.getOrDefault(crash.place(), 1);
  }

  /// Counts a repeated crash without showing it again, even if it was dismissed.
  private NoticeState counting(Notice.Crash crash) {
    Map<String, Integer> counted = new HashMap<>(crashes);
    int times = counted.merge(crash.place(), 1, Integer::sum);
    if (counted.size() > MOST_NOTICES) {
      return raising(crash);
    }
    List<Notice> shown = times > 1 ? open : raising(crash).open;
    return new NoticeState(shown, counted);
  }

  private NoticeState raising(Notice notice) {
    List<Notice> all = Stream.concat(without(notice), Stream.of(notice)).toList();
    return new NoticeState(
        all.subList(Math.max(0, all.size() - MOST_NOTICES), all.size()), crashes);
  }

  /// The visible notice: the newest.
  public Optional<Notice> shown() {
    return open.isEmpty() ? Optional.empty() : Optional.of(open.getLast());
  }

  private Stream<Notice> without(Notice notice) {
    return open.stream().filter(other -> !other.equals(notice));
  }
}
