package dev.hindsight.app.notices;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What the user is told and has not put away yet.
///
/// @param open oldest first; what is said twice stands once
public record NoticeState(List<Notice> open) {
  /// Nothing to tell.
  public static final NoticeState EMPTY = new NoticeState(List.of());

  /// Whatever goes wrong again and again, the window does not fill its memory with it.
  private static final int MOST = 50;

  /// Copies the list.
  public NoticeState {
    open = List.copyOf(open);
  }

  /// The state after a command.
  public NoticeState apply(NoticeCommand command) {
    return switch (command) {
      case NoticeCommand.Raise raise -> {
        List<Notice> all =
            Stream.concat(without(raise.notice()), Stream.of(raise.notice())).toList();
        yield new NoticeState(all.subList(Math.max(0, all.size() - MOST), all.size()));
      }
      case NoticeCommand.Dismiss dismiss -> new NoticeState(without(dismiss.notice()).toList());
    };
  }

  /// The one shown: the newest.
  public Optional<Notice> shown() {
    return open.isEmpty() ? Optional.empty() : Optional.of(open.getLast());
  }

  private Stream<Notice> without(Notice notice) {
    return open.stream().filter(other -> !other.equals(notice));
  }
}
