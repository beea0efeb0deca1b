package dev.hindsight.trainer.env.drive;

import dev.hindsight.trainer.env.drive.Actor.Role;
import java.util.ArrayList;
import java.util.List;

/// Moves the bodies that follow their logs. Hot loop: no allocation.
final class Experts {
  private final List<Actor> actors;
  private final int[] bodies;
  private final boolean quirks;
  private final boolean endless;

  /// @param config whether the reference's defects are kept, and whether logs start over at their
  ///   end, as they do in trial mode
  Experts(Roster roster, DriveConfig config) {
    List<Integer> experts = new ArrayList<>();
    for (int i = 0; i < roster.size(); i++) {
      if (roster.actor(i).role() == Role.EXPERT) {
        experts.add(i);
      }
    }
    bodies = experts.stream().mapToInt(Integer::intValue).toArray();
    actors = experts.stream().map(roster::actor).toList();
    quirks = config.quirks();
    endless = config.goals().behavior() == DriveConfig.GoalBehavior.TRIAL;
  }

  /// Puts every expert where its log has it.
  ///
  /// @param frame frame of the logs
  void move(Bodies b, int frame) {
    for (int e = 0; e < bodies.length; e++) {
      Actor actor = actors.get(e);
      int at = endless ? frame % actor.ticks() : frame;
      if (quirks) {
        replayAsReference(b, bodies[e], actor, at);
      } else if (b.removed[bodies[e]] == 0) {
        place(b, bodies[e], actor, at);
        boolean there = actor.known(at);
        b.vx[bodies[e]] = there ? actor.vx()[at] : 0;
        b.vy[bodies[e]] = there ? actor.vy()[at] : 0;
      }
    }
  }

  /// In the reference experts keep the speed 0 they start with, and one that has vanished does not
  /// come back before the next start.
  private static void replayAsReference(Bodies b, int body, Actor actor, int frame) {
    if (b.x[body] != MapFrame.NOWHERE) {
      place(b, body, actor, frame);
    }
  }

  /// Puts a body where its log has it, or off the map where the log does not know it.
  static void place(Bodies b, int body, Actor actor, int frame) {
    if (actor.known(frame)) {
      b.x[body] = actor.x()[frame];
      b.y[body] = actor.y()[frame];
      b.face(body, actor.heading()[frame]);
    } else {
      b.banish(body);
      b.face(body, 0);
    }
  }
}
