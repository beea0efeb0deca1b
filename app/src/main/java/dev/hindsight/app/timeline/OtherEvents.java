package dev.hindsight.app.timeline;

import dev.hindsight.inspector.compare.Alignment;
import dev.hindsight.trainer.outcome.EventLog;
import dev.hindsight.trainer.scene.AgentNames;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/// Events of the recording beside this one, B, each at the tick of this one, A, that its tick is
/// paired with. Immutable; any thread.
///
/// @param own the events in B
/// @param places those that have a counterpart, in time order
/// @param alone how many have none
/// @param names the names of agents in B
record OtherEvents(EventLog own, List<Place> places, int alone, AgentNames names) {
  /// Copies the list.
  OtherEvents {
    places = List.copyOf(places);
  }

  /// The place of an event on the lanes of A.
  ///
  /// @param event its index in B's log
  /// @param at the tick of A paired with its tick
  /// @param from the first tick of A paired with one at which its effect lasts
  /// @param to one after the last of them; `from` if there is none
  record Place(int event, int at, int from, int to) {}

  /// No events.
  static OtherEvents none(AgentNames names) {
    return new OtherEvents(EventLog.EMPTY, List.of(), 0, names);
  }

  /// Places the events of B.
  ///
  /// @param alignment of A with B
  static OtherEvents of(EventLog own, Alignment alignment, AgentNames names) {
    Alignment turned = alignment.swapped();
    List<Place> places = new ArrayList<>();
    int alone = 0;
    for (int event = 0; event < own.count(); event++) {
      OptionalInt at = turned.paired(own.at(event));
      if (at.isEmpty()) {
        alone++;
        continue;
      }
      // An effect is drawn as long as its ticks run side by side with A's without a gap.
      OptionalInt from = turned.paired(own.from(event));
      int first = from.orElse(at.getAsInt());
      int end = first;
      for (int tick = own.from(event); from.isPresent() && tick < own.to(event); tick++) {
        OptionalInt beside = turned.paired(tick);
        if (beside.isEmpty() || beside.getAsInt() != end) {
          break;
        }
        end++;
      }
      places.add(new Place(event, at.getAsInt(), first, end));
    }
    return new OtherEvents(own, places, alone, names);
  }

  /// The events near a tick of A, or whose effect lasts there.
  ///
  /// @param reach the distance in ticks
  List<Place> near(int tick, int reach) {
    return places.stream()
        .filter(place ->
            place.at() <= tick + reach && Math.max(place.at() + 1, place.to()) > tick - reach)
        .toList();
  }

  /// Describes an event, with B's own ticks.
  String words(Place place) {
    return "B: " + own.words(place.event(), names::titled);
  }
}
