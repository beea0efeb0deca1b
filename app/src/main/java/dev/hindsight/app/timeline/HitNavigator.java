package dev.hindsight.app.timeline;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.model.Store;
import dev.hindsight.inspector.breakpoint.ConditionResult;
import dev.hindsight.inspector.event.SearchDirection;
import dev.hindsight.inspector.event.TickAndAgent;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.scene.AgentNames;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.function.IntSupplier;

/// Goes to the hits of breakpoints: the next of any of them, the previous one, and during playback
/// the first. FX thread.
public final class HitNavigator {
  private static final Comparator<Hit> ORDER =
      Comparator.comparingInt((Hit hit) -> hit.place.tick())
          .thenComparingInt(hit -> hit.place.agent());

  private final Store<TimelineState, TimelineCommand> timeline;
  private final Store<List<BreakpointHits>, List<BreakpointHits>> lines;
  private final Store<EventSeekState, EventSeekCommand> seek;
  private final AgentNames names;
  private final IntSupplier selected;
  private final IntConsumer select;

  private record Hit(BreakpointHits line, TickAndAgent place) {}

  /// @param lines the breakpoints that are on
  /// @param seek which agents count, and where to show the result of a search
  /// @param names the names of agents
  /// @param selected the selected agent, or [Moment#NO_AGENT]
  /// @param select selects an agent
  HitNavigator(
      Store<TimelineState, TimelineCommand> timeline,
      Store<List<BreakpointHits>, List<BreakpointHits>> lines,
      Store<EventSeekState, EventSeekCommand> seek,
      AgentNames names,
      IntSupplier selected,
      IntConsumer select) {
    this.timeline = timeline;
    this.lines = lines;
    this.seek = seek;
    this.names = names;
    this.selected = selected;
    this.select = select;
  }

  /// Goes to the next or the previous hit.
  public void go(SearchDirection searchDirection) {
    TickAndAgent from = new TickAndAgent(timeline.state().tick(), selected.getAsInt());
    nearest(from, searchDirection)
        .ifPresentOrElse(this::arrive, () -> tell(nothing(searchDirection)));
  }

  private String nothing(SearchDirection searchDirection) {
    if (lines.state().isEmpty()) {
      return wording("HitNavigator.no_breakpoint_is_enabled");
    }
    if (lines.state().stream().anyMatch(line -> line.found() instanceof ConditionResult.Pending)) {
      return wording("HitNavigator.still_searching_for_hits");
    }
    return switch (searchDirection) {
      case NEXT -> wording("HitNavigator.no_hit_after_this_tick");
      case PREVIOUS -> wording("HitNavigator.no_hit_before_this_tick");
    };
  }

  /// Goes to the first hit after a tick, and reports whether there is one. As long as an earlier
  /// hit may still be found, there is none.
  ///
  /// @param tick -1 for the first of all
  public boolean stopAfter(int tick) {
    Optional<Hit> hit =
        between(tick, timeline.state().axis().last(), SearchDirection.NEXT)
            .filter(first ->
                lines.state().stream().allMatch(line -> line.knows(first.place.tick() + 1)));
    hit.ifPresent(this::arrive);
    return hit.isPresent();
  }

  /// Advances time; playback stops at the first hit on its way.
  ///
  /// @param seconds real time
  public void pulse(double seconds) {
    TimelineState before = timeline.state();
    timeline.send(new TimelineCommand.Pulse(seconds));
    TimelineState after = timeline.state();
    if (before.running() && before.tick() != after.tick() && !lines.state().isEmpty()) {
      onTheWay(before, after).ifPresent(this::arrive);
    }
  }

  private Optional<Hit> onTheWay(TimelineState before, TimelineState after) {
    SearchDirection way =
        before.motion() == PlaybackMotion.BACKWARD
            ? SearchDirection.PREVIOUS
            : SearchDirection.NEXT;
    boolean around = (after.tick() - before.tick()) * way.sign() < 0;
    if (around && before.loop().isPresent()) {
      Span loop = before.loop().get();
      int end = way == SearchDirection.NEXT ? loop.last() : loop.from();
      int begin = way == SearchDirection.NEXT ? loop.from() : loop.last();
      return between(before.tick(), end, way)
          .or(() -> between(begin - way.sign(), after.tick(), way));
    }
    return between(before.tick(), after.tick(), way);
  }

  /// @param from excluded
  /// @param to included
  private Optional<Hit> between(int from, int to, SearchDirection way) {
    TickAndAgent beyond =
        new TickAndAgent(
            Math.max(0, from), way == SearchDirection.NEXT ? Integer.MAX_VALUE - 1 : 0);
    TickAndAgent start = from < 0 ? new TickAndAgent(0, Moment.NO_AGENT) : beyond;
    return nearest(start, way).filter(hit -> (to - hit.place.tick()) * way.sign() >= 0);
  }

  private Optional<Hit> nearest(TickAndAgent from, SearchDirection searchDirection) {
    int only =
        switch (seek.state().who()) {
          case SELECTED -> selected.getAsInt();
          case ANYONE -> Moment.NO_AGENT;
        };
    var hits =
        lines.state().stream()
            .flatMap(line ->
                line
                    .search()
                    .flatMap(search -> search.next(from, only, searchDirection))
                    .map(place -> new Hit(line, place))
                    .stream());
    return switch (searchDirection) {
      case NEXT -> hits.min(ORDER);
      case PREVIOUS -> hits.max(ORDER);
    };
  }

  private void arrive(Hit hit) {
    if (hit.place.agent() != Moment.NO_AGENT) {
      select.accept(hit.place.agent());
    }
    timeline.send(new TimelineCommand.Step(hit.place.tick() - timeline.state().tick()));
    int agent = hit.place.agent();
    String whose = agent == Moment.NO_AGENT ? "" : ", " + names.titled(agent);
    tell(hit.line.number() + " " + hit.line.breakpoint().title() + whose);
  }

  private void tell(String words) {
    seek.send(new EventSeekCommand.ShowMessage(words));
  }
}
