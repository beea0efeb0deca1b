package dev.hindsight.app.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.notices.Notice;
import dev.hindsight.app.tasks.BackgroundTasks;
import dev.hindsight.inspector.attention.AttentionReadingCache;
import dev.hindsight.inspector.derived.DerivedChannels;
import dev.hindsight.inspector.series.ChannelNumbers;
import dev.hindsight.inspector.series.MinMaxPyramid;
import dev.hindsight.trainer.action.ActionManifest;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.outcome.EventScan;
import dev.hindsight.trainer.record.SampleRecordings;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.scene.AgentNames;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Tasks;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two agents with two numbers per action; the second is in limbo at tick 3.
class LaneSeriesTest {
  @TempDir private Path folder;

  private static final Rollout ROLLOUT =
      new MemoryRollout("toy", 2, 5, 1)
          .with("action", Dtype.I4, (t, i) -> 10 * t + i, 2, 2)
          .with("reward", Dtype.F4, (t, _) -> t, 2)
          .with("removed", Dtype.BOOL, (t, agent) -> t == 3 && agent == 1 ? 1 : 0, 2);

  private static IntToDoubleFunction numbers(String channel, int index) {
    return ChannelNumbers.of(ROLLOUT, ROLLOUT.channel(channel).orElseThrow(), index);
  }

  @Test
  void anActionInLimboIsNobodys() {
    assertTrue(Double.isNaN(numbers("action", 2).applyAsDouble(3)));
    assertTrue(Double.isNaN(numbers("action", 3).applyAsDouble(3)));
    assertEquals(23, numbers("action", 3).applyAsDouble(2));
  }

  @Test
  void anotherAgentsActionsAndOtherChannelsStay() {
    assertEquals(31, numbers("action", 1).applyAsDouble(3));
    assertEquals(3, numbers("reward", 1).applyAsDouble(3));
  }

  /// Three levels of acceleration by three of steering; agent 1 takes the joint action with the
  /// tick's number.
  private static final Rollout DRIVEN =
      new MemoryRollout("toy", 2, 9, 1)
          .with("action", Dtype.I4, (t, agent) -> agent == 1 ? t : 4, 2)
          .with("reward", Dtype.F4, (t, _) -> t / 8.0, 2)
          .with("event", Dtype.U1, (t, agent) -> t == 2 && agent == 1 ? 1 : 0, 2)
          .withExtra(
              ActionManifest.of(
                  new ActionSpace.Discrete(
                      List.of(
                          new ActionSpace.Factor("acceleration", "m/s²", List.of(-4f, 0f, 4f)),
                          new ActionSpace.Factor(
                              "steering",
                              "rad",
                              List.of(-0.5f, 0f, 0.5f),
                              List.of("right", "straight on", "left"))))));

  private static LaneContents shown(LaneState lanes) throws InterruptedException {
    BlockingQueue<Runnable> owned = new LinkedBlockingQueue<>();
    try (Tasks tasks = new Tasks(1);
        DerivedChannels derived = DerivedChannels.of(DRIVEN, new AttentionReadingCache(DRIVEN))) {
      LaneData.Loader columns =
          new LaneData.Loader(
              new LaneSeries.Finder(DRIVEN, derived, Optional.empty()),
              new BackgroundTasks(tasks, owned::add, _ -> {}),
              () -> {});
      columns.load(lanes, 1, DRIVEN.ticks());
      for (int lane = 0; lane < 3; lane++) {
        owned.take().run();
      }
      return new LaneContents(
          TimeAxis.of(DRIVEN),
          lanes,
          new LaneLayout(lanes.lanes(), 1000, 200, 0),
          1,
          AgentNames.of(DRIVEN),
          EventScan.begin(DRIVEN, 1).upTo(DRIVEN.ticks(), new Cancellation()),
          LaneHints.NONE,
          Optional.empty(),
          Optional.empty(),
          List.of(),
          List.of(),
          List.of(),
          numeric -> columns.of(numeric, 1));
    }
  }

  @Test
  void damagedTicksSaySo() throws InterruptedException {
    LaneContents contents =
        shown(LaneState.start(DRIVEN)).damaged(List.of(new Span(0, 2), new Span(4, 5)));
    for (int tick = 0; tick < 6; tick++) {
      boolean told =
          contents.at(tick, -1, 0).stream().anyMatch(line -> line.contains("is damaged here"));
      assertEquals(tick < 2 || tick == 4, told, "tick " + tick);
    }
  }

