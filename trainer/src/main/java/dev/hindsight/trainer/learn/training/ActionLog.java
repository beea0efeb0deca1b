package dev.hindsight.trainer.learn.training;

import dev.hindsight.trainer.run.EnvironmentHistory;
import java.util.Arrays;

/// All agents' actions since their environments were created. With the environments' seeds they
/// determine everything else. One owner thread.
public final class ActionLog {
  private final int agents;
  private float[] actions = new float[0];
  private int ticks;

  /// @param agents A, co-players included
  public ActionLog(int agents) {
    this.agents = agents;
  }

  /// Clears the log, because the environments are new.
  public void clear() {
    ticks = 0;
  }

  /// Adds a tick.
  ///
  /// @param egos actions of the learning agents
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

  /// Number of ticks.
  public int ticks() {
    return ticks;
  }

  /// The actions in one environment.
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

  /// Runs all actions again in new environments.
  ///
  /// @param values from [#values()]
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

  /// Reads actions tick by tick. One owner thread.
  public static final class Reader {
    private final float[] values;
    private int at;

    /// @param values from [ActionLog#values()], or several of them one after the other
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
