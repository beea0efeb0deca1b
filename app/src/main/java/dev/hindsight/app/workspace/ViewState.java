package dev.hindsight.app.workspace;

import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.Camera;
import dev.hindsight.trainer.scene.Overlay;
import dev.hindsight.trainer.scene.SceneDefaults;
import dev.hindsight.trainer.scene.SketchSettings;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// The view of one recording: the selected agent, which all its panes share, and the state of each
/// scene.
///
/// @param agents A, number of agents
/// @param selected the selected agent, or [Moment#NO_AGENT]; a lone agent always is
/// @param active number of the scene that commands apply to: the one used last
/// @param first the initial state of a scene
/// @param views the state of each scene, by its number; a missing one has the initial state
/// @param chosen settings of the pictures, for all scenes and panels
public record ViewState(
    int agents,
    int selected,
    int active,
    SceneViewState first,
    Map<Integer, SceneViewState> views,
    SketchSettings chosen) {
  /// The number of the first scene.
  public static final int FIRST = 1;

  /// Copies the map, without entries equal to the initial state.
  public ViewState {
    Map<Integer, SceneViewState> different = new TreeMap<>(views);
    different.values().removeIf(first::equals);
    views = Map.copyOf(different);
  }

  /// The whole map; no agent is selected, unless there is only one.
  public static ViewState start(int agents) {
    return start(agents, SceneDefaults.GROUND);
  }

  /// As [#start(int)], with the default settings of such recordings.
  public static ViewState start(int agents, SceneDefaults sceneDefaults) {
    return new ViewState(
        agents,
        none(agents),
        FIRST,
        SceneViewState.start(sceneDefaults),
        Map.of(),
        SketchSettings.NOTHING);
  }

  /// The default selection: a single agent, which everything is about, or else none.
  private static int none(int agents) {
    return agents == 1 ? 0 : Moment.NO_AGENT;
  }

  /// The state of a scene.
  public SceneViewState view(int number) {
    return views.getOrDefault(number, first);
  }

  /// The state of the active scene.
  public SceneViewState view() {
    return view(active);
  }

  /// The visible part of the world in the active scene.
  public Camera camera() {
    return view().camera();
  }

  /// Metres across the shorter side while the active scene follows an agent.
  public double span() {
    return view().span();
  }

  /// The visible overlays of the active scene.
  public Set<Overlay> overlays() {
    return view().overlays();
  }

  /// The state after a command.
  public ViewState apply(ViewCommand command) {
    return switch (command) {
      case ViewCommand.Select select -> selecting(select.agent());
      case ViewCommand.SelectNext next -> agents == 0 ? this : selecting(neighbour(next.agents()));
      case ViewCommand.Follow follow -> selecting(follow.agent()).following(Camera.Up.NORTH);
      case ViewCommand.SetCamera setCamera -> with(view().looking(setCamera.camera()));
      case ViewCommand.SetCameraMode setCameraMode -> choosing(setCameraMode.mode());
      case ViewCommand.Toggle toggle -> with(view().toggling(toggle.overlay()));
      case ViewCommand.Activate activate ->
          new ViewState(agents, selected, activate.view(), first, views, chosen);
      case ViewCommand.InView inView ->
          new ViewState(agents, selected, inView.view(), first, views, chosen)
              .apply(inView.command());
      case ViewCommand.Choose choose ->
          new ViewState(
              agents, selected, active, first, views, chosen.with(choose.choice(), choose.way()));
      case ViewCommand.CopyFrom copyFrom -> like(copyFrom.other());
      case ViewCommand.Close close -> closing(close.view());
    };
  }

  private ViewState like(ViewState other) {
    Map<Integer, SceneViewState> seen = new TreeMap<>(other.views);
    for (int number = FIRST; number <= other.views.size() + 1; number++) {
      seen.putIfAbsent(number, other.view(number));
    }
    return new ViewState(agents, Moment.NO_AGENT, other.active, first, seen, other.chosen)
        .selecting(other.selected);
  }

  private int neighbour(int steps) {
    return selected == Moment.NO_AGENT
        ? (steps > 0 ? 0 : agents - 1)
        : Math.floorMod(selected + steps, agents);
  }

  private ViewState selecting(int agent) {
    int next = agent >= 0 && agent < agents ? agent : none(agents);
    Map<Integer, SceneViewState> moved = new TreeMap<>(views);
    moved.replaceAll((_, view) -> view.selecting(next));
    return new ViewState(agents, next, active, first, moved, chosen);
  }

  private ViewState with(SceneViewState changed) {
    if (changed.equals(view())) {
      return this;
    }
    Map<Integer, SceneViewState> all = new TreeMap<>(views);
    all.put(active, changed);
    return new ViewState(agents, selected, active, first, all, chosen);
  }

  /// The free camera starts at the current view, which only the pane knows: it sends
  /// [ViewCommand.SetCamera].
  private ViewState choosing(CameraMode mode) {
    return switch (mode) {
      case WHOLE_MAP ->
          with(view().through(SceneViewState.SceneLens.WORLD).looking(new Camera.WholeMap()));
      case FOLLOW -> following(Camera.Up.NORTH);
      case HEADING_UP -> following(Camera.Up.HEADING);
      case EYES -> seeing();
      case STORY ->
          with(view().through(SceneViewState.SceneLens.WORLD).looking(view().story(selected)));
      case FREE -> this;
    };
  }

  private ViewState following(Camera.Up up) {
    if (agents == 0) {
      return this;
    }
    ViewState someone = selectingSomeone();
    return someone.with(someone.view().following(someone.selected, up));
  }

  private ViewState seeing() {
    if (agents == 0) {
      return this;
    }
    ViewState someone = selectingSomeone();
    return someone.with(
        someone.view().through(SceneViewState.SceneLens.EYES).looking(new Camera.WholeMap()));
  }

  private ViewState selectingSomeone() {
    return selected == Moment.NO_AGENT ? selecting(0) : this;
  }

  /// Drops the state of a closed scene: one that is opened later starts fresh.
  private ViewState closing(int number) {
    Map<Integer, SceneViewState> fewer = new TreeMap<>(views);
    fewer.remove(number);
    int next = active == number ? fewer.keySet().stream().findFirst().orElse(FIRST) : active;
    return new ViewState(agents, selected, next, first, fewer, chosen);
  }
}
