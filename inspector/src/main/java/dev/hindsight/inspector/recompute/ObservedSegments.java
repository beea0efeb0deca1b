package dev.hindsight.inspector.recompute;

import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.parity.ObservationSequence;
import dev.hindsight.trainer.parity.Outputs;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One agent's observations, cut into segments that each begin with an empty memory: whole
/// episodes, as many as fit together. Reads observations segment by segment.
public final class ObservedSegments {
  /// The length in ticks up to which short episodes share a segment.
  private static final int TOGETHER = 512;

  /// The most ticks of a longer episode that are read if the memory has no horizon.
  public static final int LONGEST = 4096;

  private final Rollout rollout;
  private final int agent;
  private final EpisodeFlags episodeFlags;
  private final List<Span> segments = new ArrayList<>();
  private int left;

  /// @param horizon the most ticks that the memory reaches back
  public ObservedSegments(Rollout rollout, int agent, int horizon) {
    this.rollout = rollout;
    this.agent = agent;
    this.episodeFlags = EpisodeFlags.of(rollout, agent);
    List<Span> episodes = MemoryRules.RIGHT.stretches(episodeFlags, horizon);
    int from = 0;
    for (int i = 0; i < episodes.size(); i++) {
      Span episode = episodes.get(i);
      boolean last = i + 1 == episodes.size();
      boolean full = !last && episodeFlags.ended()[episode.to() - 1] == 0;
      boolean enough = !last && episodes.get(i + 1).to() - from > TOGETHER;
      if (last || full || enough) {
        int to = Math.min(episode.to(), from + Math.max(TOGETHER, Math.min(horizon, LONGEST)));
        left += episode.to() - to;
        segments.add(new Span(from, to));
        from = episode.to();
      }
    }
  }

  /// The segments to compare, each beginning with an empty memory.
  public List<Span> segments() {
    return segments;
  }

  /// The number of ticks left out.
  public int left() {
    return left;
  }

  /// Flags of the whole recording.
  public EpisodeFlags passage() {
    return episodeFlags;
  }

  /// Whether the agent ever is in limbo within a segment.
  public boolean limbo(Span segment) {
    for (int tick = segment.from(); tick < segment.to(); tick++) {
      if (!episodeFlags.live(tick)) {
        return true;
      }
    }
    return false;
  }

  /// The observations and the flags.
  public ObservationSequence seen(Span segment) {
    return new ObservationSequence(
        segment.from(),
        new ObservationReader(rollout).of(RowSubstitution.OWN, agent, segment),
        episodeFlags.part(segment));
  }

  /// The outputs recorded while the agent acted; empty if there are no logits.
  ///
  /// @param actions number of logits per tick
  public Optional<Outputs> recorded(Span segment, int actions) {
    int agents = rollout.manifest().agents();
    Optional<Channel> logits =
        rollout.channel("logits").filter(c -> c.rowLength() == actions * agents);
    Optional<Channel> value = rollout.channel("value").filter(c -> c.rowLength() == agents);
    if (logits.isEmpty() || value.isEmpty()) {
      return Optional.empty();
    }
    float[] all = new float[segment.ticks() * actions];
    float[] values = new float[segment.ticks()];
    float[] row = new float[actions];
    for (int t = 0; t < values.length; t++) {
      logits.get().read(segment.from() + t, agent * actions, row, actions);
      System.arraycopy(row, 0, all, t * actions, actions);
      values[t] = (float) value.get().value(segment.from() + t, agent);
    }
    return Optional.of(new Outputs(all, values));
  }
}
