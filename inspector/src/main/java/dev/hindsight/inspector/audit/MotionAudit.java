package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.CountWords;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.env.RecordingRules.Knob;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.Poses;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/// Checks that bodies move as far in a tick as their velocity takes them in the declared time.
/// Leaves out ticks that relocate a body: a trial's end, a respawn, limbo, a manual edit.
final class MotionAudit implements Audit {
  /// The number of steps from which on the length of a tick can be measured.
  private static final int ENOUGH = 20;

  /// How far the measured tick may be from the declared one, as a share of it.
  private static final double SHARE = 0.02;

  /// The speed in m/s below which a body says nothing about time.
  private static final double SLOW = 0.5;

  /// The share of the distance that may stay unexplained when the length of a tick is measured.
  private static final double LEFT = 0.1;

  @Override
  public String id() {
    return "motion";
  }

  @Override
  public String title() {
    return "Motion";
  }

  @Override
  public String help() {
    return wording("MotionAudit.bodies_move_as_far_in_a");
  }

  @Override
  public Optional<String> missing(Rollout rollout) {
    AuditedRecording recording = new AuditedRecording(rollout);
    boolean moves =
        recording.column("pose", 3).isPresent()
            && (recording.column("velocity", 2).isPresent()
                || recording.column("tas", 1).isPresent());
    if (!moves) {
      return Optional.of(wording("MotionAudit.the_recording_holds_no_poses_of"));
    }
    return rollout.manifest().tellsTickSeconds()
        ? Optional.empty()
        : Optional.of(wording("MotionAudit.the_recording_does_not_say_how"));
  }

  @Override
  public AuditReport run(AuditSubject subject, Progress progress, Cancellation cancellation) {
    AuditFindings auditFindings = AuditFindings.of(id(), subject.rollout());
    BodySteps bodySteps = new BodySteps(new AuditedRecording(subject.rollout()), auditFindings);
    bodySteps.check(progress, cancellation);
    return auditFindings.report(bodySteps.words(), wording("MotionAudit.no_body_moves_in_a_way"));
  }

  /// The steps of all bodies. One owner thread.
  private static final class BodySteps {
    private final AuditedRecording recording;
    private final AuditFindings auditFindings;
    private final AgentColumn pose;
    private final Optional<AgentColumn> velocity;
    private final Optional<AgentColumn> airspeed;
    private final Optional<AgentColumn> ghost;
    private final Optional<AgentColumn> stopped;
    private final double seconds;

    /// Whether the wind of an episode may carry all bodies: an airspeed does not contain it.
    private final boolean drifts;

    private final List<Step> steps = new ArrayList<>();
    private double found = Double.NaN;

    /// Whether bodies do not move in a way that tells how long a tick takes.
    private boolean hidden;

    /// One step of a body: metres it moved, m/s before and after.
    private record Step(
        int tick, int agent, double dx, double dy, double vx, double vy, double wx, double wy) {
      /// The step without what all bodies have in common.
      Step without(double ex, double ey, double east, double north) {
        return new Step(
            tick, agent, dx - ex, dy - ey, vx - east, vy - north, wx - east, wy - north);
      }

      /// The velocity of the step under an integration rule: before (0), after (1), or in between.
      double east(double share) {
        return vx + share * (wx - vx);
      }

      double north(double share) {
        return vy + share * (wy - vy);
      }

      double speed() {
        return Math.hypot(east(0.5), north(0.5));
      }

      /// Whether it is fast enough to say something about time.
      boolean moves() {
        return speed() > SLOW;
      }

      /// Metres from the body's new place to the nearest place that a velocity between both could
      /// take it to.
      double off(double dt) {
        double ux = (wx - vx) * dt;
        double uy = (wy - vy) * dt;
        double px = dx - vx * dt;
        double py = dy - vy * dt;
        double square = ux * ux + uy * uy;
        double share = square > 0 ? Math.clamp((px * ux + py * uy) / square, 0.0, 1.0) : 0;
        return Math.hypot(px - share * ux, py - share * uy);
      }

      boolean fits(double dt) {
        double change = Math.hypot(wx - vx, wy - vy);
        return off(dt) <= 0.02 + 0.03 * speed() * dt + 0.5 * change * dt;
      }
    }

