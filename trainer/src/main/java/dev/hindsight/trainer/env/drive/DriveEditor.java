package dev.hindsight.trainer.env.drive;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.WorldEditor;
import dev.hindsight.trainer.env.drive.simulation.Bodies;
import dev.hindsight.trainer.env.drive.simulation.ContactRule;

/// Changes the traffic by hand.
///
/// @param start where every trial begins
/// @param bodies changed in place
/// @param contact tells what an agent touches at its new place, and its lane there
/// @param show makes the environment show itself anew
record DriveEditor(Bodies start, Bodies bodies, ContactRule contact, Runnable show)
    implements WorldEditor {
  /// Metres from the origin within which everything happens; NOWHERE is out there.
  private static final float FAR = 9000;

  @Override
  public void place(int agent, float x, float y, float heading) {
    WorldEditor.checkNumbers(agent, x, y, heading);
    if (bodies.removed[agent] == 1) {
      throw WorldEditor.inLimbo(agent);
    }
    if (Math.abs(x) > FAR || Math.abs(y) > FAR) {
      throw Problem.of(agent, "(" + x + ", " + y + ") is off any map", "give metres within " + FAR);
    }
    float speed = bodies.speed(agent);
    bodies.x[agent] = x;
    bodies.y[agent] = y;
    bodies.face(agent, heading);
    bodies.vx[agent] = speed * bodies.cos[agent];
    bodies.vy[agent] = speed * bodies.sin[agent];
    arrive(agent);
  }

  @Override
  public void remove(int agent) {
    if (bodies.removed[agent] == 1) {
      throw WorldEditor.inLimbo(agent);
    }
    bodies.remove(agent);
    bodies.stop(agent);
    arrive(agent);
  }

  @Override
  public void bring(int agent) {
    if (bodies.removed[agent] == 0) {
      throw WorldEditor.onTheMap(agent);
    }
    bodies.removed[agent] = 0;
    bodies.x[agent] = start.x[agent];
    bodies.y[agent] = start.y[agent];
    bodies.face(agent, start.heading[agent]);
    bodies.vx[agent] = start.vx[agent];
    bodies.vy[agent] = start.vy[agent];
    arrive(agent);
  }

  private void arrive(int agent) {
    bodies.collision[agent] = ContactRule.NOTHING;
    contact.look(bodies, agent);
    show.run();
  }
}
