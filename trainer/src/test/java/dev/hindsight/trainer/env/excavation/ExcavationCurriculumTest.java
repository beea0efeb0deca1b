package dev.hindsight.trainer.env.excavation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.env.excavation.ExcavationCurriculum.AfterLast;
import dev.hindsight.trainer.env.excavation.ExcavationCurriculum.Ending;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ExcavationCurriculumTest {
  private static ExcavationCurriculum of(AfterLast afterLast) {
    return new ExcavationCurriculum(3, 3, 2, afterLast, 2, 1);
  }

  private static void end(ExcavationCurriculum curriculum, Ending ending, int times) {
    IntStream.range(0, times).forEach(_ -> curriculum.ended(0, ending));
  }

  @Test
  void successesInARowLeadUpAndOtherWorldsStay() {
    ExcavationCurriculum curriculum = of(AfterLast.STAY);
    end(curriculum, Ending.TASK_DONE, 2);
    assertEquals(0, curriculum.level(0));
    end(curriculum, Ending.TASK_DONE, 1);
    assertEquals(1, curriculum.level(0));
    assertEquals(0, curriculum.level(1));
  }

  @Test
  void aFailureStartsTheCountAnew() {
    ExcavationCurriculum curriculum = of(AfterLast.STAY);
    end(curriculum, Ending.TASK_DONE, 2);
    end(curriculum, Ending.TIMEOUT, 1);
    end(curriculum, Ending.TASK_DONE, 2);
    assertEquals(0, curriculum.level(0));
  }

  @Test
  void failuresInARowLeadDownButNotBelowTheFirstLevel() {
    ExcavationCurriculum curriculum = of(AfterLast.STAY);
    end(curriculum, Ending.TASK_DONE, 3);
    end(curriculum, Ending.TIMEOUT, 2);
    assertEquals(0, curriculum.level(0));
    end(curriculum, Ending.TIMEOUT, 4);
    assertEquals(0, curriculum.level(0));
  }

  @Test
  void theLastLevelLeadsToItselfOrToAny() {
    ExcavationCurriculum stays = of(AfterLast.STAY);
    end(stays, Ending.TASK_DONE, 12);
    assertEquals(2, stays.level(0));
    ExcavationCurriculum draws = of(AfterLast.RANDOM);
    boolean[] seen = new boolean[3];
    for (int i = 0; i < 60; i++) {
      end(draws, Ending.TASK_DONE, 3);
      seen[draws.level(0)] = true;
    }
    assertEquals(true, seen[0] && seen[1] && seen[2]);
  }
}
