package dev.hindsight.app.timeline;

import dev.hindsight.trainer.outcome.EventKind;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// What a lane shows.
public sealed interface LaneSource {
  /// Its name in layout files: `events`, `event:collision`, `bookmarks`, `channel:pose:2`.
  String id();

  /// All that happens to the selected agent, or to anyone where nobody is selected.
  record Events() implements LaneSource {
    @Override
    public String id() {
      return "events";
    }
  }

  /// One kind of it.
  record EventsOfKind(EventKind kind) implements LaneSource {
    @Override
    public String id() {
      return "event:" + kind.name().toLowerCase(Locale.ROOT);
    }
  }

  /// All that happens in the recording that stands beside, to the selected agent's counterpart or
  /// to anyone.
  record EventsBeside() implements LaneSource {
    @Override
    public String id() {
      return "other:events";
    }
  }

  /// The bookmarks.
  record Bookmarks() implements LaneSource {
    @Override
    public String id() {
      return "bookmarks";
    }
  }

  /// Where breakpoints are hit.
  record Breakpoints() implements LaneSource {
    @Override
    public String id() {
      return "breakpoints";
    }
  }

  /// A number at every tick.
  sealed interface Numeric extends LaneSource {}

  /// A number of a channel: of the selected agent, or of all where the channel has no agents.
  ///
  /// @param channel its name
  /// @param component which of the agent's numbers, from 0
  record ChannelComponent(String channel, int component) implements Numeric {
    @Override
    public String id() {
      return "channel:" + channel + ":" + component;
    }
  }

  /// The same number of the recording that stands beside, or how far it is from this one's.
  ///
  /// @param column whose counterpart
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

  /// What of two recordings a lane shows.
  enum ComparedValue {
    /// The number of the other, "B".
    OTHER,
    /// |A - B|; of actions and flags whether they differ.
    APART
  }

  /// How far the recording and the one beside it are apart.
  record RecordingDistance() implements Numeric {
    @Override
    public String id() {
      return "parted";
    }
  }

  /// The source of a name, or nothing where it is none.
  static Optional<LaneSource> parse(String id) {
    if (id.equals("other:events")) {
      return Optional.of(new EventsBeside());
    }
    if (id.startsWith("event:")) {
      String kind = id.substring("event:".length());
      return Arrays.stream(EventKind.values())
          .filter(known -> known.name().toLowerCase(Locale.ROOT).equals(kind))
          .findFirst()
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
      case "parted" -> Optional.of(new RecordingDistance());
      case "breakpoints" -> Optional.of(new Breakpoints());
      default -> Optional.empty();
    };
  }
}
