package dev.hindsight.inspector.derived;

import dev.hindsight.inspector.attention.AttentionLibrary;
import dev.hindsight.inspector.attention.AttentionOpening;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/// The one list of columns that are worked out. An agent is read once for all of them.
public final class DerivedChannels {
  /// Weight on limbo, all heads added up: 0 for a right policy.
  public static final String LEAK = "leak into limbo";

  /// How spread the weights are.
  public static final String ENTROPY = "look back entropy";

  private final Rollout rollout;
  private final AttentionLibrary library;
  private final int trials;
  private final List<Channel> channels;
  private final ReentrantLock working = new ReentrantLock();
  private volatile Optional<Lookout> newest = Optional.empty();

  private DerivedChannels(Rollout rollout, AttentionLibrary library) {
    this.rollout = rollout;
    this.library = library;
    this.trials = Math.max(1, rollout.manifest().trials().count());
    this.channels = AttentionOpening.missing(rollout.manifest()).isPresent() ? List.of() : all();
  }

  /// Weight on a trial of the episode, the mean of all heads.
  ///
  /// @param trial from 0
  public static String mass(int trial) {
    return "look back at trial " + (trial + 1);
  }

  /// Those that apply to a recording; nothing is worked out yet.
  ///
  /// @param library of the recording, which knows the checkpoint the user chose
  public static DerivedChannels of(Rollout rollout, AttentionLibrary library) {
    return new DerivedChannels(rollout, library);
  }

  /// The columns.
  public List<Channel> channels() {
    return channels;
  }

  /// Counts the checkpoints that were chosen: numbers of an earlier edition are out of date.
  public int edition() {
    return library.edition();
  }

  /// Tells whenever the numbers become other ones, on the thread that makes them so.
  ///
  /// @return to be run to hear no more
  public Runnable watch(Runnable changed) {
    return library.watch(changed);
  }

  private List<Channel> all() {
    int agents = rollout.manifest().agents();
    List<Channel> all = new ArrayList<>();
    all.add(
        DerivedChannel.of(
            LEAK,
            "1",
            "weight queries put on limbo, all heads added up",
            agents,
            (agent, ticks) -> lookout(agent, ticks).leak()));
    all.add(
        DerivedChannel.of(
            ENTROPY,
            "nats",
            "entropy of the weights, mean of all heads",
            agents,
            (agent, ticks) -> lookout(agent, ticks).entropy()));
    for (int trial = 0; trial < trials; trial++) {
      int number = trial;
      all.add(
          DerivedChannel.of(
              mass(trial),
              "1",
              "weight on the trial, mean of all heads",
              agents,
              (agent, ticks) -> lookout(agent, ticks).masses()[number]));
    }
    return List.copyOf(all);
  }

  private Lookout lookout(int agent, int ticks) {
    return known(agent, ticks)
        .orElseGet(() -> {
          working.lock();
          try {
            return known(agent, ticks).orElseGet(() -> read(agent));
          } finally {
            working.unlock();
          }
        });
  }

  private Optional<Lookout> known(int agent, int ticks) {
    return newest.filter(known ->
        known.agent() == agent && known.ticks() >= ticks && known.edition() == library.edition());
  }

  private Lookout read(int agent) {
    Lookout read = Lookout.of(rollout, library, agent, trials, Progress.SILENT, new Cancellation());
    newest = Optional.of(read);
    return read;
  }
}
