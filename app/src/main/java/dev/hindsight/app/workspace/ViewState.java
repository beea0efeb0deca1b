package dev.hindsight.app.workspace;

import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.Camera;
import dev.hindsight.trainer.scene.Overlay;
import java.util.EnumSet;
import java.util.Set;

/// How one recording is looked at.
///
/// @param agents A, agents there are
/// @param selected the selected agent, or [Moment#NO_AGENT]
/// @param camera what part of the world is shown
/// @param span metres across the shorter side when an agent is followed
/// @param overlays what is shown besides the bodies
public record ViewState(
    int agents, int selected, Camera camera, double span, Set<Overlay> overlays) {
  /// About what a driver looks ahead.
  private static final double FOLLOWED_SPAN = 90;

  /// Copies the set.
  public ViewState {
    overlays = Set.copyOf(overlays);
  }

  /// The whole map, nobody selected.
  public static ViewState start(int agents) {
    return new ViewState(
        agents,
        Moment.NO_AGENT,
        new Camera.WholeMap(),
        FOLLOWED_SPAN,
        EnumSet.of(Overlay.GOALS, Overlay.TRAILS, Overlay.CAPTION));
  }

  /// The state after a command.
  public ViewState apply(ViewCommand command) {
    return switch (command) {
      case ViewCommand.Select select -> selecting(select.agent());
      case ViewCommand.SelectNext next -> agents == 0 ? this : selecting(neighbour(next.agents()));
      case ViewCommand.Follow follow -> selecting(follow.agent()).following(Camera.Up.NORTH);
      case ViewCommand.Look look -> looking(look.camera());
      case ViewCommand.Mode mode -> choosing(mode.mode());
      case ViewCommand.Toggle toggle -> toggling(toggle.overlay());
    };
  }

  private int neighbour(int steps) {
    return selected == Moment.NO_AGENT
        ? (steps > 0 ? 0 : agents - 1)
        : Math.floorMod(selected + steps, agents);
  }

  /// A camera that follows goes over to the agent that is selected now.
  private ViewState selecting(int agent) {
    int next = agent >= 0 && agent < agents ? agent : Moment.NO_AGENT;
    Camera moved =
        next != Moment.NO_AGENT && camera instanceof Camera.Follow follow
            ? new Camera.Follow(next, follow.spanMetres(), follow.up())
            : camera;
    return new ViewState(agents, next, moved, span, overlays);
  }

  private ViewState looking(Camera next) {
    double kept = next instanceof Camera.Follow follow ? follow.spanMetres() : span;
    return new ViewState(agents, selected, next, kept, overlays);
  }

  /// Free looking starts from what is seen, which only the pane knows: it sends [ViewCommand.Look].
  private ViewState choosing(CameraMode mode) {
    return switch (mode) {
      case WHOLE_MAP -> looking(new Camera.WholeMap());
      case FOLLOW -> following(Camera.Up.NORTH);
      case HEADING_UP -> following(Camera.Up.HEADING);
      case FREE -> this;
    };
  }

  private ViewState following(Camera.Up up) {
    if (agents == 0) {
      return this;
    }
    int followed = selected == Moment.NO_AGENT ? 0 : selected;
    return new ViewState(agents, followed, new Camera.Follow(followed, span, up), span, overlays);
  }

  private ViewState toggling(Overlay overlay) {
    Set<Overlay> next = EnumSet.noneOf(Overlay.class);
    next.addAll(overlays);
    if (!next.remove(overlay)) {
      next.add(overlay);
    }
    return new ViewState(agents, selected, camera, span, next);
  }
}
