package dev.hindsight.app.timeline;

import java.util.Optional;

/// A lane of the timeline, as stored in layouts.
///
/// @param source what it shows
/// @param height in pixels, [#LOWEST] to [#TALLEST]
public record LaneSpec(LaneSource source, int height) {
  /// The lowest readable height.
  public static final int LOWEST = 16;

  /// The greatest height.
  public static final int TALLEST = 240;

  /// Limits the height.
  public LaneSpec {
    height = Math.clamp(height, LOWEST, TALLEST);
  }

  /// A lane with the usual height of its source.
  public static LaneSpec of(LaneSource source) {
    return new LaneSpec(
        source,
        switch (source) {
          case LaneSource.Events _, LaneSource.EventsBeside _ -> 22;
          case LaneSource.EventsOfKind _ -> 20;
          case LaneSource.Bookmarks _ -> 18;
          case LaneSource.Breakpoints _ -> 26;
          case LaneSource.ChannelComponent _, LaneSource.ComparedChannel _ -> 30;
          case LaneSource.RecordingDistance _ -> 18;
        });
  }

  /// In layout files: `channel:reward:0@30`.
  public String text() {
    return source.id() + "@" + height;
  }

  /// Reads [#text()]; empty if it is not valid.
  public static Optional<LaneSpec> parse(String text) {
    int at = text.lastIndexOf('@');
    if (at < 0 || !text.substring(at + 1).matches("\\d{1,4}")) {
      return Optional.empty();
    }
    int height = Integer.parseInt(text.substring(at + 1));
    return LaneSource.parse(text.substring(0, at)).map(source -> new LaneSpec(source, height));
  }
}
