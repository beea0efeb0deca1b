package dev.hindsight.app.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LaneLayoutScaleTest {
  @Test
  void everyTickIsFoundAtItsPlace() {
    LaneLayout.Scale scale = LaneLayout.Scale.all(804, 10, 700);
    for (int tick = 0; tick < 804; tick++) {
      assertEquals(tick, scale.tick(scale.x(tick + 0.5)));
    }
  }

  @Test
  void placesBesideTheLaneAreItsEnds() {
    LaneLayout.Scale scale = LaneLayout.Scale.all(804, 10, 700);

    assertEquals(0, scale.tick(-50));
    assertEquals(803, scale.tick(5000));
  }

  @Test
  void emptyRecordingHasOnePlace() {
    assertEquals(0, LaneLayout.Scale.all(0, 0, 100).tick(50));
  }

  @Test
  void labelsStandAtRoundTicks() {
    assertEquals(
        List.of(1, 2, 10, 20, 50, 1000),
        Stream.of(10, 20, 100, 200, 500, 10_000)
            .map(ticks -> LaneLayout.Scale.all(ticks, 0, 800).labelEvery(70))
            .toList());
  }
}
