package dev.hindsight.app.film;

import dev.hindsight.app.workspace.Document;
import java.util.List;

/// What of a tab is filmed.
enum FilmSubject {
  /// The scene that was used last, with outlines of another recording where it shows them.
  SCENE("This scene"),
  /// Every pane as it is docked.
  ARRANGEMENT("The whole layout"),
  /// Two recordings, each in a half of the picture.
  BOTH("Both recordings side by side");

  private final String title;

  FilmSubject(String title) {
    this.title = title;
  }

  /// What can be chosen for a recording.
  static List<FilmSubject> of(Document document) {
    return document.beside().isPresent() ? List.of(values()) : List.of(SCENE, ARRANGEMENT);
  }

  /// The words in the form.
  String title() {
    return title;
  }
}
