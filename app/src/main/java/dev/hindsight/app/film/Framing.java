package dev.hindsight.app.film;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.workspace.ViewState;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.Camera;
import dev.hindsight.trainer.scene.Sketch;
import java.util.List;

/// The part of the world that a film shows.
enum Framing {
  /// What the scene shows now.
  AS_SEEN(wording("Framing.as_in_the_scene")),
  /// The agents still on the map, or the selected one and then the others.
  STORY(wording("Framing.what_happens")),
  /// All of the map.
  WHOLE_MAP(wording("Framing.whole_map")),
  /// The selected agent at the centre.
  FOLLOW(wording("Framing.follow_the_selected_agent")),
  /// The selected agent at the centre, its heading up.
  HEADING_UP(wording("Framing.follow_heading_up"));

  private final String title;

  Framing(String title) {
    this.title = title;
  }

  /// The choices: an agent can only be followed while one is selected.
  static List<Framing> of(ViewState view) {
    return view.selected() == Moment.NO_AGENT
        ? List.of(AS_SEEN, STORY, WHOLE_MAP)
        : List.of(values());
  }

  /// The camera of a choice.
  Camera camera(ViewState view) {
    return switch (this) {
      case AS_SEEN -> view.camera();
      case STORY -> view.view().story(view.selected());
      case WHOLE_MAP -> new Camera.WholeMap();
      case FOLLOW -> new Camera.Follow(view.selected(), view.span(), Camera.Up.NORTH);
      case HEADING_UP -> new Camera.Follow(view.selected(), view.span(), Camera.Up.HEADING);
    };
  }

  /// The sketch to draw with: the scene's own only if the film shows what the scene shows.
  Sketch sketch(ViewState view, Sketch world) {
    return this == AS_SEEN ? view.view().sketch(world) : world;
  }

  /// Its name in the form.
  String title() {
    return title;
  }
}