  /// The file was closed under it: a bug, whose message is no text for users.
  @Test
  void aLaneWhoseReadingFailsSaysSoAndTheFailureIsReportedAndTheNextOneIsRead()
      throws InterruptedException {
    BlockingQueue<Runnable> owned = new LinkedBlockingQueue<>();
    Rollout rollout = Rollouts.open(SampleRecordings.darkRoom(folder, Map.of(), 40));
    LaneState lanes = LaneState.start(rollout);
    List<LaneSource.Numeric> numbers =
        lanes.lanes().stream()
            .map(LaneState.Lane::source)
            .filter(LaneSource.Numeric.class::isInstance)
            .map(LaneSource.Numeric.class::cast)
            .toList();
    assertTrue(numbers.size() > 1);
    List<Notice> notices = new ArrayList<>();
    try (Tasks tasks = new Tasks(1);
        DerivedChannels derived = DerivedChannels.of(rollout, new AttentionReadingCache(rollout))) {
      LaneData.Loader columns =
          new LaneData.Loader(
              new LaneSeries.Finder(rollout, derived, Optional.empty()),
              new BackgroundTasks(tasks, owned::add, notices::add),
              () -> {});
      rollout.close();
      columns.load(lanes, 0, 40);
      for (LaneSource.Numeric _ : numbers) {
        owned.take().run();
      }
      for (LaneSource.Numeric lane : numbers) {
        assertEquals(new LaneData.Empty("it cannot be read", true), columns.of(lane, 0));
      }
      assertEquals(numbers.size(), notices.size());
    }
  }

  @Test
  void aJointActionBeginsAsALaneForEachThingItDecides() {
    assertEquals(
        List.of(
            "events",
            "channel:action/acceleration:0",
            "channel:action/steering:0",
            "channel:reward:0",
            "bookmarks"),
        LaneState.start(DRIVEN).lanes().stream().map(lane -> lane.source().id()).toList());
  }

  @Test
  void eachLaneTellsWhatItShowsAtATick() throws InterruptedException {
    LaneContents contents = shown(LaneState.start(DRIVEN));
    assertEquals(
        List.of("Goal", "acceleration -4 m/s²", "left", "0.25", ""),
        IntStream.range(0, 5).mapToObj(lane -> contents.shortly(lane, 2)).toList());
    assertEquals("", contents.shortly(0, 1));
    assertEquals("acceleration 4 m/s²", contents.shortly(1, 8));
    assertEquals("straight on", contents.shortly(2, 7));
    LaneData.Ready steering =
        (LaneData.Ready)
            contents.columns().apply(new LaneSource.ChannelComponent("action/steering", 0));
    assertEquals(LaneSeries.Style.STEPS, steering.form());
    for (int tick = 0; tick < DRIVEN.ticks(); tick++) {
      assertEquals(tick % 3 - 1, steering.series().value(tick));
    }
    assertEquals(-1, steering.lowest());
    assertEquals(1, steering.highest());
  }

  /// Of a tick of A without a counterpart in B.
  @Test
  void aFlagThatIsNotThereIsNeitherYesNorNo() throws InterruptedException {
    LaneContents whole = shown(LaneState.start(DRIVEN));
    MinMaxPyramid flags =
        MinMaxPyramid.of(tick -> tick < 3 ? 1 : Double.NaN, DRIVEN.ticks(), new Cancellation());
    LaneContents contents =
        new LaneContents(
            whole.axis(),
            whole.lanes(),
            whole.layout(),
            whole.agent(),
            whole.names(),
            whole.events(),
            whole.hints(),
            whole.others(),
            whole.rewards(),
            whole.bookmarks(),
            whole.hits(),
            whole.damaged(),
            _ -> new LaneData.Ready(LaneSeries.Style.FLAG, flags, "", Integer::toString));
    int lane = whole.lanes().place(new LaneSource.ChannelComponent("reward", 0));
    assertEquals("reward yes", contents.at(2, lane, 0).getLast());
    assertEquals("reward none", contents.at(5, lane, 0).getLast());
  }

  @Test
  void aPartThatIsNotThereIsSaid() {
    DerivedChannels none = DerivedChannels.of(DRIVEN, new AttentionReadingCache(DRIVEN));
    assertEquals(
        new LaneSeries.Missing("this recording has no action/wing"),
        new LaneSeries.Finder(DRIVEN, none, Optional.empty())
            .find(new LaneSource.ChannelComponent("action/wing", 0), 1, 0));
    none.close();
  }
}
