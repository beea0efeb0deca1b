package dev.hindsight.app.notices;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// What the user is told and has not put away yet.
///
/// @param open oldest first; what is said twice stands once
/// @param crashes how often something unexpected has happened at a place
public record NoticeState(List<Notice> open, Map<String, Integer> crashes) {
  /// Nothing to tell.
  public static final NoticeState EMPTY = new NoticeState(List.of(), Map.of());

  /// Whatever goes wrong again and again, the window does not fill its memory with it.
  private static final int MOST = 50;

  /// Copies what it is given.
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

  /// How often it has happened, at least once.
  public int times(Notice.Crash crash) {
    return crashes.getOrDefault(crash.place(), 1);
  }

  /// The same again is counted and not shown again, also when it was put away.
  private NoticeState counting(Notice.Crash crash) {
    Map<String, Integer> counted = new HashMap<>(crashes);
    int times = counted.merge(crash.place(), 1, Integer::sum);
    if (counted.size() > MOST) {
      return raising(crash);
    }
    List<Notice> shown = times > 1 ? open : raising(crash).open;
    return new NoticeState(shown, counted);
  }

  private NoticeState raising(Notice notice) {
    List<Notice> all = Stream.concat(without(notice), Stream.of(notice)).toList();
    return new NoticeState(all.subList(Math.max(0, all.size() - MOST), all.size()), crashes);
  }

  /// The one shown: the newest.
  public Optional<Notice> shown() {
    return open.isEmpty() ? Optional.empty() : Optional.of(open.getLast());
  }

  private Stream<Notice> without(Notice notice) {
    return open.stream().filter(other -> !other.equals(notice));
  }
}
