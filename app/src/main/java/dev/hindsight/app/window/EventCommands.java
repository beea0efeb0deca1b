package dev.hindsight.app.window;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.commands.AppCommand;
import dev.hindsight.app.timeline.EventSeekCommand;
import dev.hindsight.app.timeline.EventSeekState;
import dev.hindsight.app.timeline.EventSeekState.AgentScope;
import dev.hindsight.app.timeline.TimelineModel;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.inspector.event.Landmark;
import dev.hindsight.inspector.event.SearchDirection;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.outcome.EventKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.material2.Material2AL;
import org.kordamp.ikonli.material2.Material2MZ;

/// Commands that go to the next event, and show which one it is.
final class EventCommands {
  private final WindowContext window;

  private EventCommands(WindowContext window) {
    this.window = window;
  }

  static List<AppCommand> of(WindowContext window) {
    EventCommands commands = new EventCommands(window);
    List<AppCommand> all = new ArrayList<>();
    all.add(
        commands.go(
            "event.next",
            wording("EventCommands.next_event"),
            Material2MZ.NAVIGATE_NEXT,
            "E",
            SearchDirection.NEXT));
    all.add(
        commands.go(
            "event.previous",
            wording("EventCommands.previous_event"),
            Material2MZ.NAVIGATE_BEFORE,
            "Shift+E",
            SearchDirection.PREVIOUS));
    all.add(commands.kind("event.kindNext", wording("EventCommands.next_kind_of_event"), "K", 1));
    all.add(
        commands.kind(
            "event.kindPrevious", wording("EventCommands.previous_kind_of_event"), "Shift+K", -1));
    all.add(commands.anyone());
    kinds().forEach(kind -> all.add(commands.look(kind.title(), new Landmark.Event(kind))));
    all.add(commands.look(wording("EventCommands.trial_end"), new Landmark.TrialEnd()));
    all.add(commands.look(wording("EventCommands.action_change"), new Landmark.ActionChange()));
    all.add(commands.look("Bookmark", new Landmark.Bookmarked()));
    return all;
  }

  /// The events of all environments. Those that only a recording declares are in the list of the
  /// timeline and behind the key for the next kind.
  private static List<EventKind> kinds() {
    return Stream.of(
            EventKind.SHARED.stream(),
            BuiltInEnvironments.all().stream().flatMap(type -> type.events().stream()),
            EventKind.DERIVED.stream())
        .flatMap(Function.identity())
        .distinct()
        .toList();
  }

  private AppCommand go(
      String id, String title, Ikon icon, String keys, SearchDirection searchDirection) {
    return command(
        id,
        title,
        icon,
        keys,
        timelineModel -> timelineModel.events().go(searchDirection, window.background()));
  }

  private AppCommand kind(String id, String title, String keys, int places) {
    return command(
        id,
        title,
        Material2AL.FILTER_LIST,
        keys,
        timelineModel ->
            timelineModel.events().seek().send(new EventSeekCommand.ChooseNext(places)));
  }

  private AppCommand anyone() {
    return command(
            "event.anyone",
            wording("EventCommands.go_to_events_of_all_agents"),
            Material2AL.GROUP,
            "A",
            timelineModel -> {
              AgentScope other =
                  switch (timelineModel.events().seek().state().who()) {
                    case ANYONE -> AgentScope.SELECTED;
                    case SELECTED -> AgentScope.ANYONE;
                  };
              timelineModel.events().seek().send(new EventSeekCommand.FilterAgents(other));
            })
        .switching(() ->
            timelineModel()
                .map(timelineModel ->
                    timelineModel.events().seek().state().who() == AgentScope.ANYONE)
                .orElse(false));
  }

  private AppCommand look(String title, Landmark landmark) {
    String id = "event.kind." + title.toLowerCase(java.util.Locale.ROOT).replace(' ', '-');
    return command(
            id,
            wording("EventCommands.search_for", title),
            Material2AL.FLAG,
            "",
            timelineModel ->
                timelineModel.events().seek().send(new EventSeekCommand.Choose(landmark)))
        .switching(() ->
            timelineModel()
                .map(timelineModel -> chosen(timelineModel).equals(landmark))
                .orElse(false))
        .unless(() ->
            timelineModel()
                .filter(shown -> !shown.events().seek().state().offered().contains(landmark))
                .map(_ -> wording("EventCommands.nothing_of_that_kind_happens_in")));
  }

  private static Landmark chosen(TimelineModel timelineModel) {
    EventSeekState state = timelineModel.events().seek().state();
    return state.chosen();
  }

  private AppCommand command(
      String id, String title, Ikon icon, String keys, Consumer<TimelineModel> run) {
    return AppCommand.recording(id, title, icon, keys, () -> timelineModel().ifPresent(run));
  }

  private Optional<TimelineModel> timelineModel() {
    return window.workspace().state().document().map(Document::timelineModel);
  }
}
