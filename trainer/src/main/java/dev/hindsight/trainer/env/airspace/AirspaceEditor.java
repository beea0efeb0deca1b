package dev.hindsight.trainer.env.airspace;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.WorldEditor;
import dev.hindsight.trainer.env.airspace.flight.AirTraffic;
import dev.hindsight.trainer.env.airspace.geo.Bearings;

/// Changes the traffic by hand. What an edit puts into conflict is in conflict at once, and counts
/// as having begun with the next step.
///
/// @param state changed in place
/// @param show makes the airspace show itself anew
record AirspaceEditor(Sector sector, AirspaceState state, Runnable show) implements WorldEditor {
  /// Metres from the middle of a sector that has no edge.
  private static final double FAR = 1_000_000;

  @Override
  public void place(int agent, float x, float y, float heading) {
    WorldEditor.checkNumbers(agent, x, y, heading);
    AirTraffic t = state.traffic;
    if (t.absent[agent] != 0) {
      throw WorldEditor.inLimbo(agent);
    }
    double edge = Math.min(FAR, sector.radius());
    if (Math.hypot(x, y) > edge) {
      throw Problem.of(
          agent,
          "(" + x + ", " + y + ") is outside the sector",
          "give metres within " + Math.round(edge) + " of the middle");
    }
    t.latitude[agent] = sector.latitudeOf(y);
    t.longitude[agent] = sector.longitudeOf(x);
    t.heading[agent] = Bearings.full(90 - Math.toDegrees(heading));
    t.toldHeading[agent] = t.heading[agent];
    show.run();
  }

  @Override
  public void remove(int agent) {
    if (state.traffic.absent[agent] != 0) {
      throw WorldEditor.inLimbo(agent);
    }
    state.status[agent] = AirspaceState.TAKEN;
    state.traffic.absent[agent] = 1;
    show.run();
  }

  @Override
  public void bring(int agent) {
    if (state.traffic.absent[agent] == 0) {
      throw WorldEditor.onTheMap(agent);
    }
    state.traffic.set(agent, state.start);
    state.status[agent] = AirspaceState.FLYING;
    show.run();
  }
}
