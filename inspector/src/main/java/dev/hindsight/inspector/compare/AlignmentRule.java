package dev.hindsight.inspector.compare;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.scene.AgentNames;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/// How the ticks of one recording are paired with those of another.
public sealed interface AlignmentRule {
  /// Its name on the command line: `tick`, `trial`, `event:collision`, `event:goal:5`.
  String id();

  /// A short description, for menus.
  String title(AgentNames names);

  /// Tick t pairs with tick t.
  record ByTick() implements AlignmentRule {
    @Override
    public String id() {
      return "tick";
    }

    @Override
    public String title(AgentNames names) {
      return wording("AlignmentRule.by_tick");
    }
  }

  /// Tick t of trial k pairs with tick t of trial k of the same episode; the longer trial's extra
  /// ticks have no counterpart.
  record ByTrial() implements AlignmentRule {
    @Override
    public String id() {
      return "trial";
    }

    @Override
    public String title(AgentNames names) {
      return wording("AlignmentRule.by_trial_and_tick");
    }
  }

  /// Within each trial, events of a kind pair in order with the nearest, together with the ticks
  /// around them; a trial without such an event in one recording pairs tick by tick.
  ///
  /// @param kind kind of event
  /// @param agent agent of the event, an index of the first recording; empty for any
  record ByEvent(EventKind kind, OptionalInt agent) implements AlignmentRule {
    @Override
    public String id() {
      String name = "event:" + kind.name();
      return agent.isPresent() ? name + ":" + agent.getAsInt() : name;
    }

    @Override
    public String title(AgentNames names) {
      String name = wording("AlignmentRule.by_event", kind.title().toLowerCase(Locale.ROOT));
      return agent.isPresent()
          ? wording("AlignmentRule.of", name, names.titled(agent.getAsInt()))
          : name;
    }
  }

  /// Reads an [#id()].
  ///
  /// @param kinds the events that the recordings can hold
  /// @throws Problem if the id is not valid
  static AlignmentRule parse(String id, List<EventKind> kinds) {
    String[] parts = id.toLowerCase(Locale.ROOT).split(":", -1);
    if (parts.length == 1 && parts[0].equals("tick")) {
      return new ByTick();
    }
    if (parts.length == 1 && parts[0].equals("trial")) {
      return new ByTrial();
    }
    boolean whose = parts.length == 3 && parts[2].matches("\\d{1,9}");
    if (parts[0].equals("event") && (parts.length == 2 || whose)) {
      Optional<EventKind> known =
          kinds.stream().filter(kind -> kind.name().equals(parts[1])).findFirst();
      if (known.isPresent()) {
        return new ByEvent(
            known.get(), whose ? OptionalInt.of(Integer.parseInt(parts[2])) : OptionalInt.empty());
      }
    }
    throw new Problem(
        wording("AlignmentRule.is_not_a_way_to_align", id),
        "--align",
        wording(
            "AlignmentRule.give_tick_trial_or_event_kind",
            String.join(", ", kinds.stream().map(EventKind::name).toList())));
  }
}
