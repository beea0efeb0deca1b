package dev.hindsight.app.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.Camera;
import dev.hindsight.trainer.scene.Overlay;
import dev.hindsight.trainer.scene.SketchSettings;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ViewStateTest {
  private static ViewState after(int agents, ViewCommand... commands) {
    return List.of(commands).stream()
        .reduce(ViewState.start(agents), ViewState::apply, (_, last) -> last);
  }

  @Test
  void followingStartsWithTheSelectedAgent() {
    ViewState state =
        after(5, new ViewCommand.Select(3), new ViewCommand.SetCameraMode(CameraMode.HEADING_UP));

    assertEquals(CameraMode.HEADING_UP, CameraMode.of(state.camera()));
    assertEquals(3, ((Camera.Follow) state.camera()).agent());
  }

  @Test
  void followingWithNobodySelectedSelectsTheFirst() {
    assertEquals(0, after(5, new ViewCommand.SetCameraMode(CameraMode.FOLLOW)).selected());
  }

  @Test
  void cameraThatFollowsGoesOverToTheNewlySelected() {
    ViewState state = after(5, new ViewCommand.Follow(1), new ViewCommand.Select(4));

    assertEquals(4, ((Camera.Follow) state.camera()).agent());
  }

  @Test
  void whatIsChosenAboutPicturesIsKeptWhateverElseHappens() {
    ViewState state =
        after(
            5,
            new ViewCommand.Choose("head", "2"),
            new ViewCommand.Choose("layer", "1"),
            new ViewCommand.Select(3),
            new ViewCommand.InView(2, new ViewCommand.SetCameraMode(CameraMode.FOLLOW)),
            new ViewCommand.Close(2),
            new ViewCommand.Choose("layer", "2"));

    assertEquals(new SketchSettings(Map.of("head", "2", "layer", "2")), state.chosen());
  }

  @Test
  void freeCameraStaysWhereItIsWhoeverIsSelected() {
    Camera free = new Camera.Free(1, 2, 30);

    assertEquals(
        free, after(5, new ViewCommand.SetCamera(free), new ViewCommand.Select(2)).camera());
  }

  @Test
  void zoomOfTheFollowedIsKeptForTheNextFollow() {
    ViewState state =
        after(
            5,
            new ViewCommand.SetCamera(new Camera.Follow(2, 33, Camera.Up.NORTH)),
            new ViewCommand.SetCameraMode(CameraMode.WHOLE_MAP),
            new ViewCommand.SetCameraMode(CameraMode.FOLLOW));

    assertEquals(33, ((Camera.Follow) state.camera()).spanMetres());
  }

  @Test
  void agentThatIsNotThereSelectsNobody() {
    assertEquals(Moment.NO_AGENT, after(5, new ViewCommand.Select(5)).selected());
  }

  @Test
  void selectionGoesRound() {
    assertEquals(0, after(3, new ViewCommand.Select(2), new ViewCommand.SelectNext(1)).selected());
    assertEquals(2, after(3, new ViewCommand.SelectNext(-1)).selected());
    assertEquals(Moment.NO_AGENT, after(0, new ViewCommand.SelectNext(1)).selected());
  }

  @Test
  void togglingTwiceChangesNothing() {
    ViewState start = ViewState.start(3);
    for (Overlay overlay : Overlay.values()) {
      assertEquals(
          start,
          start.apply(new ViewCommand.Toggle(overlay)).apply(new ViewCommand.Toggle(overlay)));
    }
  }

  @Test
  void everyViewHasItsOwnCameraAndOverlays() {
    ViewState state =
        after(
            5,
            new ViewCommand.InView(2, new ViewCommand.Follow(3)),
            new ViewCommand.InView(2, new ViewCommand.Toggle(Overlay.METRICS)),
            new ViewCommand.Activate(1));

    assertEquals(new Camera.WholeMap(), state.camera());
    assertEquals(3, ((Camera.Follow) state.view(2).camera()).agent());
    assertTrue(state.view(2).overlays().contains(Overlay.METRICS));
    assertEquals(SceneViewState.START, state.view(1));
  }

  @Test
  void commandsAreAboutTheViewUsedLast() {
    ViewState state =
        after(5, new ViewCommand.Activate(2), new ViewCommand.SetCameraMode(CameraMode.FOLLOW));

    assertEquals(CameraMode.WHOLE_MAP, state.view(1).mode());
    assertEquals(CameraMode.FOLLOW, state.view(2).mode());
  }

  @Test
  void everyViewThatFollowsGoesOverToTheNewlySelected() {
    ViewState state =
        after(
            5,
            new ViewCommand.InView(1, new ViewCommand.Follow(0)),
            new ViewCommand.InView(2, new ViewCommand.SetCameraMode(CameraMode.HEADING_UP)),
            new ViewCommand.Select(4));

    assertEquals(4, ((Camera.Follow) state.view(1).camera()).agent());
    assertEquals(4, ((Camera.Follow) state.view(2).camera()).agent());
  }

  @Test
  void seeingWithTheAgentsEyesStartsWithSomebody() {
    ViewState state = after(5, new ViewCommand.SetCameraMode(CameraMode.EYES));

    assertEquals(0, state.selected());
    assertEquals(CameraMode.EYES, state.view().mode());
    assertEquals(
        CameraMode.EYES,
        state.apply(new ViewCommand.SetCamera(new Camera.Free(0, 0, 9))).view().mode());
    assertEquals(
        CameraMode.FOLLOW,
        state.apply(new ViewCommand.SetCameraMode(CameraMode.FOLLOW)).view().mode());
  }

  @Test
  void closedViewBeginsAnewWhenItIsOpenedAgain() {
    ViewState state =
        after(
            5,
            new ViewCommand.InView(2, new ViewCommand.SetCameraMode(CameraMode.EYES)),
            new ViewCommand.Close(2));

    assertEquals(ViewState.FIRST, state.active());
    assertEquals(SceneViewState.START, state.view(2));
  }

  @Test
  void stateStaysLegalWhateverIsSent() {
    Random random = new Random(7);
    for (int agents : new int[] {0, 1, 5}) {
      ViewState state = ViewState.start(agents);
      for (int i = 0; i < 2_000; i++) {
        state = state.apply(anyCommand(random, agents));

        assertTrue(state.selected() >= Moment.NO_AGENT && state.selected() < agents);
        for (SceneViewState view : state.views().values()) {
          assertTrue(view.span() > 0);
        }
        if (state.camera() instanceof Camera.Follow follow) {
          assertTrue(follow.agent() >= 0 && follow.agent() < agents);
        }
      }
    }
  }

  @Test
  void theCameraOfWhatHappensGoesToTheSelectedAgentAndBackToAll() {
    ViewState all = after(5, new ViewCommand.SetCameraMode(CameraMode.STORY));
    double span = all.span();
    assertEquals(CameraMode.STORY, all.view().mode());
    assertEquals(new Camera.Story(Moment.NO_AGENT, span, Camera.Up.NORTH), all.camera());

    ViewState one = all.apply(new ViewCommand.Select(3));
    assertEquals(new Camera.Story(3, span, Camera.Up.NORTH), one.camera());
    assertEquals(all, one.apply(new ViewCommand.Select(Moment.NO_AGENT)));
  }

  private static ViewCommand anyCommand(Random random, int agents) {
    int any = random.nextInt(-3, agents + 3);
    return switch (random.nextInt(8)) {
      case 6 -> new ViewCommand.InView(1 + random.nextInt(3), anyCommand(random, agents));
      case 7 -> new ViewCommand.Close(1 + random.nextInt(3));
      case 0 -> new ViewCommand.Select(any);
      case 1 -> new ViewCommand.SelectNext(any);
      case 2 -> new ViewCommand.Follow(any);
      case 3 -> new ViewCommand.SetCamera(new Camera.Free(any, any, 50));
      case 4 ->
          new ViewCommand.SetCameraMode(
              List.of(CameraMode.values()).get(random.nextInt(CameraMode.values().length)));
      default ->
          new ViewCommand.Toggle(
              List.of(Overlay.values()).get(random.nextInt(Overlay.values().length)));
    };
  }
}
