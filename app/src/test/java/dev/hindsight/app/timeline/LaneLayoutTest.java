package dev.hindsight.app.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Lanes become lower before they scroll.
class LaneLayoutTest {
  private static final List<LaneState.Lane> LANES =
      IntStream.of(22, 20, 20, 30, 60)
          .mapToObj(
              height -> new LaneState.Lane(new LaneSource.ChannelComponent("x", height), height))
          .toList();

  private static final double RULERS = LaneLayout.TRIALS + LaneLayout.TICKS;

  private static LaneLayout layout(double room) {
    return new LaneLayout(LANES, 1000, RULERS + room, 0);
  }

  private static List<Integer> heights(LaneLayout layout) {
    return IntStream.range(0, LANES.size()).mapToObj(layout::height).toList();
  }

  @Test
  void whereThereIsRoomLanesAreAsHighAsTheyAreSet() {
    assertEquals(List.of(22, 20, 20, 30, 60), heights(layout(152)));
    assertEquals(List.of(22, 20, 20, 30, 60), heights(layout(400)));
  }

  @ParameterizedTest
  @ValueSource(doubles = {80, 90, 120, 151})
  void aLittleTooLittleRoomIsSharedAndNothingScrolls(double room) {
    LaneLayout layout = layout(room);
    int sum = heights(layout).stream().mapToInt(Integer::intValue).sum();
    assertTrue(sum <= room && sum > room - LANES.size(), sum + " in " + room);
    assertTrue(heights(layout).stream().allMatch(height -> height >= LaneState.Lane.LOWEST));
    assertEquals(0, new LaneLayout(LANES, 1000, RULERS + room, 50).scroll());
  }

  @Test
  void whereEvenTheLowestDoNotFitOneScrollsToTheLast() {
    assertEquals(List.of(16, 16, 16, 16, 16), heights(layout(40)));
    LaneLayout layout = new LaneLayout(LANES, 1000, RULERS + 40, 1000);
    assertEquals(40, layout.scroll());
    assertEquals(layout.bottom(), layout.top(4) + layout.height(4));
    assertEquals(4, layout.laneAt(layout.bottom() - 1));
  }
}