    BodySteps(AuditedRecording recording, AuditFindings auditFindings) {
      this.recording = recording;
      this.auditFindings = auditFindings;
      pose = recording.column("pose", 3).orElseThrow();
      velocity = recording.column("velocity", 2);
      airspeed = recording.column("tas", 1);
      ghost = recording.column("ghost", 1);
      stopped = recording.column("stopped", 1);
      seconds = recording.rollout().manifest().tickSeconds();
      drifts = velocity.isEmpty() && RecordedRandomness.of(recording.rollout()).world();
    }

    String words() {
      if (hidden && !steps.isEmpty()) {
        return wording(
            "MotionAudit.the_wind_hides_how_long",
            CountWords.of(steps.size(), "step"),
            NumberWords.significant(seconds, 4));
      }
      return String.format(
          Locale.ROOT,
          wording("MotionAudit.a_tick_takes_s_s_are"),
          CountWords.of(steps.size(), "step"),
          NumberWords.significant(found, 4),
          NumberWords.significant(seconds, 4));
    }

    void check(Progress progress, Cancellation cancellation) {
      knobs();
      for (int tick = 0; tick + 1 < recording.ticks(); tick++) {
        cancellation.throwIfCancelled();
        for (int agent = 0; agent < recording.agents(); agent++) {
          step(tick, agent);
        }
        progress.report(tick + 1L, recording.ticks(), "ticks");
      }
      judge();
    }

    /// Checks the tick length that the configuration declares a second time.
    private void knobs() {
      Optional<Knob> declared =
          recording.ours() ? recording.rules().tickSeconds() : Optional.empty();
      if (declared.isPresent()) {
        auditFindings.compared(wording("MotionAudit.declared_time"), 1);
        if (Math.abs(declared.get().value() - seconds) > 1e-6 * seconds) {
          auditFindings.add(
              0,
              AuditFinding.NO_AGENT,
              "tickSeconds",
              Math.abs(declared.get().value() - seconds),
              String.format(
                  Locale.ROOT,
                  wording("MotionAudit.the_manifest_says_a_tick_takes"),
                  NumberWords.significant(seconds, 4),
                  NumberWords.significant(declared.get().value(), 4)));
        }
      }
    }

    private void step(int tick, int agent) {
      if (jumps(tick, agent)) {
        auditFindings.leftOut("step", 1, wording("MotionAudit.in_limbo_or_put_elsewhere"));
        return;
      }
      double dx = pose.value(tick + 1, agent, 0) - pose.value(tick, agent, 0);
      double dy = pose.value(tick + 1, agent, 1) - pose.value(tick, agent, 1);
      double vx = east(tick, agent);
      double vy = north(tick, agent);
      double wx = east(tick + 1, agent);
      double wy = north(tick + 1, agent);
      if (Double.isFinite(dx + dy + vx + vy + wx + wy)) {
        steps.add(new Step(tick, agent, dx, dy, vx, vy, wx, wy));
      }
    }

    private double east(int tick, int agent) {
      return velocity.isPresent()
          ? velocity.get().value(tick, agent, 0)
          : airspeed.orElseThrow().value(tick, agent) * Math.cos(pose.value(tick, agent, 2));
    }

    private double north(int tick, int agent) {
      return velocity.isPresent()
          ? velocity.get().value(tick, agent, 1)
          : airspeed.orElseThrow().value(tick, agent) * Math.sin(pose.value(tick, agent, 2));
    }

    /// Whether something other than its velocity may have moved a body in a tick.
    private boolean jumps(int tick, int agent) {
      boolean off =
          pose.value(tick, agent, 0) == Poses.OFF_MAP
              || pose.value(tick + 1, agent, 0) == Poses.OFF_MAP;
      return off
          || recording.limbo(tick, agent)
          || recording.limbo(tick + 1, agent)
          || recording.stops(tick, agent)
          || recording.trialEnds(tick)
          || recording.restarts(tick)
          || recording.goal(tick, agent)
          || recording.contact(tick, agent)
          || recording.byHand().moved(tick + 1, agent)
          || changes(ghost, tick, agent)
          || changes(stopped, tick, agent);
    }

    private static boolean changes(Optional<AgentColumn> flag, int tick, int agent) {
      return flag.isPresent() && flag.get().value(tick, agent) != flag.get().value(tick + 1, agent);
    }

