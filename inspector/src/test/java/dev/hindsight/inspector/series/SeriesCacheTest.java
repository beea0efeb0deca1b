package dev.hindsight.inspector.series;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.task.Cancellation;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SeriesCacheTest {
  private static final MinMaxPyramid PYRAMID =
      MinMaxPyramid.of(tick -> tick, 1000, new Cancellation());
  private static final SeriesKey A = new SeriesKey("a", 0);
  private static final SeriesKey B = new SeriesKey("b", 0);
  private static final SeriesKey C = new SeriesKey("c", 0);

  private final SeriesCache cache = new SeriesCache(2 * MinMaxPyramid.bytesFor(1000));

  @Test
  void theOneUsedLongestAgoGoesFirst() {
    cache.keep(A, PYRAMID, Set.of());
    cache.keep(B, PYRAMID, Set.of());
    assertTrue(cache.find(A).isPresent());
    cache.keep(C, PYRAMID, Set.of());

    assertTrue(cache.find(A).isPresent());
    assertFalse(cache.find(B).isPresent());
    assertEquals(2 * PYRAMID.bytes(), cache.bytes());
  }

  @Test
  void whatIsOnShowNeverGoes() {
    cache.keep(A, PYRAMID, Set.of(A));
    cache.keep(B, PYRAMID, Set.of(A));
    cache.keep(C, PYRAMID, Set.of(A));

    assertTrue(cache.find(A).isPresent());
    assertFalse(cache.find(B).isPresent());
  }

  @Test
  void whatDoesNotFitBesideWhatIsOnShowIsNotReadAtAll() {
    cache.keep(A, PYRAMID, Set.of(A));
    cache.keep(B, PYRAMID, Set.of(A, B));

    assertFalse(cache.holds(1000, Set.of(A, B, C)));
    assertTrue(cache.holds(1000, Set.of(A, C)));
  }
}
