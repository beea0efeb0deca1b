package dev.hindsight.inspector.breakpoint;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.bookmark.BookmarkMark;

/// A stored condition at which playback or training stops.
///
/// @param name for people
/// @param condition in CEL, valid or not
/// @param mark its colour
/// @param when which ticks count as hits
/// @param use whether it is searched for
public record Breakpoint(String name, String condition, BookmarkMark mark, When when, Use use) {
  /// Which ticks count as hits.
  public enum When {
    /// Ticks at which it holds for an agent, but did not at the tick before.
    BEGINS(wording("Breakpoint.where_it_begins")),
    /// Every tick at which it holds.
    HOLDS(wording("Breakpoint.at_every_tick"));

    private final String words;

    When(String words) {
      this.words = words;
    }

    /// A description for users.
    public String words() {
      return words;
    }
  }

  /// Whether it is searched for.
  public enum Use {
    /// It is searched for.
    ON,
    /// It is kept for later.
    OFF;

    /// The other one.
    public Use other() {
      return this == ON ? OFF : ON;
    }
  }

  /// A breakpoint that hits where its condition begins to hold.
  public static Breakpoint of(String name, String condition, BookmarkMark mark) {
    return new Breakpoint(name, condition, mark, When.BEGINS, Use.ON);
  }

  /// The same breakpoint, on or off.
  public Breakpoint with(Use other) {
    return new Breakpoint(name, condition, mark, when, other);
  }

  /// Its name where there is room for only one.
  public String title() {
    return name.isBlank() ? condition : name;
  }
}
