package dev.hindsight.app.film;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.workspace.Document;
import java.util.List;

/// The part of a tab to film.
enum FilmSubject {
  /// The scene used last, with outlines of another recording if it shows them.
  SCENE(wording("FilmSubject.this_scene")),
  /// All panes as they are docked.
  ARRANGEMENT(wording("FilmSubject.the_whole_layout")),
  /// Two recordings, each in one half of the picture.
  BOTH(wording("FilmSubject.both_recordings_side_by_side"));

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
