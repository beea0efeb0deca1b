package dev.hindsight.trainer.env.airspace;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.StepFigure;
import dev.hindsight.trainer.env.airspace.conflict.Conflicts;
import dev.hindsight.trainer.env.airspace.geo.AviationUnits;
import dev.hindsight.trainer.env.airspace.geo.Bearings;
import dev.hindsight.trainer.env.airspace.geo.FlatEarth;
import dev.hindsight.trainer.env.airspace.geo.GeoPosition;
import dev.hindsight.trainer.outcome.EpisodeEnd;
import dev.hindsight.trainer.outcome.EventBits;
import java.util.Arrays;
import java.util.List;

/// Detects the results of a decision (new conflicts, losses of separation, exits) and computes the
/// rewards. Hot: allocates nothing; one owner thread.
final class AirspaceRewardFunction {
  /// Distance in metres at which the one aircraft of `horizontal` has reached its waypoint.
  private static final double WAYPOINT = 5000;

  /// The parts of the reward; they add up to it but for rounding.
  static final List<StepFigure> PARTS =
      List.of(
          StepFigure.rewardPart(
              "reward_loss", wording("AirspaceRewardFunction.for_losses_of_separation")),
          StepFigure.rewardPart("reward_conflict", wording("AirspaceRewardFunction.for_conflicts")),
          StepFigure.rewardPart("reward_drift", wording("AirspaceRewardFunction.for_drift")),
          StepFigure.rewardPart("reward_action", wording("AirspaceRewardFunction.for_the_action")),
          StepFigure.rewardPart("reward_leaving", wording("AirspaceRewardFunction.for_leaving")));

  private static final int LOSS = 0;
  private static final int CONFLICT = 1;
  private static final int DRIFT = 2;
  private static final int ACTION = 3;
  private static final int LEAVING = 4;

  private final AirspaceConfig config;
  private final Sector sector;
  private final AirspaceState state;
  private final ConflictMonitor conflictMonitor;
  private final StepBuffer buffer;

  /// `[A]` 1 if the aircraft was present when the decision was made.
  private final byte[] acted;

  /// `[A]` the most simultaneous losses of separation during the decision.
  private final int[] worst;

  /// `[A]` 1 if the aircraft left during the decision at an exit that it had reached before in the
  /// trial: an edit brought it back.
  private final byte[] again;

  private boolean somebodyLeft;

  AirspaceRewardFunction(
      AirspaceConfig config,
      Sector sector,
      AirspaceState state,
      ConflictMonitor conflictMonitor,
      StepBuffer buffer) {
    this.config = config;
    this.sector = sector;
    this.state = state;
    this.conflictMonitor = conflictMonitor;
    this.buffer = buffer;
    acted = new byte[config.agents()];
    worst = new int[config.agents()];
    again = new byte[config.agents()];
  }

  /// Called before anything moves.
  void begin() {
    buffer.clearResults();
    Arrays.fill(worst, 0);
    Arrays.fill(again, (byte) 0);
    for (int a = 0; a < acted.length; a++) {
      acted[a] = (byte) (1 - state.traffic.absent[a]);
    }
  }

  /// Called after each substep and its check of all pairs.
  void second() {
    somebodyLeft = false;
    Conflicts found = conflictMonitor.found();
    for (int k = 0; k < found.count(); k++) {
      begins(
          found.own(k),
          found.intruder(k),
          ConflictMonitor.CONFLICT,
          EventBits.CONFLICT,
          AirspaceCounters.CONFLICTS);
    }
    for (int k = 0; k < found.losses(); k++) {
      begins(
          found.lossOwn(k),
          found.lossIntruder(k),
          ConflictMonitor.LOSS,
          EventBits.LOSS,
          AirspaceCounters.LOSSES);
    }
    System.arraycopy(conflictMonitor.pairs, 0, state.known, 0, state.known.length);
    for (int a = 0; a < acted.length; a++) {
      if (state.traffic.absent[a] == 0) {
        state.count(AirspaceCounters.FLIGHT_SECONDS, config.dt());
        worst[a] = Math.max(worst[a], conflictMonitor.losses[a]);
        if (conflictMonitor.losses[a] > 0) {
          state.lost[a] = 1;
          state.count(AirspaceCounters.LOSS_SECONDS, config.dt());
        }
        if (config.form() != AirspaceConfig.Form.HORIZONTAL) {
          leave(a);
        }
      }
    }
  }

  private void begins(int own, int other, byte what, int event, int tally) {
    if ((state.known[own * config.count() + other] & what) == 0) {
      if (own < acted.length) {
        buffer.event[own] |= event;
      }
      if (own < other) {
        state.count(tally, 1);
      }
    }
  }

  private void leave(int a) {
    double lat = state.traffic.latitude[a];
    double lon = state.traffic.longitude[a];
    if (near(a, lat, lon)) {
      if (state.reachedExit(a)) {
        again[a] = 1;
      } else {
        state.count(AirspaceCounters.EXITS, 1);
        buffer.event[a] |= EventBits.GOAL;
      }
      state.become(a, AirspaceState.EXITED);
      if (config.trials() == 1) {
        buffer.end(a, EpisodeEnd.TASK_DONE);
      }
    } else if (sector.outside(lat, lon)) {
      state.become(a, AirspaceState.LEFT);
      state.count(AirspaceCounters.LEFT, 1);
      buffer.event[a] |= EventBits.OFFROAD;
      buffer.truncation[a] = 1;
    } else {
      return;
    }
    state.traffic.absent[a] = 1;
    somebodyLeft = true;
  }

  /// Whether an aircraft left after the last check of all pairs.
  boolean somebodyLeft() {
    return somebodyLeft;
  }

