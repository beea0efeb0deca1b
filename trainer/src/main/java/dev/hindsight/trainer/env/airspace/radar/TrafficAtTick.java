package dev.hindsight.trainer.env.airspace.radar;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.BodyNames;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.Poses;
import dev.hindsight.trainer.scene.Tone;
import java.util.Arrays;
import java.util.Optional;

/// The positions and motion of all aircraft at a tick: agents first, then others. Missing data is
/// NaN, and counts as no conflict.
///
/// @param moment the source
/// @param poses of agents
/// @param others of other aircraft, if there are any
/// @param pose `[bodies * 3]`
/// @param altitude `[bodies]` metres
/// @param climb `[bodies]` m/s, positive up
/// @param speed `[bodies]` m/s over the ground
/// @param states `[bodies]`
record TrafficAtTick(
    Moment moment,
    Poses poses,
    Optional<Poses> others,
    float[] pose,
    float[] altitude,
    float[] climb,
    float[] speed,
    ConflictState[] states) {
  /// Ticks for which labels keep their places if they can.
  private static final int STEADY = 8;

  /// The relation of an aircraft to others.
  enum ConflictState {
    /// Free of conflicts.
    FREE(Tone.AGENT),
    /// Will lose separation.
    CONFLICT(Tone.CONFLICT),
    /// Has lost it.
    LOSS(Tone.LOSS),
    /// Left.
    GONE(Tone.LIMBO);

    final Tone tone;

    ConflictState(Tone tone) {
      this.tone = tone;
    }
  }

  /// Reads a tick; empty if there are no positions.
  static Optional<TrafficAtTick> of(Moment moment) {
    Rollout rollout = moment.rollout();
    if (moment.tick() < 0 || moment.tick() >= rollout.ticks()) {
      return Optional.empty();
    }
    return Poses.of(rollout, "pose")
        .map(poses -> read(moment, poses, Poses.of(rollout, "other_pose")));
  }

  private static TrafficAtTick read(Moment moment, Poses poses, Optional<Poses> others) {
    int agents = poses.count();
    int bodies = agents + others.map(Poses::count).orElse(0);
    float[] pose = Arrays.copyOf(poses.row(moment.tick()), 3 * bodies);
    others.ifPresent(
        all -> System.arraycopy(all.row(moment.tick()), 0, pose, 3 * agents, 3 * all.count()));
    ConflictState[] states = new ConflictState[bodies];
    Arrays.fill(states, ConflictState.FREE);
    mark(moment, EventKind.CONFLICT.column(), agents, ConflictState.CONFLICT, states);
    mark(moment, EventKind.LOSS.column(), agents, ConflictState.LOSS, states);
    for (ConflictPair conflictPair : ConflictPair.at(moment, bodies)) {
      for (int body : new int[] {conflictPair.own(), conflictPair.intruder()}) {
        if (conflictPair.lost() || states[body] == ConflictState.FREE) {
          states[body] = conflictPair.lost() ? ConflictState.LOSS : ConflictState.CONFLICT;
        }
      }
    }
    TrafficAtTick trafficAtTick =
        new TrafficAtTick(
            moment,
            poses,
            others,
            pose,
            measure(moment, "altitude", agents, bodies),
            measure(moment, "vertical_speed", agents, bodies),
            measure(moment, "tas", agents, bodies),
            states);
    mark(moment, EventKind.LIMBO.column(), agents, ConflictState.GONE, states);
    for (int body = 0; body < bodies; body++) {
      if (!trafficAtTick.pose(body).onMap()) {
        states[body] = ConflictState.GONE;
      }
    }
    return trafficAtTick;
  }

  private static void mark(
      Moment moment, String name, int agents, ConflictState conflictState, ConflictState[] states) {
    Optional<AgentColumn> flags =
        AgentColumn.of(moment.rollout(), name).filter(c -> c.agents() == agents);
    for (int agent = 0; agent < agents && flags.isPresent(); agent++) {
      states[agent] = flags.get().is(moment.tick(), agent) ? conflictState : states[agent];
    }
  }

  private static float[] measure(Moment moment, String name, int agents, int bodies) {
    float[] values = new float[bodies];
    Arrays.fill(values, Float.NaN);
    read(moment, name, values, 0, agents);
    read(moment, "other_" + name, values, agents, bodies - agents);
    return values;
  }

  private static void read(Moment moment, String name, float[] into, int from, int count) {
    Optional<Channel> channel =
        moment.rollout().channel(name).filter(c -> count > 0 && c.rowLength() == count);
    if (channel.isPresent()) {
      float[] row = new float[count];
      channel.get().read(moment.tick(), 0, row, count);
      System.arraycopy(row, 0, into, from, count);
    }
  }

  int agents() {
    return poses.count();
  }

  int bodies() {
    return states.length;
  }

  boolean here(int body) {
    return states[body] != ConflictState.GONE;
  }

  /// Its present pose; off the map if it has left.
  Poses.Pose pose(int body) {
    return new Poses.Pose(pose[3 * body], pose[3 * body + 1], pose[3 * body + 2], moment.tick());
  }

  /// Its present pose, or the last one in this trial.
  Optional<Poses.Pose> seen(int body) {
    return here(body)
        ? Optional.of(pose(body))
        : body < agents() ? poses.lastSeen(moment.tick(), body) : Optional.empty();
  }

  /// Its pose at another tick.
  Poses.Pose at(int tick, int body) {
    return body < agents() || others.isEmpty()
        ? poses.at(tick, body)
        : others.get().at(tick, body - agents());
  }

  /// When labels last chose their places, in this trial.
  Moment steady() {
    int tick = moment.tick();
    int since = Math.max(poses.trialStart(tick), tick - tick % STEADY);
    return new Moment(moment.rollout(), since, moment.agent());
  }

  /// Its pose then, or its present one if it was not there.
  Poses.Pose steady(int body) {
    Poses.Pose then = at(steady().tick(), body);
    return then.onMap() ? then : pose(body);
  }

  MarkSubject subject(int body) {
    return body < agents() ? MarkSubject.agent(body) : MarkSubject.other(body - agents());
  }

  /// Its callsign, or its number.
  String name(int body) {
    Rollout rollout = moment.rollout();
    return body < agents()
        ? BodyNames.brief(rollout, body)
        : BodyNames.other(rollout, body - agents())
            .orElseGet(() -> wording("TrafficAtTick.other", body - agents()));
  }

  boolean selected(int body) {
    return body < agents() && body == moment.agent();
  }
}
