package dev.hindsight.inspector.audit;

import dev.hindsight.inspector.audit.AuditedRecording.AgentColumn;
import dev.hindsight.trainer.Counted;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.AgentNames;
import dev.hindsight.trainer.scene.Poses;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/// Bodies move as far in a tick as their velocity takes them in the declared time. Ticks that put a
/// body elsewhere (a trial's end, a respawn, limbo, a hand) are left out.
final class MotionAudit implements Audit {
  /// Steps from which on the time of a tick can be told.
  private static final int ENOUGH = 20;

  /// How far the time that is found may be from the declared one, as a share of it.
  private static final double SHARE = 0.02;

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
    return "Bodies move as far in a tick as their velocity takes them in the declared seconds of a tick.";
  }

  @Override
  public Optional<String> missing(Rollout rollout) {
    AuditedRecording recording = new AuditedRecording(rollout);
    boolean moves =
        recording.column("pose", 3).isPresent()
            && (recording.column("velocity", 2).isPresent()
                || recording.column("tas", 1).isPresent());
    if (!moves) {
      return Optional.of("The recording holds no poses of agents beside their velocities.");
    }
    return rollout.manifest().tickSeconds() > 0
        ? Optional.empty()
        : Optional.of("The recording does not say how long a tick takes.");
  }

  @Override
  public AuditReport run(AuditSubject subject, Progress progress, Cancellation cancellation) {
    Findings findings = new Findings(id(), AgentNames.of(subject.rollout()));
    Motion motion = new Motion(new AuditedRecording(subject.rollout()), findings);
    motion.look(progress, cancellation);
    return findings.report(
        motion.words(), "No body moves in a way that its velocity could be held against.");
  }

  /// Steps of all bodies. One owner thread.
  private static final class Motion {
    private final AuditedRecording recording;
    private final Findings findings;
    private final AgentColumn pose;
    private final Optional<AgentColumn> velocity;
    private final Optional<AgentColumn> airspeed;
    private final Optional<AgentColumn> ghost;
    private final Optional<AgentColumn> stopped;
    private final double seconds;
    private final List<Step> steps = new ArrayList<>();
    private double found = Double.NaN;

    /// One step of a body along the way its velocity has.
    ///
    /// @param moved metres along it
    /// @param aside metres beside it
    /// @param speed m/s, mean of before and after
    /// @param slack metres that a change of the velocity within the tick may make
    private record Step(
        int tick, int agent, double moved, double aside, double speed, double change) {}

    Motion(AuditedRecording recording, Findings findings) {
      this.recording = recording;
      this.findings = findings;
      pose = recording.column("pose", 3).orElseThrow();
      velocity = recording.column("velocity", 2);
      airspeed = recording.column("tas", 1);
      ghost = recording.column("ghost", 1);
      stopped = recording.column("stopped", 1);
      seconds = recording.rollout().manifest().tickSeconds();
    }

    String words() {
      return String.format(
          Locale.ROOT,
          "%s: a tick takes %.4g s, %.4g s are declared.",
          Counted.of(steps.size(), "step"),
          found,
          seconds);
    }

    void look(Progress progress, Cancellation cancellation) {
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

    /// The configuration declares the time of a tick a second time.
    private void knobs() {
      OptionalDouble told =
          switch (recording.world()) {
            case "drive" -> recording.number("dt");
            case "airspace" -> recording.number("decision_seconds");
            default -> OptionalDouble.empty();
          };
      if (told.isPresent()) {
        findings.compared("declared time", 1);
        if (Math.abs(told.getAsDouble() - seconds) > 1e-6 * seconds) {
          findings.add(
              0,
              AuditFinding.NOBODY,
              "tickSeconds",
              Math.abs(told.getAsDouble() - seconds),
              String.format(
                  Locale.ROOT,
                  "the manifest says a tick takes %.4g s, the configuration says %.4g s",
                  seconds,
                  told.getAsDouble()));
        }
      }
    }

    private void step(int tick, int agent) {
      if (jumps(tick, agent)) {
        findings.leftOut("step", 1, "in limbo, or put elsewhere");
        return;
      }
      double dx = pose.at(tick + 1, agent, 0) - pose.at(tick, agent, 0);
      double dy = pose.at(tick + 1, agent, 1) - pose.at(tick, agent, 1);
      double vx = 0.5 * (east(tick, agent) + east(tick + 1, agent));
      double vy = 0.5 * (north(tick, agent) + north(tick + 1, agent));
      double ux = east(tick + 1, agent) - east(tick, agent);
      double uy = north(tick + 1, agent) - north(tick, agent);
      double speed = Math.hypot(vx, vy);
      if (!Double.isFinite(dx + dy + vx + vy + ux + uy)) {
        return;
      }
      double moved = speed > 0 ? (dx * vx + dy * vy) / speed : Math.hypot(dx, dy);
      double aside = speed > 0 ? Math.abs(dx * vy - dy * vx) / speed : 0;
      steps.add(new Step(tick, agent, moved, aside, speed, Math.hypot(ux, uy)));
    }

    private double east(int tick, int agent) {
      return velocity.isPresent()
          ? velocity.get().at(tick, agent, 0)
          : airspeed.orElseThrow().at(tick, agent) * Math.cos(pose.at(tick, agent, 2));
    }

    private double north(int tick, int agent) {
      return velocity.isPresent()
          ? velocity.get().at(tick, agent, 1)
          : airspeed.orElseThrow().at(tick, agent) * Math.sin(pose.at(tick, agent, 2));
    }

    /// Whether something else than its velocity may have moved a body in a tick.
    private boolean jumps(int tick, int agent) {
      boolean off =
          pose.at(tick, agent, 0) == Poses.OFF_MAP || pose.at(tick + 1, agent, 0) == Poses.OFF_MAP;
      return off
          || recording.limbo(tick, agent)
          || recording.limbo(tick + 1, agent)
          || recording.stops(tick, agent)
          || recording.trialEnds(tick)
          || recording.restarts(tick)
          || recording.goal(tick, agent)
          || recording.contact(tick, agent)
          || recording.moved(tick + 1)
          || changes(ghost, tick, agent)
          || changes(stopped, tick, agent);
    }

    private static boolean changes(Optional<AgentColumn> flag, int tick, int agent) {
      return flag.isPresent() && flag.get().at(tick, agent) != flag.get().at(tick + 1, agent);
    }

    private void judge() {
      double way = 0;
      double square = 0;
      int moving = 0;
      for (Step step : steps) {
        // Where the velocity hardly changes, the mean of both ends is the one between.
        if (step.speed > 1 && step.change < 0.1 * step.speed) {
          way += step.moved * step.speed;
          square += step.speed * step.speed;
          moving++;
        }
      }
      if (moving < ENOUGH) {
        findings.leftOut("step", steps.size(), "too few are steady enough to tell the time by");
        steps.clear();
        return;
      }
      found = way / square;
      boolean another = Math.abs(found - seconds) > SHARE * seconds;
      // A ghost that arrives again is put back without an event.
      List<Step> off =
          steps.stream()
              .filter(step -> off(step, another ? found : seconds))
              .filter(step -> ghost.isEmpty() || ghost.get().at(step.tick, step.agent) == 0)
              .toList();
      boolean fits = off.size() <= steps.size() / 20;
      if (!recording.ours() && !fits) {
        findings.leftOut("step", steps.size(), "the poses do not follow from the velocities");
        steps.clear();
        return;
      }
      findings.compared("step", steps.size());
      if (another && fits) {
        Step first =
            steps.stream().filter(step -> off(step, seconds)).findFirst().orElse(steps.getFirst());
        findings.add(
            first.tick,
            first.agent,
            "tickSeconds",
            Math.abs(found - seconds),
            String.format(
                Locale.ROOT,
                "bodies move as in ticks of %.4g s, not of the declared %.4g s: the time of a tick is"
                    + " another, or every velocity is so many times too large",
                found,
                seconds));
      }
      for (Step step : off) {
        findings.add(
            step.tick + 1,
            step.agent,
            "pose",
            Math.hypot(step.moved - step.speed * found, step.aside),
            "the body is not where its velocity takes it");
      }
    }

    private static boolean off(Step step, double dt) {
      double slack = 0.02 + 0.03 * step.speed * dt + 0.75 * step.change * dt;
      return Math.abs(step.moved - step.speed * dt) > slack || step.aside > slack;
    }
  }
}
