package dev.hindsight.app.timeline;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.bookmarks.BookmarkCommand;
import dev.hindsight.app.bookmarks.BookmarkState;
import dev.hindsight.app.model.Store;
import dev.hindsight.app.tasks.BackgroundTasks;
import dev.hindsight.inspector.compare.Counterpart;
import dev.hindsight.inspector.event.Landmark;
import dev.hindsight.inspector.event.LandmarkSearch;
import dev.hindsight.inspector.event.SearchDirection;
import dev.hindsight.inspector.event.TickAndAgent;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.BodyNames;
import dev.hindsight.trainer.task.Cancellation;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Optional;
import java.util.Queue;
import java.util.function.IntConsumer;
import java.util.function.IntSupplier;
import java.util.stream.Stream;

/// Moves the cursor to the next or the previous event. FX thread; searches in the background.
///
/// A key press during a search is not lost: each press starts where the one before it has led.
public final class EventNavigator {
  private final Rollout rollout;
  private final Optional<Counterpart> beside;
  private final Store<TimelineState, TimelineCommand> timeline;
  private final Store<BookmarkState, BookmarkCommand> bookmarks;
  private final Store<EventSeekState, EventSeekCommand> seek;
  private final IntSupplier selected;
  private final IntConsumer select;
  private final Queue<SeekRequest> waiting = new ArrayDeque<>();
  private boolean searching;
  private boolean closed;

  /// The cursor and the selected agent when the last message was shown.
  private TickAndAgent tellsOf = new TickAndAgent(0, Moment.NO_AGENT);

  /// The event of B that led there.
  private Optional<TickAndAgent> cameFrom = Optional.empty();

  private record SeekRequest(
      Landmark landmark, SearchDirection direction, BackgroundTasks background) {}

  /// @param beside the recording beside this one, B
  /// @param selected the selected agent, or [Moment#NO_AGENT]
  /// @param select selects an agent
  public EventNavigator(
      Rollout rollout,
      Optional<Counterpart> beside,
      Store<TimelineState, TimelineCommand> timeline,
      Store<BookmarkState, BookmarkCommand> bookmarks,
      IntSupplier selected,
      IntConsumer select) {
    this.rollout = rollout;
    this.beside = beside;
    this.timeline = timeline;
    this.bookmarks = bookmarks;
    this.selected = selected;
    this.select = select;
    this.seek =
        new Store<>(
            EventSeekState.start(rollout, beside.map(Counterpart::other)), EventSeekState::apply);
    timeline.watch(_ -> movedOn());
  }

  /// Clears the message of a search when the cursor or the selection has moved away from where it
  /// applies.
  private void movedOn() {
    if (!tellsOf.equals(here()) && !seek.state().result().isEmpty()) {
      seek.send(new EventSeekCommand.ShowMessage(""));
    }
  }

  /// Handles the selection of another agent.
  public void selected() {
    movedOn();
  }

  /// Shows a message until the cursor or the selection moves.
  void tell(String words) {
    tellsOf = here();
    cameFrom = Optional.empty();
    seek.send(new EventSeekCommand.ShowMessage(words));
  }

  private TickAndAgent here() {
    return new TickAndAgent(timeline.state().tick(), selected.getAsInt());
  }

  /// What the search looks for.
  public Store<EventSeekState, EventSeekCommand> seek() {
    return seek;
  }

  /// Goes to the next event of the chosen kind.
  public void go(SearchDirection searchDirection, BackgroundTasks backgroundTasks) {
    go(seek.state().chosen(), searchDirection, backgroundTasks);
  }

  /// Goes to the next event of another kind.
  public void go(
      Landmark landmark, SearchDirection searchDirection, BackgroundTasks backgroundTasks) {
    if (!closed) {
      waiting.add(new SeekRequest(landmark, searchDirection, backgroundTasks));
      next();
    }
  }

  /// Begins no more searches, because the recording is going to be closed after those that run.
  public void close() {
    closed = true;
    waiting.clear();
  }

