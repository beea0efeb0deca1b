package dev.hindsight.trainer.rollout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class TickAddressTest {
  private static final int TICKS = 120;

  /// Two episodes of three trials of 20 ticks.
  private static final TrialIndex TRIALS =
      new TrialIndex(new int[] {0, 20, 40, 60, 80, 100}, new int[] {0, 1, 2, 0, 1, 2}, TICKS);

  @Test
  void plainNumberIsATick() {
    assertEquals(OptionalInt.of(119), TickAddress.parse(" 119 ", TRIALS, TICKS, 0));
  }

  @Test
  void trialsCountFromOne() {
    assertEquals(OptionalInt.of(25), TickAddress.parse("2:5", TRIALS, TICKS, 0));
  }

  @Test
  void trialIsLookedForInTheEpisodeOfTheCursor() {
    assertEquals(OptionalInt.of(85), TickAddress.parse("2:5", TRIALS, TICKS, 119));
  }

  @Test
  void anEpisodeCanBeNamed() {
    assertEquals(OptionalInt.of(85), TickAddress.parse("2:2:5", TRIALS, TICKS, 0));
    assertEquals(OptionalInt.of(25), TickAddress.parse("1:2:5", TRIALS, TICKS, 119));
    assertEquals(OptionalInt.empty(), TickAddress.parse("3:1:0", TRIALS, TICKS, 0));
    assertEquals(OptionalInt.empty(), TickAddress.parse("0:1:0", TRIALS, TICKS, 0));
  }

  @Test
  void anAddressInTheRecordingLeadsBackFromAnywhere() {
    TrialIndex oneEpisode = new TrialIndex(new int[] {0, 50}, new int[] {0, 1}, TICKS);
    for (int tick = 0; tick < TICKS; tick++) {
      String address = TickAddress.inRecording(TRIALS, tick);
      assertEquals(OptionalInt.of(tick), TickAddress.parse(address, TRIALS, TICKS, 119 - tick));
      assertEquals(OptionalInt.of(tick / 60 + 1), TickAddress.episodeNumber(TRIALS, tick));
      assertEquals(OptionalInt.empty(), TickAddress.episodeNumber(oneEpisode, tick));
    }
  }

  @Test
  void whereThereIsNoCursorTheFirstEpisodeIsMeantAndWhatIsWrongIsSaid() {
    assertEquals(25, TickAddress.of("2:5", TRIALS, TICKS));
    assertEquals(85, TickAddress.of("2:2:5", TRIALS, TICKS));
    assertTrue(
        assertThrows(Problem.class, () -> TickAddress.of("soon", TRIALS, TICKS))
            .getMessage()
            .contains("not a tick"));
    refused("4:0", "the episode has no such trial - it has 3 trials");
    refused("0:0", "the episode has no such trial");
    refused("2:4:0", "the episode has no such trial - it has 3 trials");
    refused("3:1:0", "there is no such episode - the recording has 2 episodes");
    refused("1:20", "the trial has no such tick - it has 20 ticks");
  }

  @Test
  void whatIsWrongIsSaidOfTheEpisodeOfTheCursor() {
    TrialIndex uneven = new TrialIndex(new int[] {0, 50, 80}, new int[] {0, 1, 0}, 100);
    String trials =
        assertThrows(Problem.class, () -> TickAddress.of("2:0", uneven, 100, 90)).getMessage();
    assertTrue(trials.contains("no such trial - it has 1 trial"), trials);
    String ticks =
        assertThrows(Problem.class, () -> TickAddress.of("1:30", uneven, 100, 90)).getMessage();
    assertTrue(ticks.contains("no such tick - it has 20 ticks"), ticks);
  }

  @Test
  void aRecordingWithoutTicksOffersNone() {
    TrialIndex none = new TrialIndex(new int[0], new int[0], 0);
    String message = assertThrows(Problem.class, () -> TickAddress.of("3", none, 0)).getMessage();
    assertTrue(message.contains("the recording has no ticks"), message);
  }

  private static void refused(String address, String words) {
    String message =
        assertThrows(Problem.class, () -> TickAddress.of(address, TRIALS, TICKS)).getMessage();
    assertTrue(message.contains(words), message);
  }

  @Test
  void whatIsNotThereIsNothing() {
    assertEquals(OptionalInt.empty(), TickAddress.parse("120", TRIALS, TICKS, 0));
    assertEquals(OptionalInt.empty(), TickAddress.parse("4:0", TRIALS, TICKS, 0));
    assertEquals(OptionalInt.empty(), TickAddress.parse("1:20", TRIALS, TICKS, 0));
    assertEquals(OptionalInt.empty(), TickAddress.parse("-1", TRIALS, TICKS, 0));
    assertEquals(OptionalInt.empty(), TickAddress.parse("end", TRIALS, TICKS, 0));
  }

  @Test
  void everyTickIsFoundAgainByItsAddress() {
    for (int tick = 0; tick < TICKS; tick++) {
      assertEquals(
          OptionalInt.of(tick),
          TickAddress.parse(TickAddress.inTrial(TRIALS, tick), TRIALS, TICKS, tick));
    }
  }
}
