package dev.hindsight.trainer.env.gym;

import dev.hindsight.trainer.SplitMix64;
import java.util.ArrayList;
import java.util.List;

/// A short run with a fixed seed and fixed actions. Two runs, in two processes, with pictures and
/// without, show whether an environment repeats.
///
/// @param spaces of the environment
record GymTrial(GymSpaces spaces) {
  private static final long SEED = 20_240_229;
  private static final int STEPS = 64;

  /// A picture may need more bytes than those of the trial.
  private static final double MARGIN = 1.5;

  private static final int ROUNDED = 256;
  private static final int MOST_FRAME = 1 << 20;

  /// Whether pictures are drawn.
  enum Pictures {
    /// After every step.
    DRAWN,
    /// Never.
    NONE
  }

  /// What came of it.
  ///
  /// @param digests of the results, in order
  /// @param frameBytes bytes that hold its pictures, with some to spare; 0 without pictures
  /// @param unscored whether agents' episodes ended and no end said whether it was a success
  record Outcome(List<Long> digests, int frameBytes, boolean unscored) {
    /// Copies the list.
    Outcome {
      digests = List.copyOf(digests);
    }
  }

  /// Runs it.
  ///
  /// @throws dev.hindsight.trainer.Problem if the process fails
  Outcome run(GymProcess process, Pictures pictures) {
    int agents = spaces.agents().size();
    List<Long> digests = new ArrayList<>();
    double[] sent = new double[agents * spaces.width()];
    byte[] live = new byte[agents];
    long random = SEED;
    int episode = 0;
    int steps = 0;
    int largest = 0;
    boolean ended = false;
    boolean scored = false;
    GymResult result = process.reset(SEED);
    digests.add(result.chained(0));
    for (int step = 0; step < STEPS; step++) {
      if (pictures == Pictures.DRAWN && spaces.render()) {
        largest = Math.max(largest, process.render().packedBytes());
      }
      if (result.allEnded()) {
        result = process.reset(SEED + ++episode);
        steps = 0;
        digests.add(result.chained(0));
      }
      for (int i = 0; i < sent.length; i++) {
        random += SplitMix64.GAMMA;
        float number = (float) (2 * SplitMix64.unit(SplitMix64.mix(random)) - 1);
        int agent = i / spaces.width();
        boolean acts = result.has(agent, GymResult.LIVE);
        sent[i] = acts ? spaces.parts().get(i % spaces.width()).sent(number, agent) : 0;
        if (acts && spaces.padded()) {
          sent[i] = own(result, agent, i % spaces.width(), (int) sent[i]);
        }
      }
      for (int agent = 0; agent < agents; agent++) {
        live[agent] = (byte) (result.has(agent, GymResult.LIVE) ? 1 : 0);
      }
      result = process.step(sent, ++steps, live);
      for (int agent = 0; agent < agents; agent++) {
        ended |=
            live[agent] != 0
                && (result.has(agent, GymResult.TERMINATED)
                    || result.has(agent, GymResult.TRUNCATED));
        scored |= result.has(agent, GymResult.SUCCESS_KNOWN);
      }
      digests.add(result.chained(0));
    }
    process.position(0);
    int bytes = (int) Math.min(MOST_FRAME, (long) (MARGIN * largest));
    return new Outcome(digests, Math.ceilDiv(bytes, ROUNDED) * ROUNDED, ended && !scored);
  }

  /// A level that an agent has: the given one, or the next below it.
  private int own(GymResult result, int agent, int part, int level) {
    int first = agent * spaces.masked();
    for (int before = 0; before < part; before++) {
      first += spaces.parts().get(before).levels();
    }
    int found = level;
    while (found > 0 && result.mask()[first + found] == 0) {
      found--;
    }
    return found;
  }
}