  private void next() {
    SeekRequest seekRequest = searching ? null : waiting.poll();
    if (seekRequest == null) {
      return;
    }
    TickAndAgent from = here();
    if (seekRequest.landmark() instanceof Landmark.Bookmarked) {
      arrived(seekRequest, bookmark(from, seekRequest.direction()));
      next();
      return;
    }
    searching = true;
    Optional<OtherEventSearch> inOther = beside.map(OtherEventSearch::in);
    Optional<TickAndAgent> last = cameFrom.filter(_ -> tellsOf.equals(from));
    int only =
        switch (seek.state().who()) {
          case SELECTED -> selected.getAsInt();
          case ANYONE -> Moment.NO_AGENT;
        };
    seekRequest
        .background()
        .startHidden(
            wording("EventNavigator.searching_for", seekRequest.landmark().title()),
            (_, cancellation) ->
                seekRequest.landmark() instanceof Landmark.OfOther event
                    ? lookBeside(cancellation, seekRequest, inOther, event.kind(), from, last, only)
                    : look(cancellation, seekRequest, from, only),
            outcome -> {
              searching = false;
              if (!closed) {
                outcome.run();
              }
              next();
            },
            () -> {
              searching = false;
              next();
            });
  }

  /// @return the resulting work for the FX thread
  private Runnable look(
      Cancellation cancellation, SeekRequest seekRequest, TickAndAgent from, int only) {
    try {
      Optional<TickAndAgent> found =
          new LandmarkSearch(rollout, cancellation)
              .find(seekRequest.landmark(), from, only, seekRequest.direction());
      return () -> arrived(seekRequest, found);
    } catch (Problem damage) {
      return () -> tell(damage.what());
    }
  }

  /// The same search in B.
  private Runnable lookBeside(
      Cancellation cancellation,
      SeekRequest seekRequest,
      Optional<OtherEventSearch> search,
      EventKind kind,
      TickAndAgent from,
      Optional<TickAndAgent> last,
      int only) {
    try {
      Optional<OtherEventSearch.Found> found =
          search.flatMap(
              one -> one.find(kind, from, last, only, seekRequest.direction(), cancellation));
      return () -> {
        arrived(seekRequest, found.map(OtherEventSearch.Found::here));
        found.ifPresent(event -> tellOfOther(kind, event.there()));
      };
    } catch (Problem damage) {
      return () -> tell(damage.what());
    }
  }

  private void tellOfOther(EventKind kind, TickAndAgent there) {
    Rollout other = beside.orElseThrow().other();
    tell("B: " + kind.title() + ", " + BodyNames.titled(other, there.agent()));
    cameFrom = Optional.of(there);
  }

  private Optional<TickAndAgent> bookmark(TickAndAgent from, SearchDirection searchDirection) {
    Stream<TickAndAgent> places =
        bookmarks.state().placed(timeline.state().axis().trials()).stream()
            .map(placedBookmark ->
                new TickAndAgent(placedBookmark.tick(), placedBookmark.bookmark().place().agent()));
    Comparator<TickAndAgent> byTick = Comparator.comparingInt(TickAndAgent::tick);
    return switch (searchDirection) {
      case NEXT -> places.filter(place -> place.tick() > from.tick()).min(byTick);
      case PREVIOUS -> places.filter(place -> place.tick() < from.tick()).max(byTick);
    };
  }

  private void arrived(SeekRequest seekRequest, Optional<TickAndAgent> found) {
    if (found.isEmpty()) {
      String where =
          switch (seekRequest.direction()) {
            case NEXT -> "after";
            case PREVIOUS -> "before";
          };
      tell(wording("EventNavigator.none_this_tick", where, seekRequest.landmark().title()));
      return;
    }
    TickAndAgent place = found.get();
    if (place.agent() != Moment.NO_AGENT) {
      select.accept(place.agent());
    }
    timeline.send(new TimelineCommand.Step(place.tick() - timeline.state().tick()));
    tell(
        seekRequest.landmark().title()
            + (place.agent() == Moment.NO_AGENT
                ? ""
                : ", " + BodyNames.titled(rollout, place.agent())));
  }
}
