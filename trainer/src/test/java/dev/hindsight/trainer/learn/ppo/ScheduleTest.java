package dev.hindsight.trainer.learn.ppo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ScheduleTest {
  @Test
  void aCosineBeginsAndEndsWhereItSaysAndIsHalfwayInTheMiddle() {
    Schedule cosine = new Schedule(Schedule.Shape.COSINE, 3, 1, 100);
    assertEquals(3, cosine.at(0), 1e-12);
    assertEquals(2, cosine.at(50), 1e-12);
    assertEquals(1 + (1 + Math.cos(Math.PI / 4)), cosine.at(25), 1e-12);
    assertEquals(1, cosine.at(100), 1e-12);
    assertEquals(1, cosine.at(1000), 1e-12);
  }

  @Test
  void aLineGoesInEqualSteps() {
    Schedule line = new Schedule(Schedule.Shape.LINEAR, 3, 1, 4);
    assertEquals(2.5, line.at(1), 1e-12);
    assertEquals(1, line.at(9), 1e-12);
  }

  @Test
  void aConstantStays() {
    assertEquals(3, new Schedule(Schedule.Shape.CONSTANT, 3, 1, 4).at(9));
  }
}
