package dev.hindsight.trainer.scene;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.outcome.RunningCounts;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Moment;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A camera that shows what happens keeps all egos on the map in the picture, and moves without
/// jumps.
class StoryFramingTest {
  private static final int TRIAL = 100;
  private static final double WIDTH = 1280;
  private static final double HEIGHT = 720;
  private static final Bounds MAP = new Bounds(-500, -500, 500, 500);
  private static final Camera.Story ALL = new Camera.Story(Moment.NO_AGENT, 90, Camera.Up.NORTH);

  /// Three agents drive away from the middle; agent 2 reaches its goal by the action of tick 39 and
  /// leaves, agents 0 and 1 leave at tick 80. The second trial is the first again, elsewhere.
  private static final MemoryRollout ROLLOUT =
      new MemoryRollout("toy", 3, 2 * TRIAL, 2)
          .with("pose", Dtype.F4, StoryFramingTest::pose, 3, 3)
          .with("event", Dtype.U1, (t, agent) -> agent == 2 && t % TRIAL == 39 ? 1 : 0, 3)
          .with("removed", Dtype.BOOL, (t, agent) -> gone(t % TRIAL, agent) ? 1 : 0, 3)
          .with("trial", Dtype.I4, (t, _) -> Math.floorDiv(t, TRIAL));

  private static boolean gone(int tick, int agent) {
    return agent == 2 ? tick >= 40 : tick >= 80;
  }

  private static double pose(int tick, int index) {
    int agent = index / 3;
    int now = tick % TRIAL;
    if (gone(now, agent)) {
      return -10000;
    }
    double away = 1.5 * now * (agent == 1 ? -1 : 1);
    double x = (tick >= TRIAL ? 200 : 0) + (agent == 2 ? 0 : away);
    double y = agent == 2 ? -away : 0;
    return index % 3 == 0 ? x : index % 3 == 1 ? y : 0.3;
  }

  private static Viewpoint at(Camera camera, int tick) {
    return Viewpoint.of(camera, MAP, new Moment(ROLLOUT, tick, Moment.NO_AGENT), WIDTH, HEIGHT);
  }

  @Test
  void whoeverIsOnTheMapIsInThePictureWithRoomAround() {
    for (int tick = 0; tick < 2 * TRIAL; tick++) {
      Viewpoint seen = at(ALL, tick);
      for (int agent = 0; agent < 3; agent++) {
        if (!gone(tick % TRIAL, agent)) {
          double x = seen.pixelX(pose(tick, 3 * agent), pose(tick, 3 * agent + 1));
          double y = seen.pixelY(pose(tick, 3 * agent), pose(tick, 3 * agent + 1));
          String where = "agent " + agent + " at tick " + tick + ": " + x + ", " + y;
          assertTrue(x > 0.1 * WIDTH && x < 0.9 * WIDTH, where);
          assertTrue(y > 0.1 * HEIGHT && y < 0.9 * HEIGHT, where);
        }
      }
    }
  }

  @Test
  void itIsNearerThanTheWholeMapAndNoNearerThanItIsTold() {
    double whole = at(new Camera.WholeMap(), 0).pixelsPerMetre();
    assertEquals(HEIGHT / 90, at(ALL, 0).pixelsPerMetre(), 1e-9);
    for (int tick = 0; tick < 2 * TRIAL; tick++) {
      assertTrue(at(ALL, tick).pixelsPerMetre() > 1.5 * whole, "tick " + tick);
    }
  }

  @Test
  void withinATrialNothingJumps() {
    for (Camera camera : List.of(ALL, new Camera.Story(2, 90, Camera.Up.HEADING))) {
      for (int tick = 1; tick < 2 * TRIAL; tick++) {
        Viewpoint before = at(camera, tick - 1);
        Viewpoint now = at(camera, tick);
        if (tick != TRIAL) {
          double moved =
              Math.hypot(now.centreX() - before.centreX(), now.centreY() - before.centreY())
                  * now.pixelsPerMetre();
          double scaled = Math.abs(Math.log(now.pixelsPerMetre() / before.pixelsPerMetre()));
          assertTrue(moved < 60 && scaled < 0.12, tick + ": " + moved + " pixels, " + scaled);
        }
      }
    }
  }

  @Test
  void aTrialsPictureOwesNothingToTheOtherTrials() {
    Viewpoint first = at(ALL, TRIAL - 1);
    Viewpoint next = at(ALL, TRIAL);
    assertEquals(0, first.centreX(), 10);
    assertEquals(200, next.centreX(), 10);
  }

  @Test
  void theFollowedAgentIsInTheMiddleUntilItLeavesAndThenTheOthersAreSeen() {
    Camera.Story story = new Camera.Story(2, 90, Camera.Up.NORTH);
    Viewpoint followed = at(story, 39);
    assertEquals(HEIGHT / 2, followed.pixelY(0, pose(39, 7)), 1e-6);
    Viewpoint others = at(story, 70);
    Viewpoint all = at(ALL, 70);
    assertEquals(all.pixelsPerMetre(), others.pixelsPerMetre(), 1e-9);
    assertEquals(all.centreX(), others.centreX(), 1e-9);
  }

  @Test
  void thePictureSaysThatTheFollowedAgentIsGone() {
    Camera.Story story = new Camera.Story(2, 90, Camera.Up.NORTH);
    RunningCounts counts = new RunningCounts(ROLLOUT);
    assertEquals(List.of(), StoryFraming.words(story, new Moment(ROLLOUT, 39, 2), counts));
    assertEquals(
        List.of("Agent 2 has reached its goal", "Now showing the others"),
        StoryFraming.words(story, new Moment(ROLLOUT, 40, 2), counts));
    assertEquals(
        List.of("Agent 2 has reached its goal"),
        StoryFraming.words(story, new Moment(ROLLOUT, 90, 2), counts));
    assertEquals(List.of(), StoryFraming.words(ALL, new Moment(ROLLOUT, 40, 2), counts));
  }

  @Test
  void whereNoneIsLeftItStaysWhereTheLastOneWas() {
    assertEquals(at(ALL, 79), at(ALL, 90));
  }
}
