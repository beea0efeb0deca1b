package dev.hindsight.trainer.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.env.airspace.AirTrafficReference;
import dev.hindsight.trainer.fleet.LagFilter.Verdict;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LagFilterTest {
  private static boolean agrees(JsonNode one, BiPredicate<Long, Long> accepts) {
    return accepts.test(one.get("learner").asLong(), one.get("batch").asLong())
        == one.get("valid").asBoolean();
  }

  @Test
  void batchesAreValidAsInTheReference() {
    JsonNode cases = AirTrafficReference.file("pipeline").get("lag_filter");
    int seen = 0;
    for (JsonNode one : cases) {
      LagFilter filter = new LagFilter(one.get("maxLag").asLong(), StaleAction.DROP);
      assertTrue(
          agrees(one, (learner, batch) -> filter.check(learner, batch) == Verdict.TAKE),
          one::toString);
      seen++;
    }
    assertEquals(8, seen);
  }

  @Test
  void aFilterThatTakesFutureTagsDisagreesWithTheReference() {
    JsonNode cases = AirTrafficReference.file("pipeline").get("lag_filter");
    boolean agrees = true;
    for (JsonNode one : cases) {
      long most = one.get("maxLag").asLong();
      agrees &= agrees(one, (learner, batch) -> learner - batch <= most);
    }
    assertFalse(agrees);
  }

  @Test
  void staleAndDamagedTagsAreCountedApart() {
    LagFilter filter = new LagFilter(2, StaleAction.DROP);
    filter.check(5, 5);
    filter.check(5, 3);
    filter.check(5, 2);
    filter.check(5, 6);
    filter.check(5, 6);

    assertEquals(2, filter.accepted());
    assertEquals(1, filter.stale());
    assertEquals(2, filter.future());
    assertEquals(new TreeMap<>(Map.of(-1L, 2L, 0L, 1L, 2L, 1L, 3L, 1L)), filter.histogram());
  }

  @Test
  void aStaleBatchIsDroppedCorrectedOrTakenWithAWarning() {
    assertEquals(Verdict.REFUSE_STALE, new LagFilter(0, StaleAction.DROP).check(1, 0));
    assertEquals(Verdict.TAKE_CORRECTED, new LagFilter(0, StaleAction.CORRECT).check(1, 0));
    LagFilter warns = new LagFilter(0, StaleAction.WARN);
    assertEquals(Verdict.TAKE, warns.check(1, 0));
    assertEquals(1, warns.stale());
    assertEquals(0, warns.accepted());
  }

  @ParameterizedTest
  @EnumSource
  void aDamagedTagIsRefusedWhateverHappensToStaleBatches(StaleAction staleAction) {
    assertEquals(Verdict.REFUSE_FUTURE, new LagFilter(9, staleAction).check(5, 6));
  }

  @Test
  void aNegativeLargestLagIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> new LagFilter(-1, StaleAction.DROP));
  }
}
