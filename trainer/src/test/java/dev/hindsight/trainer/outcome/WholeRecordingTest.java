package dev.hindsight.trainer.outcome;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.record.SampleRecordings;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.ForwardingRollout;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.scene.Narration;
import dev.hindsight.trainer.task.Cancellation;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeRecordingTest {
  @TempDir private Path folder;

  /// Keeps what is worked out of it, as a recording in a file does, and counts what is read.
  private static final class Kept implements ForwardingRollout {
    private final MemoryRollout memory;
    private final Map<Class<?>, Object> derived = new ConcurrentHashMap<>();
    private final AtomicInteger rewards = new AtomicInteger();
    private final AtomicInteger terminals = new AtomicInteger();
    private final AtomicInteger scores = new AtomicInteger();

    private Kept(MemoryRollout memory) {
      this.memory = memory;
    }

    @Override
    public Rollout real() {
      return memory;
    }

    @Override
    public <T> T derived(Class<T> type, Function<Rollout, T> maker) {
      return type.cast(derived.computeIfAbsent(type, _ -> maker.apply(this)));
    }

    @Override
    public Optional<Channel> channel(String name) {
      return switch (name) {
        case "reward" -> memory.channel(name).map(c -> new Counted(c, rewards));
        case "trial_score" -> memory.channel(name).map(c -> new Counted(c, scores));
        case "terminal" -> memory.channel(name).map(c -> new Counted(c, terminals));
        default -> memory.channel(name);
      };
    }
  }

  /// Counts what is read of a column.
  private record Counted(Channel real, AtomicInteger reads) implements Channel {
    @Override
    public ChannelSpec spec() {
      return real.spec();
    }

    @Override
    public int[] rowShape() {
      return real.rowShape();
    }

    @Override
    public int rowLength() {
      return real.rowLength();
    }

    @Override
    public double value(int tick, int index) {
      reads.incrementAndGet();
      return real.value(tick, index);
    }
  }

  /// Two trials of 30 ticks; agent 0 reaches its goal in both, at its last action in the second.
  private static Kept recording() {
    return new Kept(
        new MemoryRollout("toy", 2, 60, 2)
            .with("trial", Dtype.I4, (tick, _) -> Math.floorDiv(tick, 30))
            .with("trial_ended", Dtype.BOOL, (tick, _) -> tick % 30 == 29 ? 1 : 0, 2)
            .with("goal_reached", Dtype.BOOL, (tick, i) -> i == 0 && goal(tick) ? 1 : 0, 2)
            .with("reward", Dtype.F4, (tick, i) -> pays(tick, i), 2));
  }

  private static boolean goal(int tick) {
    return tick > 10 && tick < 30;
  }

  private static double pays(int tick, int agent) {
    return agent == 0 && (tick == 10 || tick == 59) ? 1 : 0.1;
  }

  private static int goals(Rollout rollout, int tick) {
    int[] row = new int[2];
    new TickEvents(rollout).read(tick, row);
    return (TickEvents.happened(row[0], EventKind.GOAL) ? 1 : 0)
        + (TickEvents.happened(row[1], EventKind.GOAL) ? 1 : 0);
  }

  @Test
  void whatAGoalPaysIsReadOnceForAllSentences() {
    Kept rollout = recording();

    assertEquals(1, goals(rollout, 59), "the last action paid what the goal of trial 1 did");
    int first = rollout.rewards.get();
    for (int i = 0; i < 100; i++) {
      assertTrue(
          Narration.of(new Moment(rollout, 59, 0)).contains("then reaches its goal"), "at " + i);
    }
    int again = rollout.rewards.get() - first;

    assertTrue(first > 100, first + " rewards read to know what a goal pays");
    assertTrue(again <= 100 * 2, again + " rewards read by a hundred sentences");
  }

  @Test
  void scoresThatNobodyGotAreNotReadAgainForEveryCaption() {
    int ticks = 3_000;
    Kept rollout =
        new Kept(
            new MemoryRollout("toy", 2, ticks, 1)
                .with("trial", Dtype.I4, (_, _) -> 0)
                .with("trial_ended", Dtype.BOOL, (tick, _) -> tick + 1 == ticks ? 1 : 0, 2)
                .with("trial_score", Dtype.F4, (_, _) -> Double.NaN, 2));
    RunningCounts counts = new RunningCounts(rollout);
    counts.readAll(new Cancellation());
    int first = rollout.scores.get();

    assertEquals(Double.NaN, counts.trials(ticks - 1).getFirst().score());
    int again = rollout.scores.get() - first;

    assertTrue(again <= 4 * RunningCounts.BLOCK, again + " scores read after all were read");
  }

  @Test
  void aRecordingThatKeepsNothingIsReadAnew() {
    Kept rollout = recording();
    int[] row = new int[2];
    new TickEvents(rollout.memory).read(59, row);

    assertTrue(TickEvents.happened(row[0], EventKind.GOAL));
    ForwardingRollout keepsNothing = () -> rollout.memory;
    assertNotSame(WholeRecording.of(keepsNothing), WholeRecording.of(keepsNothing));
    assertSame(WholeRecording.of(rollout), WholeRecording.of(rollout));
  }

  @Test
  void aRecordingThatGrowsIsReadOn() {
    Kept rollout = recording();
    rollout.memory.comeTo(8);
    assertTrue(Double.isNaN(WholeRecording.of(rollout).leastPaid()), "no goal yet");
    rollout.memory.comeTo(30);
    assertEquals(1, WholeRecording.of(rollout).leastPaid());
    int before = rollout.rewards.get();
    rollout.memory.comeTo(60);
    assertEquals(1, WholeRecording.of(rollout).leastPaid());

    assertTrue(rollout.rewards.get() - before <= 2 * 31, "only the rows that came");
    assertEquals(
        WholeRecording.of(recording()).leastPaid(), WholeRecording.of(rollout).leastPaid());
  }

  @Test
  void howTheLastTrialEndedIsReadOncePerLength() {
    Kept rollout =
        new Kept(
            new MemoryRollout("toy", 2, 500, 1)
                .with("terminal", Dtype.BOOL, (tick, i) -> tick == 3 + i ? 1 : 0, 2));

    assertEquals(Ending.TRIAL_ENDED, Ending.of(rollout, 0));
    int first = rollout.terminals.get();
    for (int i = 0; i < 50; i++) {
      assertEquals(Ending.TRIAL_ENDED, Ending.of(rollout, 0));
    }
    assertEquals(first, rollout.terminals.get());

    rollout.memory.comeTo(4);
    assertEquals(Ending.CUT_OFF, Ending.of(rollout, 0), "agent 1 goes on");
  }

  @Test
  void theLastEpisodeIsOverWhereItsLastAgentEndsWithoutAScore() {
    MemoryRollout rollout =
        new MemoryRollout("toy", 2, 4, 1)
            .with("trial_ended", Dtype.BOOL, (_, _) -> 0, 2)
            .with("end", Dtype.U1, (tick, agent) -> tick == 1 + 2 * agent ? 5 - 2 * agent : 0, 2)
            .with("removed", Dtype.BOOL, (tick, agent) -> agent == 0 && tick > 1 ? 1 : 0, 2)
            .with("truncation", Dtype.BOOL, (tick, _) -> tick == 3 ? 1 : 0, 2);

    assertEquals(Ending.TRUNCATION, Ending.of(rollout, 0));
    rollout.comeTo(3);
    assertEquals(Ending.CUT_OFF, Ending.of(rollout, 0), "agent 1 goes on");
  }

  @Test
  void aRecordingInAFileKeepsItAndOneWithoutAColumnDoesNotTakeIt() {
    Path file = SampleRecordings.darkRoom(folder, Map.of(), 40);
    try (Rollout rollout = Rollouts.open(file)) {
      assertSame(WholeRecording.of(rollout), WholeRecording.of(rollout));
      assertNotSame(WholeRecording.of(rollout), WholeRecording.of(new UnfinishedRollout(rollout)));
    }
  }
}
