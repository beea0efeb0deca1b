package dev.hindsight.trainer.env.drive.simulation;

import java.util.Arrays;

/// Finds the uncontrolled bodies that agents would collide with if everybody followed its log: such
/// a log is wrong, and benchmarks of realism drop them.
final class BadTrajectories {
  private BadTrajectories() {}

  /// @param start everybody at the first frame
  /// @return for each body whether it is to be dropped
  static boolean[] of(Roster roster, Bodies start, DriveConfig config) {
    Bodies b = new Bodies(start.agents, start.count);
    b.copyFrom(start);
    CollisionDetector collisionDetector = new CollisionDetector(roster);
    ExpertReplay expertReplay = new ExpertReplay(roster, config);
    int[] hit = new int[b.agents];
    Arrays.fill(hit, CollisionDetector.NOBODY);
    for (int frame = 0; frame < config.limits().episodeTicks(); frame++) {
      for (int a = 0; a < b.agents; a++) {
        ExpertReplay.place(b, a, roster.actor(a), frame);
      }
      expertReplay.move(b, frame);
      for (int a = 0; a < b.agents; a++) {
        if (hit[a] == CollisionDetector.NOBODY && b.x[a] != MapFrame.NOWHERE) {
          hit[a] = collisionDetector.first(b, a);
        }
      }
    }
    boolean[] bad = new boolean[b.count];
    for (int body : hit) {
      if (body >= b.agents) {
        bad[body] = true;
      }
    }
    return bad;
  }
}
