package dev.hindsight.trainer.learn.training;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.env.StateBytes;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.outcome.EpisodeEnd;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class EpisodeReturnsTest {
  private static final int AGENTS = 2;

  private final EpisodeReturns returns = new EpisodeReturns(AGENTS);
  private final StepBuffer seen = new StepBuffer(AGENTS, 1);

  /// Runs one tick that pays every agent 1; the second agent is in limbo if this is 1.
  private void tick(EpisodeReturns into, byte limbo) {
    seen.removed[1] = limbo;
    into.before(seen, 0, AGENTS);
    Arrays.fill(seen.end, (byte) 0);
    Arrays.fill(seen.terminal, (byte) 0);
    Arrays.fill(seen.truncation, (byte) 0);
    Arrays.fill(seen.reward, 1);
  }

  private void end() {
    seen.end(0, EpisodeEnd.TIMEOUT);
    seen.end(1, EpisodeEnd.TASK_DONE);
  }

  @Test
  void limboIsNoPartOfAnEpisode() {
    for (int t = 0; t < 4; t++) {
      tick(returns, (byte) (t < 1 ? 0 : 1));
      if (t == 3) {
        end();
      }
      returns.after(seen, 0, AGENTS);
    }
    assertEquals(new EpisodeReturns.Sums(4 + 1, 4 + 1, 2), returns.sums());
  }

  /// After its last tick, the world shows the bucket of the next episode.
  @Test
  void anEpisodeCountsForTheBucketThatItWasPlayedIn() {
    seen.bucket = 3;
    returns.at(1);
    tick(returns, (byte) 0);
    end();
    seen.bucket = 1;
    returns.after(seen, 0, AGENTS);
    assertEquals(List.of(new EpisodeReturns.Bucket(3, 2, 2, 1, 0, 1)), returns.buckets());
  }

  @Test
  void episodesUnderWayGoOnFromAStoredState() {
    tick(returns, (byte) 0);
    returns.after(seen, 0, AGENTS);
    EpisodeReturns later = new EpisodeReturns(AGENTS);
    byte[] stored = StateBytes.write(returns::transfer);
    StateBytes.read(
        stored,
        "test",
        stream -> {
          later.transfer(stream);
          return true;
        });
    tick(later, (byte) 0);
    end();
    later.after(seen, 0, AGENTS);
    assertEquals(new EpisodeReturns.Sums(4, 4, 2), later.sums());
  }
}
