package dev.hindsight.trainer.learn.training;

import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.StateBytes;
import dev.hindsight.trainer.rollout.ActingUpdate;
import dev.hindsight.trainer.run.BucketEpisodes;
import dev.hindsight.trainer.run.EnvironmentHistory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// All agents' actions since their environments were created, and the update whose policy chose
/// them. With the environments' seeds they determine everything else. One owner thread.
public final class ActionLog {
  /// A compressed byte stands for at most some thousand bytes.
  private static final long MOST_SAVED = 1100;

  private final int agents;

  /// Numbers of an action: k, or 1 for a joint action.
  private final int width;

  private final int numbers;
  private float[] actions = new float[0];

  /// `[T]` updates whose policy acted.
  private int[] updates = new int[0];

  private int update = ActingUpdate.UNKNOWN;
  private int ticks;

  /// Joint actions.
  ///
  /// @param agents A, co-players included
  public ActionLog(int agents) {
    this(agents, 0);
  }

  /// The actions of all agents of a vector environment.
  public ActionLog(VectorEnvironment vectorEnvironment) {
    this(
        vectorEnvironment.shape().agents() + vectorEnvironment.partnerShape().agents(),
        Trajectories.ActionSizes.of(vectorEnvironment.shape()).drawn());
  }

  private ActionLog(int agents, int numbers) {
    this.agents = agents;
    this.numbers = numbers;
    this.width = Math.max(1, numbers);
  }

  /// Clears the log, because the environments are new.
  public void clear() {
    ticks = 0;
  }

  /// Says which policy chooses the actions that are added from now on.
  ///
  /// @param acting number of updates it has learned from
  public void actsFrom(long acting) {
    update = Math.toIntExact(acting);
  }

  /// Adds a tick.
  ///
  /// @param egos actions of the learning agents
  /// @param others actions of the co-players
  public void add(Actions egos, Actions others) {
    int row = agents * width;
    if ((ticks + 1) * row > actions.length) {
      actions = Arrays.copyOf(actions, Math.max(2 * actions.length, 64 * row));
    }
    write(others, write(egos, ticks * row));
    if (ticks == updates.length) {
      updates = Arrays.copyOf(updates, Math.max(2 * updates.length, 64));
    }
    updates[ticks] = update;
    ticks++;
  }

  private int write(Actions from, int to) {
    int at = to;
    for (float number : from.continuous) {
      actions[at++] = number;
    }
    for (int i = 0; numbers == 0 && i < from.joint.length; i++) {
      actions[at++] = from.joint[i];
    }
    return at;
  }

  /// `[T * A]` joint actions or `[T * A * k]` numbers, tick after tick.
  public float[] values() {
    return Arrays.copyOf(actions, length());
  }

  /// Length of [#values()].
  public int length() {
    return ticks * agents * width;
  }

  /// Copies [#values()].
  ///
  /// @param to index of the first number
  public void copy(float[] into, int to) {
    System.arraycopy(actions, 0, into, to, length());
  }

  /// `[T]` number of updates that the acting policy had learned from, by tick.
  public int[] updates() {
    return Arrays.copyOf(updates, ticks);
  }

  /// All actions in compressed form.
  public byte[] packed() {
    float[] all = values();
    byte[] small = new byte[all.length];
    boolean fit = true;
    for (int i = 0; i < all.length; i++) {
      small[i] = (byte) (int) all[i];
      fit &= (small[i] & 0xff) == all[i];
    }
    boolean bytes = fit;
    return StateBytes.write(stream -> {
      stream.number(all.length);
      stream.flag(bytes);
      if (bytes) {
        stream.numbers(small);
      } else {
        stream.numbers(all);
      }
    });
  }

  /// The actions of [#packed].
  ///
  /// @param where the bytes are from, for messages
  /// @throws dev.hindsight.trainer.Problem if they are damaged
  public static float[] unpacked(byte[] packed, String where) {
    return StateBytes.readWhole(
        packed,
        where,
        stream -> {
          // No more than compression can have saved.
          int most = (int) Math.min(Integer.MAX_VALUE - 8, MOST_SAVED * packed.length);
          int length = stream.within(0, 0, most);
          float[] all = new float[length];
          if (stream.flag(false)) {
            byte[] small = new byte[length];
            stream.numbers(small);
            for (int i = 0; i < length; i++) {
              all[i] = small[i] & 0xff;
            }
          } else {
            stream.numbers(all);
          }
          return all;
        });
  }

  /// Replaces all actions by those of environments that are restored to where they led.
  ///
  /// @param values from [#values()]
  /// @param acting from [#updates()]; ticks that it lacks have unknown policies
  public void set(float[] values, int[] acting) {
    actions = values.clone();
    ticks = values.length / (agents * width);
    updates = new int[ticks];
    for (int t = 0; t < ticks; t++) {
      updates[t] = at(acting, t);
    }
  }

  private static int at(int[] acting, int tick) {
    return tick < acting.length ? acting[tick] : ActingUpdate.UNKNOWN;
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
    float[] own = new float[ticks * (egos + others) * width];
    for (int t = 0; t < ticks; t++) {
      int to = t * (egos + others) * width;
      int ego = t * agents + vectorEnvironment.first(e);
      int partner = t * agents + learners + vectorEnvironment.firstPartner(e);
      System.arraycopy(actions, ego * width, own, to, egos * width);
      System.arraycopy(actions, partner * width, own, to + egos * width, others * width);
    }
    List<Integer> acting = Arrays.stream(updates, 0, ticks).boxed().toList();
    return new EnvironmentHistory(
        vectorEnvironment.before() + e,
        vectorEnvironment.seed(e),
        egos + others,
        numbers,
        own,
        acting);
  }

  /// The buckets in which episodes ended in the last collection, with the histories of the worst.
  List<BucketEpisodes> buckets(VectorEnvironment vectorEnvironment) {
    List<BucketEpisodes> all = new ArrayList<>();
    for (EpisodeReturns.Bucket one : vectorEnvironment.episodeReturns().buckets()) {
      int e = 0;
      while (vectorEnvironment.first(e + 1) <= one.agent()) {
        e++;
      }
      all.add(
          new BucketEpisodes(
              one.bucket(),
              one.returns(),
              one.episodes(),
              one.worst(),
              history(vectorEnvironment, e).until(one.ticks())));
    }
    return all;
  }

  /// Runs all actions again in new environments.
  ///
  /// @param values from [#values()]
  /// @param acting as in [#set]
  public void replay(float[] values, int[] acting, VectorEnvironment vectorEnvironment) {
    clear();
    Actions egos = new Actions(vectorEnvironment.shape());
    Actions others = new Actions(vectorEnvironment.partnerShape());
    for (Reader reader = new Reader(values); reader.more(); ) {
      reader.next(egos, others);
      for (int e = 0; e < vectorEnvironment.count(); e++) {
        vectorEnvironment.step(e, egos, others);
      }
      update = at(acting, ticks);
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
    void next(Actions egos, Actions others) {
      read(egos, egos.continuous.length + others.continuous.length > 0);
      read(others, egos.continuous.length + others.continuous.length > 0);
    }

    private void read(Actions into, boolean numbers) {
      for (int i = 0; i < into.continuous.length; i++) {
        into.continuous[i] = values[at++];
      }
      for (int i = 0; !numbers && i < into.joint.length; i++) {
        into.joint[i] = (int) values[at++];
      }
    }
  }
}
