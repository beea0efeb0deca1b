package dev.hindsight.trainer.scene;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PickerTest {
  private static final Viewpoint VIEWPOINT = new Viewpoint(1000, 800, 40, -20, 4, 0.7);

  private static Mark body(double x, double y, MarkSubject markSubject) {
    return new Mark.Box(
        (float) x, (float) y, 0.3f, 4.5f, 2, Mark.Fill.SOLID, Tone.AGENT, markSubject);
  }

  private static Mark goal(double x, double y, int agent) {
    return new Mark.Disc(
        (float) x, (float) y, 2, 4, Mark.Fill.HOLLOW, Tone.GOAL, MarkSubject.goal(agent));
  }

  private static Optional<MarkSubject> pick(List<Mark> marks, double x, double y) {
    return Picker.at(marks, VIEWPOINT, VIEWPOINT.pixelX(x, y), VIEWPOINT.pixelY(x, y));
  }

  @Test
  void everyBodyIsPickedByItsMiddle() {
    Random random = new Random(5);
    List<Mark> marks = new ArrayList<>();
    for (int agent = 0; agent < 50; agent++) {
      marks.add(body(12.0 * agent - 300, random.nextDouble(-90, 60), MarkSubject.agent(agent)));
    }
    for (int agent = 0; agent < 50; agent++) {
      Mark.Box box = (Mark.Box) marks.get(agent);
      assertEquals(Optional.of(MarkSubject.agent(agent)), pick(marks, box.x(), box.y()));
    }
  }

  @Test
  void emptyGroundIsNothing() {
    assertEquals(Optional.empty(), pick(List.of(body(0, 0, MarkSubject.agent(0))), 20, 20));
  }

  @Test
  void anAgentInItsGoalIsMeantRatherThanTheGoal() {
    List<Mark> marks = List.of(body(0, 0, MarkSubject.agent(3)), goal(0.5, 0, 3));
    assertEquals(Optional.of(MarkSubject.agent(3)), pick(marks, 0.4, 0));
  }

  @Test
  void theUpperOfTwoBodiesIsMeant() {
    List<Mark> marks = List.of(body(0, 0, MarkSubject.agent(1)), body(0, 0, MarkSubject.agent(2)));
    assertEquals(Optional.of(MarkSubject.agent(2)), pick(marks, 0, 0));
  }

  @Test
  void aTrailIsNotTheAgent() {
    Mark trail =
        new Mark.Polyline(
            new float[] {-50, 0, 50, 0},
            Mark.Stroke.solid(0.3f, 1),
            Tone.TRAIL,
            MarkSubject.agent(1));
    assertEquals(Optional.empty(), pick(List.of(trail), 0, 0));
  }

  @Test
  void anObservedRoadIsPickedAlongItsLine() {
    MarkSubject row = new MarkSubject("roads", 17);
    Mark road =
        new Mark.Polyline(
            new float[] {-10, -10, 10, 10}, Mark.Stroke.solid(0.3f, 1), Tone.OBSERVED_ROAD, row);
    assertEquals(Optional.of(row), pick(List.of(road), 5, 5));
    assertEquals(Optional.empty(), pick(List.of(road), 5, -5));
  }
}
