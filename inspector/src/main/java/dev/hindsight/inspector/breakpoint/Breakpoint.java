package dev.hindsight.inspector.breakpoint;

import dev.hindsight.inspector.bookmark.BookmarkMark;

/// A condition that is kept.
///
/// @param name for people
/// @param condition in CEL, right or wrong
/// @param mark its colour
/// @param when which of the ticks it holds at are hits
/// @param use whether it is looked for
public record Breakpoint(String name, String condition, BookmarkMark mark, When when, Use use) {
  /// Which ticks are hits.
  public enum When {
    /// Where it holds for an agent and did not at the tick before.
    BEGINS("where it begins"),
    /// Every tick it holds at.
    HOLDS("at every tick");

    private final String words;

    When(String words) {
      this.words = words;
    }

    /// For people.
    public String words() {
      return words;
    }
  }

  /// Whether it is looked for.
  public enum Use {
    /// It is.
    ON,
    /// It is kept for later.
    OFF;

    /// The other one.
    public Use other() {
      return this == ON ? OFF : ON;
    }
  }

  /// One that is looked for where it begins.
  public static Breakpoint of(String name, String condition, BookmarkMark mark) {
    return new Breakpoint(name, condition, mark, When.BEGINS, Use.ON);
  }

  /// The same, looked for or not.
  public Breakpoint with(Use other) {
    return new Breakpoint(name, condition, mark, when, other);
  }

  /// What it is called where there is room for one name.
  public String title() {
    return name.isBlank() ? condition : name;
  }
}
