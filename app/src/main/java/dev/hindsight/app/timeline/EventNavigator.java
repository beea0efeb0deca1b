package dev.hindsight.app.timeline;

import dev.hindsight.app.bookmarks.BookmarkCommand;
import dev.hindsight.app.bookmarks.BookmarkState;
import dev.hindsight.app.model.Store;
import dev.hindsight.app.tasks.Background;
import dev.hindsight.inspector.compare.Counterpart;
import dev.hindsight.inspector.event.Direction;
import dev.hindsight.inspector.event.Landing;
import dev.hindsight.inspector.event.Landmark;
import dev.hindsight.inspector.event.LandmarkSearch;
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

/// Moves the cursor to the next event, or the one before. FX thread; looks in the background.
///
/// Pressing the key again while a search runs is not lost: each press starts where the one before
/// it has led to.
public final class EventNavigator {
  private final Rollout rollout;
  private final Optional<Counterpart> beside;
  private final Store<TimelineState, TimelineCommand> timeline;
  private final Store<BookmarkState, BookmarkCommand> bookmarks;
  private final Store<EventSeekState, EventSeekCommand> seek;
  private final IntSupplier selected;
  private final IntConsumer select;
  private final Queue<Wish> waiting = new ArrayDeque<>();
  private boolean searching;

  /// Where the cursor was, and who was selected, when something was told.
  private Landing tellsOf = new Landing(0, Moment.NO_AGENT);

  /// The event of B that led there.
  private Optional<Landing> cameFrom = Optional.empty();

  private record Wish(Landmark landmark, Direction direction, Background background) {}

  /// @param beside the recording that stands beside, B
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

  /// What was told of a search holds for where it began or led to: anywhere else, and of another
  /// agent, it is not so.
  private void movedOn() {
    if (!tellsOf.equals(here()) && !seek.state().told().isEmpty()) {
      seek.send(new EventSeekCommand.Tell(""));
    }
  }

  /// Another agent is selected.
  public void selected() {
    movedOn();
  }

  private void tell(String words) {
    tellsOf = here();
    cameFrom = Optional.empty();
    seek.send(new EventSeekCommand.Tell(words));
  }

  private Landing here() {
    return new Landing(timeline.state().tick(), selected.getAsInt());
  }

  /// What is looked for.
  public Store<EventSeekState, EventSeekCommand> seek() {
    return seek;
  }

  /// Goes to the next of what is chosen.
  public void go(Direction direction, Background background) {
    go(seek.state().chosen(), direction, background);
  }

  /// Goes to the next of something else.
  public void go(Landmark landmark, Direction direction, Background background) {
    waiting.add(new Wish(landmark, direction, background));
    next();
  }

  private void next() {
    Wish wish = searching ? null : waiting.poll();
    if (wish == null) {
      return;
    }
    Landing from = here();
    if (wish.landmark() instanceof Landmark.Bookmarked) {
      arrived(wish, bookmark(from, wish.direction()));
      next();
      return;
    }
    searching = true;
    Optional<OtherEventSearch> inOther = beside.map(OtherEventSearch::in);
    Optional<Landing> last = cameFrom.filter(_ -> tellsOf.equals(from));
    int only =
        switch (seek.state().who()) {
          case SELECTED -> selected.getAsInt();
          case ANYONE -> Moment.NO_AGENT;
        };
    wish.background()
        .quietly(
            "Looking for " + wish.landmark().title(),
            (_, cancellation) ->
                wish.landmark() instanceof Landmark.OfOther event
                    ? lookBeside(cancellation, wish, inOther, event.kind(), from, last, only)
                    : look(cancellation, wish, from, only),
            outcome -> {
              searching = false;
              outcome.run();
              next();
            });
  }

  /// @return what the FX thread does about it
  private Runnable look(Cancellation cancellation, Wish wish, Landing from, int only) {
    try {
      Optional<Landing> found =
          new LandmarkSearch(rollout, cancellation)
              .find(wish.landmark(), from, only, wish.direction());
      return () -> arrived(wish, found);
    } catch (Problem damage) {
      return () -> tell(damage.what());
    }
  }

  /// Likewise in B.
  private Runnable lookBeside(
      Cancellation cancellation,
      Wish wish,
      Optional<OtherEventSearch> search,
      EventKind kind,
      Landing from,
      Optional<Landing> last,
      int only) {
    try {
      Optional<OtherEventSearch.Found> found =
          search.flatMap(one -> one.find(kind, from, last, only, wish.direction(), cancellation));
      return () -> {
        arrived(wish, found.map(OtherEventSearch.Found::here));
        found.ifPresent(event -> tellOfOther(kind, event.there()));
      };
    } catch (Problem damage) {
      return () -> tell(damage.what());
    }
  }

  private void tellOfOther(EventKind kind, Landing there) {
    Rollout other = beside.orElseThrow().other();
    tell("B: " + kind.title() + ", " + BodyNames.titled(other, there.agent()));
    cameFrom = Optional.of(there);
  }

  private Optional<Landing> bookmark(Landing from, Direction direction) {
    Stream<Landing> places =
        bookmarks.state().placed(timeline.state().axis().trials()).stream()
            .map(placed -> new Landing(placed.tick(), placed.bookmark().place().agent()));
    Comparator<Landing> byTick = Comparator.comparingInt(Landing::tick);
    return switch (direction) {
      case NEXT -> places.filter(place -> place.tick() > from.tick()).min(byTick);
      case PREVIOUS -> places.filter(place -> place.tick() < from.tick()).max(byTick);
    };
  }

  private void arrived(Wish wish, Optional<Landing> found) {
    if (found.isEmpty()) {
      String where =
          switch (wish.direction()) {
            case NEXT -> "after";
            case PREVIOUS -> "before";
          };
      tell("none " + where + " this tick: " + wish.landmark().title());
      return;
    }
    Landing place = found.get();
    if (place.agent() != Moment.NO_AGENT) {
      select.accept(place.agent());
    }
    timeline.send(new TimelineCommand.Step(place.tick() - timeline.state().tick()));
    tell(
        wish.landmark().title()
            + (place.agent() == Moment.NO_AGENT
                ? ""
                : ", " + BodyNames.titled(rollout, place.agent())));
  }
}
