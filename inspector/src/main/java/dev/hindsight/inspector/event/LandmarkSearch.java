package dev.hindsight.inspector.event;

import dev.hindsight.inspector.series.SeriesKey;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.outcome.TickEvents;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.task.Cancellation;
import java.util.Optional;

/// Searches tick by tick for the next landmark, so that no list of all of them is needed. Reads as
/// far as it searches: for a background thread.
public final class LandmarkSearch {
  private static final int CHECK_EVERY = 4096;

  private final Rollout rollout;
  private final Cancellation cancellation;

  /// Searches a recording at its present length.
  public LandmarkSearch(Rollout rollout, Cancellation cancellation) {
    this.rollout = rollout;
    this.cancellation = cancellation;
  }

  /// The nearest landmark before or after a place.
  ///
  /// @param only the agent to search for, or [Moment#NO_AGENT] for any: then the agents of one tick
  ///   come one after the other
  public Optional<TickAndAgent> find(
      Landmark landmark, TickAndAgent from, int only, SearchDirection searchDirection) {
    return switch (landmark) {
      case Landmark.TrialEnd _ -> trialEnd(from.tick(), searchDirection);
      case Landmark.Event event ->
          scan(new Causes(rollout, event.kind()), from, only, searchDirection);
      case Landmark.ActionChange _ ->
          rollout
              .channel("action")
              .flatMap(channel -> scan(new Changes(channel, 1), from, only, searchDirection));
      case Landmark.FlagEdge flagEdge ->
          rollout
              .channel(flagEdge.channel())
              .flatMap(channel -> scan(new Changes(channel, 0), from, only, searchDirection));
      case Landmark.Bookmarked _, Landmark.OfOther _ -> Optional.empty();
    };
  }

  private Optional<TickAndAgent> trialEnd(int tick, SearchDirection searchDirection) {
    TrialIndex trials = rollout.trials();
    if (trials.count() == 0) {
      return Optional.empty();
    }
    int here = trials.stretchAt(tick);
    int wanted =
        switch (searchDirection) {
          case NEXT -> tick < trials.end(here) - 1 ? here : here + 1;
          case PREVIOUS -> here - 1;
        };
    return wanted < 0 || wanted >= trials.count()
        ? Optional.empty()
        : Optional.of(new TickAndAgent(trials.end(wanted) - 1, Moment.NO_AGENT));
  }

  private Optional<TickAndAgent> scan(
      Test test, TickAndAgent from, int only, SearchDirection searchDirection) {
    int agents = test.perAgent() ? rollout.manifest().agents() : 0;
    int ticks = rollout.ticks();
    int sign = searchDirection.sign();
    for (int tick = from.tick(); tick >= 0 && tick < ticks; tick += sign) {
      if (tick % CHECK_EVERY == 0) {
        cancellation.throwIfCancelled();
      }
      boolean here = tick == from.tick();
      if (agents == 0 || only != Moment.NO_AGENT) {
        int agent = agents == 0 ? Moment.NO_AGENT : only;
        if (!here && test.happens(tick, Math.max(0, agent))) {
          return Optional.of(new TickAndAgent(tick, agent));
        }
        continue;
      }
      int begin = sign > 0 ? (here ? from.agent() + 1 : 0) : (here ? from.agent() : agents) - 1;
      for (int agent = begin; agent >= 0 && agent < agents; agent += sign) {
        if (test.happens(tick, agent)) {
          return Optional.of(new TickAndAgent(tick, agent));
        }
      }
    }
    return Optional.empty();
  }

  /// Whether a landmark is at a tick.
  private sealed interface Test permits Causes, Changes {
    boolean perAgent();

    boolean happens(int tick, int agent);
  }

  /// The tick's action caused an event. One owner thread.
  private static final class Causes implements Test {
    private final TickEvents events;
    private final EventKind kind;
    private final int[] row;
    private int read = -1;

    private Causes(Rollout rollout, EventKind kind) {
      events = new TickEvents(rollout);
      this.kind = events.kinds().named(kind.name()).orElse(kind);
      row = new int[rollout.manifest().agents()];
    }

    @Override
    public boolean perAgent() {
      return true;
    }

    @Override
    public boolean happens(int tick, int agent) {
      if (tick != read) {
        events.read(tick, row);
        read = tick;
      }
      return agent < row.length && TickEvents.happened(row[agent], kind);
    }
  }

  /// A number differs from the previous tick; before the first tick it counts as 0.
  ///
  /// @param first the first tick that can differ
  private record Changes(Channel channel, int first) implements Test {
    @Override
    public boolean perAgent() {
      return channel.spec().perAgent();
    }

    @Override
    public boolean happens(int tick, int agent) {
      int width = SeriesKey.components(channel);
      for (int i = agent * width; tick >= first && i < (agent + 1) * width; i++) {
        double before = tick == 0 ? 0 : channel.value(tick - 1, i);
        if (Double.compare(channel.value(tick, i), before) != 0) {
          return true;
        }
      }
      return false;
    }
  }
}