  private boolean near(int a, double lat, double lon) {
    double exitLat = state.exitLatitude[a];
    double exitLon = state.exitLongitude[a];
    if (config.form() == AirspaceConfig.Form.HORIZONTAL) {
      return metres(new GeoPosition(lat, lon), new GeoPosition(exitLat, exitLon)) < WAYPOINT;
    }
    double north = Sector.north(lat, exitLat);
    if (Math.abs(north) > 1.000001 * config.exitRadius()) {
      return false;
    }
    double east = Sector.east(lat, lon, exitLat, exitLon);
    return Math.sqrt(north * north + east * east) < config.exitRadius();
  }

  /// Called after the last substep of the decision.
  void reward() {
    AirspaceConfig.Rewards pay = config.rewards();
    for (int a = 0; a < acted.length; a++) {
      if (acted[a] == 0) {
        continue;
      }
      if (config.form() == AirspaceConfig.Form.HORIZONTAL) {
        // The reference checks for the waypoint once per decision.
        leave(a);
        buffer.reward[a] = horizontal();
        continue;
      }
      double earned = pay.loss() * worst[a];
      buffer.figures[LOSS][a] = (float) earned;
      boolean exited = state.is(a, AirspaceState.EXITED);
      if (exited || state.is(a, AirspaceState.LEFT)) {
        double leaving = exited ? exit(a) : pay.left();
        earned += leaving;
        buffer.figures[LEAVING][a] = (float) leaving;
      } else {
        double drift = pay.drift() * Math.abs(Math.toRadians(drift(a)));
        double conflict = pay.conflict() * conflictMonitor.conflicts[a];
        earned += drift + conflict;
        buffer.figures[DRIFT][a] = (float) drift;
        buffer.figures[CONFLICT][a] = (float) conflict;
      }
      float[] last = state.last;
      double action =
          pay.action()
              * (Math.abs(last[3 * a]) + Math.abs(last[3 * a + 1]) + Math.abs(last[3 * a + 2]));
      earned += action;
      buffer.figures[ACTION][a] = (float) action;
      buffer.reward[a] = (float) earned;
    }
  }

  /// What an aircraft gets for having left at its exit: it is paid once in a trial.
  private double exit(int a) {
    return again[a] == 0 ? config.rewards().exit() : 0;
  }

  /// Degrees from the direction to its exit to its heading, in `[-180, 180)`; 0 without an exit.
  double drift(int a) {
    double lat = state.traffic.latitude[a];
    double lon = state.traffic.longitude[a];
    double exitLat = state.exitLatitude[a];
    if (Double.isNaN(exitLat)) {
      return 0;
    }
    double north = Sector.north(lat, exitLat);
    double east = Sector.east(lat, lon, exitLat, state.exitLongitude[a]);
    return Bearings.half(state.traffic.heading[a] - Math.toDegrees(Math.atan2(east, north)));
  }

  /// The reference's reward: +1 for reaching the waypoint, -0.1 per radian of drift, -1 for each
  /// intruder within the zone's radius, at any altitude.
  private float horizontal() {
    GeoPosition own = new GeoPosition(state.traffic.latitude[0], state.traffic.longitude[0]);
    GeoPosition exit = new GeoPosition(state.exitLatitude[0], state.exitLongitude[0]);
    double drift = Bearings.half(state.traffic.heading[0] - FlatEarth.between(own, exit).bearing());
    double earned = state.is(0, AirspaceState.EXITED) ? exit(0) : 0;
    buffer.figures[LEAVING][0] = (float) earned;
    double drifted = config.rewards().drift() * Math.abs(Math.toRadians(drift));
    earned += drifted;
    buffer.figures[DRIFT][0] = (float) drifted;
    double lost = 0;
    for (int j = 1; j < state.traffic.count; j++) {
      double metres =
          metres(own, new GeoPosition(state.traffic.latitude[j], state.traffic.longitude[j]));
      double loss = metres < config.zone().radius() ? config.rewards().loss() : 0;
      earned += loss;
      lost += loss;
    }
    buffer.figures[LOSS][0] = (float) lost;
    return (float) earned;
  }

  private static double metres(GeoPosition from, GeoPosition to) {
    return FlatEarth.between(from, to).miles() * AviationUnits.NAUTICAL_MILE;
  }

  /// Whether the trial is over: all aircraft have left, or time is up.
  boolean over() {
    boolean anybody = false;
    for (int a = 0; a < acted.length; a++) {
      anybody |= state.traffic.absent[a] == 0;
    }
    return !anybody || state.trialTick >= config.steps();
  }

  /// Why the episode of an aircraft ended: a single trial is cut at its limit, while several have
  /// their time as part of the task.
  private EpisodeEnd why(int a) {
    if (state.traffic.absent[a] == 0 && config.trials() == 1) {
      return EpisodeEnd.TIMEOUT;
    }
    return state.reachedExit(a) ? EpisodeEnd.TASK_DONE : EpisodeEnd.TASK_FAILED;
  }

  /// Ends the trial for all aircraft.
  ///
  /// @param episode whether the episode ends too
  void end(boolean episode) {
    double sum = 0;
    for (int a = 0; a < acted.length; a++) {
      boolean reached = state.reachedExit(a);
      buffer.trialScore[a] = reached && state.lost[a] == 0 ? 1 : 0;
      sum += buffer.trialScore[a];
      buffer.trialEnded[a] = 1;
      if (state.traffic.absent[a] == 0 || !episode) {
        buffer.truncation[a] = 1;
      }
      if (episode) {
        buffer.end(a, why(a));
      }
    }
    state.scores[state.trial] += sum / acted.length;
    state.finished[state.trial]++;
  }
}
