package dev.hindsight.trainer.learn.training;

import dev.hindsight.trainer.run.EnvironmentHistory;
import java.util.Arrays;

/// What every agent did since its environment was made: with the environment's seed, all there is
/// to know of it. One owner thread.
public final class ActionLog {
  private final int agents;
  private float[] actions = new float[0];
  private int ticks;

  /// @param agents A, co-players included
  public ActionLog(int agents) {
    this.agents = agents;
  }

  /// Environments are new: nothing was done yet.
  public void clear() {
    ticks = 0;
  }

  /// Notes a tick.
  ///
  /// @param egos actions of the agents that learn
  /// @param others actions of the co-players
  public void add(int[] egos, int[] others) {
    if ((ticks + 1) * agents > actions.length) {
      actions = Arrays.copyOf(actions, Math.max(2 * actions.length, 64 * agents));
    }
    int at = ticks * agents;
    for (int action : egos) {
      actions[at++] = action;
    }
    for (int action : others) {
      actions[at++] = action;
    }
    ticks++;
  }

  /// `[T * A]`, tick after tick.
  public float[] values() {
    return Arrays.copyOf(actions, ticks * agents);
  }

  /// Ticks noted.
  public int ticks() {
    return ticks;
  }

  /// What the agents of one environment did.
  public EnvironmentHistory history(VectorEnvironment vectorEnvironment, int e) {
    int egos = vectorEnvironment.first(e + 1) - vectorEnvironment.first(e);
    int others = vectorEnvironment.firstPartner(e + 1) - vectorEnvironment.firstPartner(e);
    int learners = vectorEnvironment.shape().agents();
    int[] own = new int[ticks * (egos + others)];
    int to = 0;
    for (int t = 0; t < ticks; t++) {
      for (int i = 0; i < egos; i++) {
        own[to++] = (int) actions[t * agents + vectorEnvironment.first(e) + i];
      }
      for (int i = 0; i < others; i++) {
        own[to++] = (int) actions[t * agents + learners + vectorEnvironment.firstPartner(e) + i];
      }
    }
    return new EnvironmentHistory(e, vectorEnvironment.seed(e), egos + others, own);
  }

  /// Lets new environments live through it all again.
  ///
  /// @param values as [#values()] gave them
  public void replay(float[] values, VectorEnvironment vectorEnvironment) {
    clear();
    int[] egos = new int[vectorEnvironment.shape().agents()];
    int[] others = new int[vectorEnvironment.partnerShape().agents()];
    for (Reader reader = new Reader(values); reader.more(); ) {
      reader.next(egos, others);
      for (int e = 0; e < vectorEnvironment.count(); e++) {
        vectorEnvironment.step(e, egos, others);
      }
      add(egos, others);
    }
  }

  /// What was done, read tick by tick. One owner thread.
  public static final class Reader {
    private final float[] values;
    private int at;

    /// @param values as [ActionLog#values()] gave them, or several of them one after the other
    public Reader(float[] values) {
      this.values = values;
    }

    /// Whether there is another tick.
    boolean more() {
      return at < values.length;
    }

    /// Reads a tick.
    void next(int[] egos, int[] others) {
      for (int i = 0; i < egos.length; i++) {
        egos[i] = (int) values[at++];
      }
      for (int i = 0; i < others.length; i++) {
        others[i] = (int) values[at++];
      }
    }
  }
}
