package dev.hindsight.inspector.event;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.series.SeriesKey;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.outcome.TickEvents;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.ArrayList;
import java.util.List;

/// A kind of place that the cursor can jump to, forwards or backwards.
public sealed interface Landmark {
  /// Its name in lists: "Collision".
  String title();

  /// The last tick of a trial.
  record TrialEnd() implements Landmark {
    @Override
    public String title() {
      return wording("Landmark.trial_end");
    }
  }

  /// A tick whose action caused an event.
  record Event(EventKind kind) implements Landmark {
    @Override
    public String title() {
      return kind.title();
    }
  }

  /// A tick whose action caused an event in recording B beside the open one.
  record OfOther(EventKind kind) implements Landmark {
    @Override
    public String title() {
      return "B: " + kind.title();
    }
  }

  /// A tick at which an agent changes its action.
  record ActionChange() implements Landmark {
    @Override
    public String title() {
      return wording("Landmark.action_change");
    }
  }

  /// A tick at which a Boolean channel rises or falls; before the first tick it counts as false.
  record FlagEdge(String channel, String title) implements Landmark {}

  /// A bookmark.
  record Bookmarked() implements Landmark {
    @Override
    public String title() {
      return "Bookmark";
    }
  }

  /// The landmarks that a recording beside another one offers.
  static List<Landmark> inOther(Rollout other) {
    return kinds(other).stream().map(kind -> (Landmark) new OfOther(kind)).toList();
  }

  private static List<EventKind> kinds(Rollout rollout) {
    return new TickEvents(rollout).shown();
  }

  /// The landmarks that a recording offers.
  static List<Landmark> in(Rollout rollout) {
    List<Landmark> found = new ArrayList<>();
    kinds(rollout).forEach(kind -> found.add(new Event(kind)));
    found.add(new TrialEnd());
    if (rollout.channel("action").filter(channel -> channel.spec().perAgent()).isPresent()) {
      found.add(new ActionChange());
    }
    found.add(new Bookmarked());
    for (Channel channel : rollout.channels()) {
      ChannelSpec spec = channel.spec();
      boolean plain = spec.type() == Dtype.BOOL && SeriesKey.components(channel) == 1;
      if (plain && !spec.name().equals("removed")) {
        found.add(new FlagEdge(spec.name(), wording("Landmark.edge_of", spec.name())));
      }
    }
    return List.copyOf(found);
  }
}
