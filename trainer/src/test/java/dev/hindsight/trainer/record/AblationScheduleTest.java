package dev.hindsight.trainer.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.AllocationCounter;
import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.attention.Ablation.Fill;
import dev.hindsight.trainer.attention.Ablation.Head;
import dev.hindsight.trainer.attention.Ablation.Keys;
import dev.hindsight.trainer.attention.QueryAblation;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.edit.Edits;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Span;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AblationScheduleTest {
  private static final int TICKS = 300;
  private static final int AGENT = 1;
  private static final Head HEAD = new Head(0, 1);

  /// Stores every tick, and the latest ablation.
  private static final class Listener implements Policy {
    private int lived;
    private QueryAblation told = QueryAblation.NONE;

    @Override
    public void reset() {
      lived = 0;
    }

    @Override
    public int remembered(int agent) {
      return lived;
    }

    @Override
    public void setAblation(int agent, QueryAblation queryAblation) {
      assertTrue(agent == AGENT);
      told = queryAblation;
    }

    @Override
    public void act(StepBuffer seen, PolicyOutput output) {
      lived++;
    }

    @Override
    public void close() {}
  }

  private final StepBuffer seen = new StepBuffer(2, 1);
  private final PolicyOutput output = new PolicyOutput(LineWorld.shape(2, 1, TICKS));
  private final Listener policy = new Listener();

  private static Edit without(int tick, Keys... keys) {
    Ablation ablation = new Ablation(Set.of(HEAD), new LinkedHashSet<>(List.of(keys)), Fill.MEAN);
    return new Edit.Ablate(tick, AGENT, ablation, Map.of(HEAD, List.of(0.5f, -1f)));
  }

  private static AblationSchedule blinders(Edit... edits) {
    return new AblationSchedule(new Edits(List.of(edits)), new MemoryRollout("line", 2, TICKS, 1));
  }

  /// From the beginning.
  private void live(AblationSchedule ablationSchedule, int ticks) {
    policy.reset();
    for (int tick = 0; tick < ticks; tick++) {
      seen.trial = tick / 100;
      seen.removed[AGENT] = (byte) (tick % 100 >= 90 ? 1 : 0);
      ablationSchedule.put(tick, policy, seen);
      policy.act(seen, output);
    }
  }

  private List<Integer> closed() {
    return policy.told.closed().stream().boxed().toList();
  }

  @Test
  void ticksThatAreSwitchedOffAllocateNothing() {
    AblationSchedule ablationSchedule =
        blinders(without(0, new Keys.EarlierTrials()), without(150, new Keys.Others()));
    live(ablationSchedule, TICKS);
    long bytes = AllocationCounter.by(() -> live(ablationSchedule, TICKS));
    assertEquals(0, bytes / TICKS, bytes + " bytes in " + TICKS + " ticks");
    assertEquals(IntStream.range(0, TICKS - 1).boxed().toList(), closed());
  }

  @Test
  void everyQueryIsToldOfItsOwnPast() {
    AblationSchedule ablationSchedule =
        blinders(without(0, new Keys.LimboTicks(), new Keys.Ticks(new Span(3, 5))));
    live(ablationSchedule, 92);
    assertEquals(List.of(3, 4, 90), closed());
    assertEquals(List.of(0.5f, -1f), numbers(policy.told.heads().getOrDefault(HEAD, new float[0])));
    live(ablationSchedule, 5);
    assertEquals(List.of(3), closed(), "never the query itself");
  }

  @Test
  void theLaterTickCountsAndNothingOpensTheEyesAgain() {
    AblationSchedule ablationSchedule =
        blinders(
            new Edit.Ablate(20, AGENT, Ablation.NONE, Map.of()),
            without(10, new Keys.Others()),
            without(10, new Keys.Ticks(new Span(0, 1))));
    live(ablationSchedule, 10);
    assertEquals(QueryAblation.NONE, policy.told);
    live(ablationSchedule, 15);
    assertEquals(List.of(0), closed(), "said last of the same tick");
    live(ablationSchedule, 25);
    assertEquals(QueryAblation.NONE, policy.told);
  }

  @Test
  void anotherPolicyHasOpenEyes() {
    Edit other = new Edit.PolicyChange(12, "another", "");
    live(blinders(without(10, new Keys.Others()), other), 12);
    assertEquals(11, closed().size());
    live(blinders(without(10, new Keys.Others()), other), 13);
    assertEquals(QueryAblation.NONE, policy.told);
  }

  private static List<Float> numbers(float[] numbers) {
    return IntStream.range(0, numbers.length).mapToObj(i -> numbers[i]).toList();
  }
}
