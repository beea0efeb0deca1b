package dev.hindsight.inspector.agents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AgentLedgerTest {
  private static AgentLedger ledger(Rollout rollout) {
    return AgentLedger.read(rollout, Progress.SILENT, new Cancellation());
  }

  @Test
  void rewardCountsOnlyActionsBeforeTheTick() {
    Rollout rollout =
        new MemoryRollout("toy", 2, 10, 1).with("reward", Dtype.F4, (tick, agent) -> agent + 1, 2);

    List<AgentRow> rows = ledger(rollout).at(3);

    assertEquals(3, rows.get(0).sums().reward());
    assertEquals(6, rows.get(1).sums().reward());
  }

  @Test
  void goalThatStaysReachedCountsOnce() {
    Rollout rollout =
        new MemoryRollout("toy", 1, 10, 1)
            .with("goal_reached", Dtype.BOOL, (tick, _) -> tick >= 4 ? 1 : 0, 1);

    assertEquals(0, ledger(rollout).at(3).getFirst().sums().goals());
    assertEquals(1, ledger(rollout).at(9).getFirst().sums().goals());
  }

  @Test
  void everyTrialCountsForItself() {
    Rollout rollout =
        new MemoryRollout("toy", 1, 20, 2)
            .with("trial", Dtype.I4, (tick, _) -> Math.floorDiv(tick, 10))
            .with("collision", Dtype.I1, (tick, _) -> tick >= 8 && tick < 13 ? 1 : 0, 1)
            .with("reward", Dtype.F4, (_, _) -> 1, 1);

    assertEquals(
        new AgentRow(
            0,
            AgentCondition.COLLIDED,
            new AgentRow.Sums(12, 0, 2, 0),
            new AgentRow.Sums(2, 0, 1, 0)),
        ledger(rollout).at(12).getFirst());
  }

  @Test
  void limboTellsGoalsWhereNothingElseDoes() {
    Rollout rollout =
        new MemoryRollout("toy", 1, 10, 1)
            .with("removed", Dtype.BOOL, (tick, _) -> tick >= 5 ? 1 : 0, 1);

    AgentRow row = ledger(rollout).at(7).getFirst();

    assertEquals(AgentCondition.LIMBO, row.condition());
    assertEquals(1, row.sums().goals());
  }

  @Test
  void recordingWithoutColumnsStillListsItsAgents() {
    List<AgentRow> rows = ledger(new MemoryRollout("foreign", 3, 5, 1)).at(4);

    assertEquals(3, rows.size());
    assertTrue(Double.isNaN(rows.getFirst().sums().reward()));
  }

  @Test
  void tickThatIsNotThereHasNoRows() {
    assertEquals(List.of(), ledger(new MemoryRollout("toy", 3, 0, 1)).at(0));
  }

  @Test
  void aLedgerThatGrewIsTheSameAsOneReadAtTheEnd() {
    MemoryRollout rollout =
        new MemoryRollout("toy", 2, 300, 4)
            .with("trial", Dtype.I4, (tick, _) -> Math.floorDiv(tick, 75))
            .with("reward", Dtype.F4, (tick, agent) -> tick * (agent + 1), 2)
            .with("collision", Dtype.I1, (tick, _) -> tick % 13 < 2 ? 1 : 0, 2);
    rollout.comeTo(30);
    AgentLedger grown = ledger(rollout);
    assertEquals(30, grown.ticks());
    for (int length : new int[] {64, 65, 170, 300}) {
      rollout.comeTo(length);
      grown = grown.grown(Progress.SILENT, new Cancellation());
    }

    for (int tick = 0; tick < 300; tick++) {
      assertEquals(ledger(rollout).at(tick), grown.at(tick));
    }
  }

  @Test
  void blocksGiveWhatCountingFromTheStartGives() {
    int ticks = 5 * AgentLedger.BLOCK + 17;
    Random random = new Random(4);
    double[] rewards = random.doubles(ticks).map(x -> (float) x).toArray();
    int[] contacts = random.ints(ticks, 0, 3).toArray();
    Rollout rollout =
        new MemoryRollout("toy", 1, ticks, 1)
            .with("trial", Dtype.I4, (tick, _) -> Math.floorDiv(tick, 50))
            .with("reward", Dtype.F4, (tick, _) -> rewards[tick], 1)
            .with("collision", Dtype.I1, (tick, _) -> contacts[tick], 1);
    AgentLedger ledger = ledger(rollout);

    double sum = 0;
    int collisions = 0;
    for (int tick = 0; tick < ticks; tick++) {
      int before = tick % 50 == 0 ? 0 : contacts[tick - 1];
      collisions += contacts[tick] == 1 && before != 1 ? 1 : 0;
      AgentRow.Sums sums = ledger.at(tick).getFirst().sums();

      assertEquals(sum, sums.reward(), 1e-9, "tick " + tick);
      assertEquals(collisions, sums.collisions(), "tick " + tick);
      sum += rewards[tick];
    }
  }
}
