package dev.hindsight.inspector.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.render.Palette;
import dev.hindsight.trainer.action.ActionManifest;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.task.Cancellation;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// A chart shows the numbers of its channels, on axes with units.
class ChartTest {
  private static final int TICKS = 40;
  private static final int AGENTS = 3;

  /// Two trials of 25 and 15 ticks; agent 2 is in limbo from tick 30 on.
  private static final Rollout ROLLOUT =
      new MemoryRollout("toy", AGENTS, TICKS, 2)
          .with("action", Dtype.I4, (t, agent) -> (t + agent) % 9, AGENTS)
          .with(
              ChannelSpec.perTick("speed", Dtype.F4, "m/s", "", "agent"),
              (t, agent) -> t * 0.5 + agent,
              AGENTS)
          .with("reward", Dtype.F4, (t, agent) -> Math.sin(t + agent), AGENTS)
          .with("removed", Dtype.BOOL, (t, agent) -> t >= 30 && agent == 2 ? 1 : 0, AGENTS)
          .with("wind", Dtype.F4, (t, i) -> t == 7 ? Double.NaN : 100 * i - t, 2)
          .with("trial", Dtype.I4, (t, _) -> t < 25 ? 0 : 1)
          .withExtra(
              ActionManifest.of(
                  new ActionSpace.Discrete(
                      List.of(
                          new ActionSpace.Factor("push", "m/s²", List.of(-4f, 0f, 4f)),
                          new ActionSpace.Factor("turn", "rad", List.of(-1f, 0f, 1f))))));

  private static ChartChannel channel(String title) {
    return ChartChannel.of(ROLLOUT).stream()
        .filter(channel -> channel.title().equals(title))
        .findFirst()
        .orElseThrow();
  }

  private static ChartData read(ChartData.Over over, List<Integer> agents, String... titles) {
    return ChartData.read(
        new ChartData.Request(
            ROLLOUT, Arrays.stream(titles).map(ChartTest::channel).toList(), agents, over, TICKS),
        new Cancellation());
  }

  @Test
  void everyChannelOfARecordingCanBeCharted() {
    assertEquals(
        List.of(
            "action",
            "action/push",
            "action/turn",
            "speed",
            "reward",
            "removed",
            "wind[0]",
            "wind[1]",
            "trial"),
        ChartChannel.of(ROLLOUT).stream().map(ChartChannel::title).toList());
    assertEquals("m/s", channel("speed").unit());
    assertEquals("m/s²", channel("action/push").unit());
  }

  @Test
  void everyPointOfALineIsTheChannelsNumber() {
    ChartData data = read(ChartData.Over.TICKS, List.of(0, 2), "reward", "speed", "wind[1]");
    assertEquals(
        List.of(
            "reward, agent 0", "reward, agent 2", "speed, agent 0", "speed, agent 2", "wind[1]"),
        data.lines().stream().map(ChartData.Line::name).toList());
    for (ChartData.Line line : data.lines()) {
      int index = line.agent() == Moment.NO_AGENT ? line.channel().component() : line.agent();
      for (int tick = 0; tick < TICKS; tick++) {
        assertEquals(
            (float) ROLLOUT.channel(line.channel().channel()).orElseThrow().value(tick, index),
            line.values().value(tick),
            line.name() + " at tick " + tick);
      }
    }
  }

  @Test
  void aPartOfAnActionIsInItsUnitAndNoOnesInLimbo() {
    ChartData.Line turn = read(ChartData.Over.TICKS, List.of(2), "action/turn").lines().getFirst();
    for (int tick = 0; tick < TICKS; tick++) {
      float expected = tick >= 30 ? Float.NaN : (tick + 2) % 9 % 3 - 1;
      assertEquals(expected, turn.values().value(tick), "tick " + tick);
    }
  }

  @Test
  void aPointOfATrialIsTheMeanOfItsTicks() {
    ChartData data = read(ChartData.Over.TRIALS, List.of(1), "speed", "wind[0]");
    assertEquals(2, data.points());
    assertEquals(7f, data.lines().getFirst().values().value(0));
    assertEquals(17f, data.lines().getFirst().values().value(1));
    assertEquals(-(300 - 7) / 24f, data.lines().getLast().values().value(0), "NaN is left out");
    assertEquals(1, data.point(25));
    assertEquals(25, data.tick(1));
  }

  @Test
  void savedNumbersAreTheNumbers() {
    ChartData data = read(ChartData.Over.TICKS, List.of(0), "speed", "wind[0]");
    List<String> rows = data.csv(new Span(6, 9), new Cancellation()).lines().toList();
    assertEquals(
        List.of("tick,\"speed, agent 0 [m/s]\",wind[0]", "6,3.0,-6.0", "7,3.5,", "8,4.0,-8.0"),
        rows);
  }