    private void judge() {
      List<Step> centred = drifts ? adjusted(Double.NaN) : steps;
      List<Step> moving = centred.stream().filter(Step::moves).toList();
      hidden = moving.size() < ENOUGH;
      if (hidden && (!drifts || steps.stream().filter(Step::moves).count() < ENOUGH)) {
        auditFindings.leftOut(
            "step", steps.size(), wording("MotionAudit.too_few_move_to_tell_the"));
        steps.clear();
        return;
      }
      // Bodies that all fly alike do not tell their time from the wind, but one may still jump.
      boolean sure = !hidden && measure(moving);
      boolean another = sure && Math.abs(found - seconds) > SHARE * seconds;
      double dt = another ? found : seconds;
      // A ghost that reaches its goal again is put back without an event.
      List<Step> still = drifts ? adjusted(dt) : steps;
      List<Step> off =
          still.stream()
              .filter(step -> !step.fits(dt))
              .filter(step -> ghost.isEmpty() || ghost.get().value(step.tick, step.agent) == 0)
              .toList();
      boolean follows = off.size() <= steps.size() / 20;
      if (!follows && (!recording.ours() || !sure)) {
        auditFindings.leftOut(
            "step", steps.size(), wording("MotionAudit.the_poses_do_not_follow_from"));
        steps.clear();
        return;
      }
      auditFindings.compared("step", steps.size());
      if (another) {
        Step first =
            moving.stream()
                .filter(step -> !step.fits(seconds))
                .findFirst()
                .orElse(moving.getFirst());
        auditFindings.add(
            first.tick,
            first.agent,
            "tickSeconds",
            Math.abs(found - seconds),
            String.format(
                Locale.ROOT,
                wording("MotionAudit.bodies_move_as_in_ticks_of"),
                NumberWords.significant(found, 4),
                NumberWords.significant(seconds, 4)));
      }
      for (Step step : off) {
        auditFindings.add(
            step.tick + 1,
            step.agent,
            "pose",
            step.off(dt),
            wording("MotionAudit.the_body_is_not_where_its"));
      }
    }

    /// The steps without the wind of their episodes, which is what half of the steps of an episode
    /// moved beyond their velocities, and half did not; for an unknown tick length, without all
    /// that they have in common. However far a body jumps, a median does not follow it.
    ///
    /// @param dt of a tick, or NaN
    private List<Step> adjusted(double dt) {
      List<Step> adjusted = new ArrayList<>();
      int from = 0;
      while (from < steps.size()) {
        int to = from + 1;
        while (to < steps.size() && !begins(steps.get(to - 1).tick, steps.get(to).tick)) {
          to++;
        }
        List<Step> episode = steps.subList(from, to);
        boolean known = !Double.isNaN(dt);
        double time = known ? dt : 0;
        double ex = median(episode, step -> step.dx - time * step.east(0.5));
        double ey = median(episode, step -> step.dy - time * step.north(0.5));
        double east = known ? 0 : median(episode, step -> step.east(0.5));
        double north = known ? 0 : median(episode, step -> step.north(0.5));
        episode.forEach(step -> adjusted.add(step.without(ex, ey, east, north)));
        from = to;
      }
      return adjusted;
    }

    private static double median(List<Step> some, ToDoubleFunction<Step> number) {
      double[] sorted = some.stream().mapToDouble(number).sorted().toArray();
      return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }

    /// Whether an episode begins after one tick and not after another.
    private boolean begins(int after, int until) {
      for (int tick = after + 1; tick <= until; tick++) {
        if (recording.begins(tick)) {
          return true;
        }
      }
      return false;
    }

    /// Measures the length of a tick: the one that leaves the smallest part of the distance
    /// unexplained, with the velocity before, after or in between, whichever fits best.
    ///
    /// @return whether it leaves almost nothing unexplained
    private boolean measure(List<Step> moving) {
      double least = Double.POSITIVE_INFINITY;
      for (double share : new double[] {0, 0.5, 1}) {
        double along = 0;
        double square = 0;
        double all = 0;
        for (Step step : moving) {
          double vx = step.east(share);
          double vy = step.north(share);
          along += step.dx * vx + step.dy * vy;
          square += vx * vx + vy * vy;
          all += step.dx * step.dx + step.dy * step.dy;
        }
        double left = all > 0 && square > 0 ? (all - along * along / square) / all : 1;
        if (left < least) {
          least = left;
          found = along / square;
        }
      }
      return least < LEFT * LEFT;
    }
  }
}
