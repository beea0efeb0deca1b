package dev.hindsight.inspector.agents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import java.util.List;
import org.junit.jupiter.api.Test;

class AgentHistoryTest {
  private static AgentHistory ledger(Rollout rollout) {
    return AgentHistory.read(rollout, new Cancellation());
  }

  @Test
  void rewardAtATickHoldsWhatItsActionBrought() {
    Rollout rollout =
        new MemoryRollout("toy", 2, 10, 1).with("reward", Dtype.F4, (tick, agent) -> agent + 1, 2);

    List<AgentSnapshot> rows = ledger(rollout).at(3);

    assertEquals(4, rows.get(0).sums().reward());
    assertEquals(8, rows.get(1).sums().reward());
  }

  @Test
  void goalThatStaysReachedCountsOnce() {
    Rollout rollout =
        new MemoryRollout("toy", 1, 10, 1)
            .with("goal_reached", Dtype.BOOL, (tick, _) -> tick >= 4 ? 1 : 0, 1);

    assertEquals(0, ledger(rollout).at(2).getFirst().sums().of(EventKind.GOAL).least());
    assertEquals(1, ledger(rollout).at(3).getFirst().sums().of(EventKind.GOAL).least());
    assertEquals(1, ledger(rollout).at(9).getFirst().sums().of(EventKind.GOAL).least());
    assertEquals("active, then reaches its goal", ledger(rollout).at(3).getFirst().state());
  }

  @Test
  void everyTrialCountsForItself() {
    Rollout rollout =
        new MemoryRollout("toy", 1, 20, 2)
            .with("trial", Dtype.I4, (tick, _) -> Math.floorDiv(tick, 10))
            .with("collision", Dtype.I1, (tick, _) -> tick >= 8 && tick < 13 ? 1 : 0, 1)
            .with("reward", Dtype.F4, (_, _) -> 1, 1);

    AgentSnapshot row = ledger(rollout).at(12).getFirst();

    assertEquals(AgentStatus.COLLIDED, row.condition());
    assertEquals(13, row.sums().reward());
    assertEquals(3, row.trial().reward());
    assertEquals(
        "≥ 1", row.sums().of(EventKind.COLLISION).toString(), "what the trial's last action did");
    assertEquals("0", row.trial().of(EventKind.COLLISION).toString());
  }

  @Test
  void limboTellsGoalsWhereNothingElseDoes() {
    Rollout rollout =
        new MemoryRollout("toy", 1, 10, 1)
            .with("removed", Dtype.BOOL, (tick, _) -> tick >= 5 ? 1 : 0, 1);

    AgentSnapshot row = ledger(rollout).at(7).getFirst();

    assertEquals(AgentStatus.LIMBO, row.condition());
    assertEquals(1, row.sums().of(EventKind.GOAL).least());
  }

  @Test
  void recordingWithoutColumnsStillListsItsAgents() {
    List<AgentSnapshot> rows = ledger(new MemoryRollout("foreign", 3, 5, 1)).at(4);

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
    AgentHistory grown = ledger(rollout);
    assertEquals(30, grown.ticks());
    for (int length : new int[] {64, 65, 170, 300}) {
      rollout.comeTo(length);
      grown = grown.grown(new Cancellation());
    }

    for (int tick = 0; tick < 300; tick++) {
      assertEquals(ledger(rollout).at(tick), grown.at(tick));
    }
  }
}
