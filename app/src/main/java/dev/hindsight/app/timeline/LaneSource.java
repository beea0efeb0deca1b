package dev.hindsight.app.timeline;

import dev.hindsight.trainer.outcome.EventKind;
import java.util.Optional;

/// The content of a lane.
public sealed interface LaneSource {
  /// Its name in layout files: `events`, `event:collision`, `bookmarks`, `channel:pose:2`.
  String id();

  /// All events of the selected agent, or of any agent while none is selected.
  record Events() implements LaneSource {
    @Override
    public String id() {
      return "events";
    }
  }

  /// Events of one kind, which the recording may lack.
  record EventsOfKind(EventKind kind) implements LaneSource {
    @Override
    public String id() {
      return "event:" + kind.name();
    }
  }

  /// All events in the recording beside this one: of the selected agent's counterpart, or of any
  /// agent.
  record EventsBeside() implements LaneSource {
    @Override
    public String id() {
      return "other:events";
    }
  }

  /// The parts of the selected agent's reward, stacked.
  record RewardParts() implements LaneSource {
    @Override
    public String id() {
      return "rewards";
    }
  }

  /// Bookmarks.
  record Bookmarks() implements LaneSource {
    @Override
    public String id() {
      return "bookmarks";
    }
  }

  /// Hits of breakpoints.
  record Breakpoints() implements LaneSource {
    @Override
    public String id() {
      return "breakpoints";
    }
  }

  /// A number at each tick.
  sealed interface Numeric extends LaneSource {}

  /// A number of a channel: the selected agent's, or the row's if the channel has no agents.
  ///
  /// @param channel its name
  /// @param component index among the agent's numbers, from 0
  record ChannelComponent(String channel, int component) implements Numeric {
    @Override
    public String id() {
      return "channel:" + channel + ":" + component;
    }
  }

  /// The same number in the recording beside this one, or the difference between the two.
  ///
  /// @param column the number in this recording
  record ComparedChannel(ChannelComponent column, ComparedValue shown) implements Numeric {
    @Override
    public String id() {
      String name =
          switch (shown) {
            case OTHER -> "other:";
            case APART -> "apart:";
          };
      return name + column.id();
    }
  }

  /// What a lane shows of two recordings.
  enum ComparedValue {
    /// The number in the other recording, "B".
    OTHER,
    /// |A - B|; for actions and flags whether they differ.
    APART
  }

  /// How far this recording and the one beside it are apart.
  record RecordingDistance() implements Numeric {
    @Override
    public String id() {
      return "parted";
    }
  }

  /// Reads an id; empty if it is not valid.
  static Optional<LaneSource> parse(String id) {
    if (id.equals("other:events")) {
      return Optional.of(new EventsBeside());
    }
    if (id.startsWith("event:")) {
      String kind = id.substring("event:".length());
      return Optional.of(kind)
          .filter(EventKind::isName)
          .map(EventKind::named)
          .map(EventsOfKind::new);
    }
    if (id.startsWith("other:") || id.startsWith("apart:")) {
      ComparedValue comparedValue =
          id.startsWith("other:") ? ComparedValue.OTHER : ComparedValue.APART;
      return parse(id.substring("other:".length()))
          .filter(ChannelComponent.class::isInstance)
          .map(column -> new ComparedChannel((ChannelComponent) column, comparedValue));
    }
    int colon = id.lastIndexOf(':');
    if (id.startsWith("channel:")
        && colon > "channel:".length()
        && id.substring(colon + 1).matches("\\d{1,9}")) {
      int component = Integer.parseInt(id.substring(colon + 1));
      return Optional.of(new ChannelComponent(id.substring("channel:".length(), colon), component));
    }
    return switch (id) {
      case "events" -> Optional.of(new Events());
      case "bookmarks" -> Optional.of(new Bookmarks());
      case "rewards" -> Optional.of(new RewardParts());
      case "parted" -> Optional.of(new RecordingDistance());
      case "breakpoints" -> Optional.of(new Breakpoints());
      default -> Optional.empty();
    };
  }
}