  @Test
  void savedNumbersAreThoseOfTheRecordingToTheLastDigit() {
    MemoryRollout rollout =
        new MemoryRollout("toy", 1, 3, 1)
            .with("reward", Dtype.F8, (t, _) -> t == 2 ? Double.POSITIVE_INFINITY : 0.1 + t, 1)
            .with("stamp", Dtype.I4, (t, _) -> 16_777_217 + 2 * t);
    ChartData ticks =
        ChartData.read(
            new ChartData.Request(
                rollout, ChartChannel.of(rollout), List.of(0), ChartData.Over.TICKS, 3),
            new Cancellation());
    assertEquals(
        List.of(
            "tick,\"reward, agent 0\",stamp",
            "0,0.1,16777217",
            "1,1.1,16777219",
            "2,Infinity,16777221"),
        ticks.csv(Span.all(3), new Cancellation()).lines().toList());
    ChartData trials =
        ChartData.read(
            new ChartData.Request(
                rollout, ChartChannel.of(rollout), List.of(0), ChartData.Over.TRIALS, 3),
            new Cancellation());
    assertEquals(
        List.of("trial,first tick,\"reward, agent 0\",stamp", "1,0,Infinity,1.6777219E7"),
        trials.csv(Span.all(1), new Cancellation()).lines().toList());
  }

  private static ChartPicture draw(ChartData data, double first, double span) {
    return ChartPicture.draw(
        new ChartPicture.Request(data, first, span, 500, 300, 2, Palette.DARK));
  }

  /// The rows of a pixel column, in units from the top, that contain a curve of this colour.
  private static int[] rows(ChartPicture picture, int colour, double x) {
    int column = (int) Math.round(x * 2);
    int top = (int) (picture.top() * 2);
    int bottom = (int) ((picture.top() + picture.plotHeight()) * 2);
    return IntStream.range(top, bottom)
        .filter(row -> (picture.pixels()[row * picture.width() + column] & 0xffffff) == colour)
        .toArray();
  }

  @Test
  void aLineStandsWhereItsAxesSay() {
    ChartData data = read(ChartData.Over.TICKS, List.of(0), "speed");
    ChartPicture picture = draw(data, 0, TICKS);
    int colour = ChartStyle.of(Palette.DARK).line(0).getRGB() & 0xffffff;
    double perTick = picture.plotWidth() / TICKS;
    double lowest = middle(rows(picture, colour, picture.left() + 0.6 * perTick));
    double highest = middle(rows(picture, colour, picture.left() + (TICKS - 0.6) * perTick));
    double half = middle(rows(picture, colour, picture.left() + TICKS / 2.0 * perTick));
    assertEquals((lowest + highest) / 2, half, 4, "a straight line stays straight");
    assertTrue(lowest - highest > picture.plotHeight(), "and fills its plot");
  }

  private static double middle(int[] rows) {
    assertTrue(rows.length > 0, "nothing drawn there");
    return Arrays.stream(rows).average().orElse(Double.NaN);
  }

  @Test
  void aSpikeBetweenPixelsIsSeenHoweverFarAwayOneLooks() {
    int ticks = 100_000;
    Rollout spiky =
        new MemoryRollout("toy", 1, ticks, 1).with("x", Dtype.F4, (t, _) -> t == 50_001 ? 1 : 0, 1);
    ChartData data =
        ChartData.read(
            new ChartData.Request(
                spiky, ChartChannel.of(spiky), List.of(0), ChartData.Over.TICKS, ticks),
            new Cancellation());
    ChartPicture picture = draw(data, 0, ticks);
    int colour = ChartStyle.of(Palette.DARK).line(0).getRGB() & 0xffffff;
    double x = picture.left() + picture.plotWidth() * 50_001.5 / ticks;
    boolean seen = false;
    for (double about = x - 2; about <= x + 2; about += 0.5) {
      seen |= rows(picture, colour, about).length > picture.plotHeight();
    }
    assertTrue(seen);
  }

  @Test
  void whatHasNoEndIsAGap() {
    Rollout endless =
        new MemoryRollout("toy", 1, 4, 1)
            .with("x", Dtype.F4, (t, _) -> t == 1 ? Double.POSITIVE_INFINITY : t, 1);
    ChartData data =
        ChartData.read(
            new ChartData.Request(
                endless, ChartChannel.of(endless), List.of(0), ChartData.Over.TICKS, 4),
            new Cancellation());
    ChartPicture picture = draw(data, 0, 4);
    int colour = ChartStyle.of(Palette.DARK).line(0).getRGB() & 0xffffff;
    double perTick = picture.plotWidth() / 4;
    assertEquals(0, rows(picture, colour, picture.left() + 1.5 * perTick).length);
    assertTrue(rows(picture, colour, picture.left() + 3 * perTick).length > 0);
  }

  @Test
  void eachUnitHasAPlotOfItsOwn() {
    ChartPicture one = draw(read(ChartData.Over.TICKS, List.of(0, 1), "speed"), 0, TICKS);
    ChartData both = read(ChartData.Over.TICKS, List.of(0), "speed", "reward");
    ChartPicture two = draw(both, 0, TICKS);
    int speed = ChartStyle.of(Palette.DARK).line(0).getRGB() & 0xffffff;
    assertTrue(rows(two, speed, two.left() + two.plotWidth() - 8).length > 0);
    double lowestRow = Arrays.stream(rows(two, speed, two.left() + 8)).average().orElseThrow();
    assertTrue(lowestRow < 2 * (two.top() + two.plotHeight() / 2), "speed keeps to the upper plot");
    assertTrue(
        Arrays.stream(rows(one, speed, one.left() + 8)).average().orElseThrow()
            > 2 * (one.top() + one.plotHeight() / 2),
        "alone it has all the room");
  }
}
