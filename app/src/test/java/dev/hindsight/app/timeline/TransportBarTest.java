package dev.hindsight.app.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.rollout.TrialIndex;
import org.junit.jupiter.api.Test;

class TransportBarTest {
  private static final TrialIndex TWO_EPISODES =
      new TrialIndex(new int[] {0, 20, 40, 60}, new int[] {0, 1, 0, 1}, 80);
  private static final TrialIndex NONE = new TrialIndex(new int[0], new int[0], 0);

  @Test
  void theEpisodeIsSaidWhereThereAreSeveral() {
    assertEquals("episode 2, trial 1:3", TransportBar.place(TWO_EPISODES, 43));
    assertEquals("trial 3:5", TransportBar.place(TestTimeAxes.trials(4, 10, 4).trials(), 25));
    assertEquals("", TransportBar.place(NONE, 43));
  }

  @Test
  void thereIsATimeWhereTheRecordingTellsHowLongATickIs() {
    assertEquals("4.3 s", new TimeAxis(80, 0.1, TWO_EPISODES).time(43));
    assertEquals("", new TimeAxis(80, 0, TWO_EPISODES).time(43));
    assertEquals(0.1, new TimeAxis(80, 0, TWO_EPISODES).tickSeconds());
  }
}
