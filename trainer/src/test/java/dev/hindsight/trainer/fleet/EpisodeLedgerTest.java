package dev.hindsight.trainer.fleet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.fleet.EpisodeLedger.BatchCounts;
import dev.hindsight.trainer.fleet.EpisodeLedger.BatchId;
import dev.hindsight.trainer.fleet.EpisodeLedger.Receipt;
import dev.hindsight.trainer.outcome.EpisodeEnd;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class EpisodeLedgerTest {
  private static BatchCounts counts(long first, long started, long done, long running, long steps) {
    return new BatchCounts(first, started, Map.of(FleetEnd.TASK_DONE, done), running, steps);
  }

  @Test
  void whatBeganHasEndedOrIsRunning() {
    EpisodeLedger ledger = new EpisodeLedger();
    assertEquals(Receipt.BOOKED, ledger.deliver(new BatchId(0, 0, 0), counts(0, 5, 3, 2, 40)));
    assertEquals(Receipt.BOOKED, ledger.deliver(new BatchId(1, 0, 0), counts(0, 4, 4, 0, 30)));

    assertEquals(9, ledger.started());
    assertEquals(2, ledger.running());
    assertEquals(7, ledger.ends().get(FleetEnd.TASK_DONE));
    assertEquals(70, ledger.steps());
    assertTrue(ledger.balances());
  }

  @Test
  void aBatchThatArrivesTwiceIsBookedOnce() {
    EpisodeLedger ledger = new EpisodeLedger();
    ledger.deliver(new BatchId(0, 0, 0), counts(0, 5, 3, 2, 40));

    assertEquals(
        Receipt.ALREADY_BOOKED, ledger.deliver(new BatchId(0, 0, 0), counts(0, 5, 3, 2, 40)));
    assertEquals(5, ledger.started());
    assertEquals(40, ledger.steps());
    assertEquals(1, ledger.refused());
    assertTrue(ledger.balances());
  }

  @Test
  void lostBatchesAndLostOrRepeatedEpisodesAreFound() {
    EpisodeLedger ledger = new EpisodeLedger();
    ledger.deliver(new BatchId(0, 0, 0), counts(0, 5, 3, 2, 40));

    assertEquals(
        Receipt.DOES_NOT_JOIN, ledger.deliver(new BatchId(0, 0, 2), counts(5, 1, 1, 2, 9)));
    assertEquals(
        Receipt.DOES_NOT_JOIN, ledger.deliver(new BatchId(0, 0, 1), counts(6, 1, 1, 2, 9)));
    assertEquals(
        Receipt.DOES_NOT_JOIN, ledger.deliver(new BatchId(0, 0, 1), counts(4, 1, 1, 2, 9)));
    assertEquals(Receipt.BOOKED, ledger.deliver(new BatchId(0, 0, 1), counts(5, 1, 1, 2, 9)));
  }

  @Test
  void aWorkerThatFailsLosesItsEpisodesAndWastesItsSteps() {
    EpisodeLedger ledger = new EpisodeLedger();
    ledger.deliver(new BatchId(0, 0, 0), counts(0, 5, 3, 2, 40));

    ledger.endGeneration(0, FleetEnd.INFRA_CRASH, 6, 17);

    assertEquals(8, ledger.ends().get(FleetEnd.INFRA_CRASH));
    assertEquals(0, ledger.running());
    assertEquals(40, ledger.steps());
    assertEquals(17, ledger.wastedSteps());
    assertEquals(1, ledger.generation(0));
    assertTrue(ledger.balances());
  }

  @Test
  void aReplacedWorkersLateBatchIsNotBooked() {
    EpisodeLedger ledger = new EpisodeLedger();
    ledger.endGeneration(0, FleetEnd.INFRA_CRASH, 0, 0);

    assertEquals(
        Receipt.ALREADY_BOOKED, ledger.deliver(new BatchId(0, 0, 0), counts(0, 5, 5, 0, 40)));
    assertEquals(Receipt.BOOKED, ledger.deliver(new BatchId(0, 1, 0), counts(0, 5, 5, 0, 40)));
  }

  @Test
  void booksOfAWorkerThatForgetsAnEpisodeDoNotBalance() {
    EpisodeLedger ledger = new EpisodeLedger();
    ledger.deliver(new BatchId(0, 0, 0), counts(0, 5, 3, 1, 40));

    assertFalse(ledger.balances());
  }

  @Test
  void aRefusedBatchWastesItsSteps() {
    EpisodeLedger ledger = new EpisodeLedger();
    BatchCounts counts = counts(0, 5, 5, 0, 40);
    ledger.deliver(new BatchId(0, 0, 0), counts);

    ledger.waste(counts);

    assertEquals(0, ledger.steps());
    assertEquals(40, ledger.wastedSteps());
    assertTrue(ledger.balances());
  }

  @Test
  void everyEndOfAnEpisodeHasItsKind() {
    for (EpisodeEnd end : EpisodeEnd.values()) {
      // No environment that trains in a fleet ends without saying how.
      String kind = end == EpisodeEnd.TERMINATED ? "TASK_FAILED" : end.name();
      assertEquals(kind, FleetEnd.of(Optional.of(end)).name());
    }
    assertEquals(FleetEnd.TASK_FAILED, FleetEnd.of(Optional.empty()));
  }

  @Test
  void booksGoOnFromACheckpoint() {
    EpisodeLedger ledger = new EpisodeLedger();
    ledger.deliver(new BatchId(0, 0, 0), counts(0, 5, 3, 2, 40));
    ledger.endGeneration(1, FleetEnd.INFRA_CRASH, 3, 7);
    ledger.deliver(new BatchId(1, 1, 0), counts(0, 2, 1, 1, 4));

    EpisodeLedger resumed = new EpisodeLedger();
    resumed.restore(ledger.state(2), 2);

    assertArrayEquals(ledger.state(2), resumed.state(2));
    assertEquals(Receipt.BOOKED, resumed.deliver(new BatchId(1, 1, 1), counts(2, 1, 2, 0, 4)));
    assertEquals(
        Receipt.ALREADY_BOOKED, resumed.deliver(new BatchId(0, 0, 0), counts(0, 5, 3, 2, 40)));
    assertTrue(resumed.balances());
  }

  /// 1,000 workers are killed at random moments, batches arrive late, twice and out of order.
  @Test
  void nothingIsLostOrCountedTwiceOverAThousandKills() {
    SplittableRandom random = new SplittableRandom(24);
    EpisodeLedger ledger = new EpisodeLedger();
    int workers = 4;
    long[] next = new long[workers];
    long[] batch = new long[workers];
    long[] running = new long[workers];
    long began = 0;
    long crashed = 0;
    long ended = 0;
    for (int kills = 0; kills < 1000; ) {
      int worker = random.nextInt(workers);
      long started = random.nextInt(6);
      if (random.nextInt(4) == 0) {
        crashed += running[worker] + started;
        began += started;
        ledger.endGeneration(worker, FleetEnd.INFRA_CRASH, started, 3 * started);
        next[worker] = 0;
        batch[worker] = 0;
        running[worker] = 0;
        kills++;
      } else {
        long ends = random.nextLong(running[worker] + started + 1);
        BatchId id = new BatchId(worker, ledger.generation(worker), batch[worker]);
        BatchCounts counts =
            counts(next[worker], started, ends, running[worker] + started - ends, 5);
        assertEquals(Receipt.BOOKED, ledger.deliver(id, counts));
        if (random.nextBoolean()) {
          assertEquals(Receipt.ALREADY_BOOKED, ledger.deliver(id, counts));
        }
        began += started;
        ended += ends;
        running[worker] += started - ends;
        next[worker] += started;
        batch[worker]++;
      }
      assertTrue(ledger.balances());
    }
    assertEquals(began, ledger.started());
    assertEquals(crashed, ledger.ends().get(FleetEnd.INFRA_CRASH));
    assertEquals(ended, ledger.ends().get(FleetEnd.TASK_DONE));
  }
}
