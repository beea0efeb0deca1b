package dev.hindsight.trainer.env.darkroom;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.WorldEditor;

/// Changes a dark room by hand.
///
/// @param config its size and start
/// @param state changed in place
/// @param show makes the room show itself anew
record DarkRoomEditor(DarkRoomConfig config, DarkRoomState state, Runnable show)
    implements WorldEditor {
  /// The heading is that of the last move, which is part of what the agent remembers having done:
  /// it stays.
  @Override
  public void place(int agent, float x, float y, float heading) {
    WorldEditor.checkNumbers(agent, x, y, heading);
    if (state.limbo) {
      throw WorldEditor.inLimbo(agent);
    }
    if (x < 0 || y < 0 || x >= config.size() || y >= config.size()) {
      throw Problem.of(
          agent,
          "(" + x + ", " + y + ") is outside the room",
          "give metres from 0 to " + config.size());
    }
    int column = (int) x;
    int row = (int) y;
    state.cell = row * config.size() + column;
    show.run();
  }

  @Override
  public void remove(int agent) {
    if (state.limbo) {
      throw WorldEditor.inLimbo(agent);
    }
    state.limbo = true;
    show.run();
  }

  @Override
  public void bring(int agent) {
    if (!state.limbo) {
      throw WorldEditor.onTheMap(agent);
    }
    state.limbo = false;
    state.cell = config.start();
    show.run();
  }
}
