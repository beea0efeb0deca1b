package dev.hindsight.trainer.record;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.outcome.EpisodeEnds;
import dev.hindsight.trainer.outcome.RecordedActionMask;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.Optional;

/// The recorded observations of any tick, as the policy saw them. One owner thread.
public final class RecordedObservations {
  private final int agents;
  private final int ticks;
  private final int size;
  private final Channel observation;
  private final Channel removed;
  private final EpisodeEnds ends;
  private final Channel trial;
  private final Channel trialTick;
  private final Optional<RecordedActionMask> mask;
  private final RecordedBucket bucket;
  private final StepBuffer seen;
  private final int[] flags;

  /// @param shape of the environment it was recorded in
  /// @throws dev.hindsight.trainer.Problem if the recording holds no observations
  public RecordedObservations(Rollout rollout, EnvironmentShape shape) {
    agents = shape.agents();
    ticks = rollout.ticks();
    size = shape.observation().size();
    observation = column(rollout, "observation", agents * size);
    removed = column(rollout, "removed", agents);
    column(rollout, "terminal", agents);
    ends = new EpisodeEnds(rollout);
    trial = column(rollout, "trial", 1);
    trialTick = column(rollout, "trial_tick", 1);
    bucket = new RecordedBucket(rollout);
    seen = new StepBuffer(shape);
    flags = new int[agents];
    mask = mask(rollout, seen.actionMask.length);
  }

  /// @param numbers of the masks of all agents; 0 where the environment has none
  private Optional<RecordedActionMask> mask(Rollout rollout, int numbers) {
    if (numbers == 0) {
      return Optional.empty();
    }
    Optional<RecordedActionMask> recorded = RecordedActionMask.of(rollout, numbers / agents);
    if (recorded.isEmpty()) {
      throw lacking(rollout, RecordedActionMask.COLUMN);
    }
    return recorded;
  }

  private static Channel column(Rollout rollout, String name, int length) {
    return rollout
        .channel(name)
        .filter(channel -> channel.rowLength() == length)
        .orElseThrow(() -> lacking(rollout, name));
  }

  private static Problem lacking(Rollout rollout, String name) {
    return SimulationRecipe.cannot(
        rollout, wording("RecordedObservations.it_holds_no_channel", name));
  }

  /// The observations of a tick; always the same object.
  public StepBuffer at(int tick) {
    observation.read(tick, 0, seen.observation, agents * size);
    removed.read(tick, 0, flags, agents);
    for (int agent = 0; agent < agents; agent++) {
      seen.removed[agent] = (byte) flags[agent];
    }
    mask.ifPresent(recorded -> recorded.read(tick, 0, seen.actionMask));
    for (int agent = 0; agent < agents; agent++) {
      seen.terminal[agent] = (byte) (tick > 0 && ends.ended(tick - 1, agent) ? 1 : 0);
    }
    seen.trial = (int) trial.integer(tick, 0);
    seen.trialTick = (int) trialTick.integer(tick, 0);
    bucket.show(tick, seen);
    return seen;
  }

  /// The first tick that policies remember at a tick: before it all memories were wiped at once.
  /// Where agents' episodes end one by one, a state that was wiped at an agent's own end may change
  /// again in limbo, and goes on from there into the next episode.
  public int episodeStart(int tick) {
    int start = tick;
    while (start > 0 && !ends.allEnded(start - 1)) {
      start--;
    }
    return start;
  }

  /// How often all memories were wiped at once before a tick.
  public int episodesBefore(int tick) {
    int episodes = 0;
    for (int before = 0; before < tick; before++) {
      episodes += ends.allEnded(before) ? 1 : 0;
    }
    return episodes;
  }

  /// Whether the episodes of all agents are over after a tick, be it that they ended one by one.
  public boolean endsEpisode(int tick) {
    // The limbo of an agent that enters is cut too, perhaps as the last of the others leaves.
    return ends.allEnded(tick)
        || (ends.allOver(tick) && (tick + 1 >= ticks || trialTick.integer(tick + 1, 0) == 0));
  }
}
