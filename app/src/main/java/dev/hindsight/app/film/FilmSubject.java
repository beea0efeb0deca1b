package dev.hindsight.app.film;

import dev.hindsight.app.workspace.Document;
import java.util.List;

/// The part of a tab to film.
enum FilmSubject {
  /// The scene used last, with outlines of another recording if it shows them.
  SCENE("This scene"),
  /// All panes as they are docked.
  ARRANGEMENT("The whole layout"),
  /// Two recordings, each in one half of the picture.
  BOTH("Both recordings side by side");

  private final String title;

  FilmSubject(String title) {
    this.title = title;
  }

  /// The choices for a recording.
  static List<FilmSubject> of(Document document) {
    return document.beside().isPresent() ? List.of(values()) : List.of(SCENE, ARRANGEMENT);
  }

  /// Its name in the form.
  String title() {
    return title;
  }
}
