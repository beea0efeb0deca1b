package dev.hindsight.app.film;

import dev.hindsight.app.workspace.ViewState;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.Camera;
import dev.hindsight.trainer.scene.Sketch;
import java.util.List;

/// What part of the world a film shows.
enum Framing {
  /// What the scene shows now.
  AS_SEEN("As in the scene"),
  /// The agents that are still on the map, or the selected one and then the others.
  STORY("What happens"),
  /// All of the map.
  WHOLE_MAP("Whole map"),
  /// The selected agent in the middle.
  FOLLOW("Follow the selected agent"),
  /// The selected agent in the middle, its heading up.
  HEADING_UP("Follow, heading up");

  private final String title;

  Framing(String title) {
    this.title = title;
  }

  /// What can be chosen: nobody can be followed while nobody is selected.
  static List<Framing> of(ViewState view) {
    return view.selected() == Moment.NO_AGENT
        ? List.of(AS_SEEN, STORY, WHOLE_MAP)
        : List.of(values());
  }

  /// The camera it comes to.
  Camera camera(ViewState view) {
    return switch (this) {
      case AS_SEEN -> view.camera();
      case STORY -> new Camera.Story(view.selected(), view.span(), Camera.Up.NORTH);
      case WHOLE_MAP -> new Camera.WholeMap();
      case FOLLOW -> new Camera.Follow(view.selected(), view.span(), Camera.Up.NORTH);
      case HEADING_UP -> new Camera.Follow(view.selected(), view.span(), Camera.Up.HEADING);
    };
  }

  /// How it is drawn: as the scene view is only where it is filmed as seen.
  Sketch sketch(ViewState view, Sketch world) {
    return this == AS_SEEN ? view.view().sketch(world) : world;
  }

  /// The words in the form.
  String title() {
    return title;
  }
}
