package dev.hindsight.app.timeline;

import dev.hindsight.inspector.compare.Alignment;
import dev.hindsight.trainer.outcome.EventLog;
import dev.hindsight.trainer.scene.AgentNames;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/// Events of the recording that stands beside, B, each at the tick of this one, A, that its tick is
/// paired with. Immutable; any thread.
///
/// @param own as they are in B
/// @param places of those that have a counterpart, in the order of time
/// @param alone how many have none: their ticks stand beside no tick of A
/// @param names what agents are called in B
record OtherEvents(EventLog own, List<Place> places, int alone, AgentNames names) {
  /// Copies the list.
  OtherEvents {
    places = List.copyOf(places);
  }

  /// Where an event stands on the lanes of A.
  ///
  /// @param event its number in B's log
  /// @param at the tick of A beside the tick it stands at
  /// @param from first tick of A beside one in whose world it is so
  /// @param to tick after the last of them; `from` where there is none
  record Place(int event, int at, int from, int to) {}

  /// None.
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
      // What lasts is drawn as far as its ticks run on beside those of A without a gap.
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

  /// Which of them stand near a tick of A, or are so there.
  ///
  /// @param reach ticks around
  List<Place> near(int tick, int reach) {
    return places.stream()
        .filter(place ->
            place.at() <= tick + reach && Math.max(place.at() + 1, place.to()) > tick - reach)
        .toList();
  }

  /// One of them as words, with B's own ticks.
  String words(Place place) {
    return "B: " + own.words(place.event(), names::titled);
  }
}
