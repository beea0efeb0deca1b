package dev.hindsight.inspector.derived;

import dev.hindsight.inspector.attention.AttentionReadingCache;
import dev.hindsight.inspector.attention.AttentionSources;
import dev.hindsight.inspector.counterfactual.CreditMeasure;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/// The one list of columns that are worked out. An agent is read once for all of them; those of
/// memory credit are worked out anew wherever the cursor stands. FX thread, but for reading them.
public final class DerivedChannels implements AutoCloseable {
  /// Weight on limbo, all heads added up: 0 for a right policy.
  public static final String LEAK = "leak into limbo";

  /// How spread the weights are.
  public static final String ENTROPY = "look back entropy";

  /// What a moment was worth to the queries of the trial at the cursor.
  public static final String TRIAL_WORTH = "worth to trial";

  private final Rollout rollout;
  private final AttentionReadingCache library;
  private final int trials;
  private final List<DerivedChannel> steady;
  private final Optional<CreditChannels> credit;
  private final ReentrantLock working = new ReentrantLock();
  private volatile Optional<AttentionSeries> newest = Optional.empty();

  private DerivedChannels(Rollout rollout, AttentionReadingCache library) {
    this.rollout = rollout;
    this.library = library;
    this.trials = Math.max(1, rollout.manifest().trials().count());
    boolean lacks = AttentionSources.missing(rollout.manifest()).isPresent();
    this.steady = lacks ? List.of() : all();
    this.credit = lacks ? Optional.empty() : Optional.of(new CreditChannels(rollout, library));
  }

  /// Weight on a trial of the episode, the mean of all heads.
  ///
  /// @param trial from 0
  public static String mass(int trial) {
    return "look back at trial " + (trial + 1);
  }

  /// What a moment was worth to the query at the cursor.
  public static String worth(CreditMeasure creditMeasure) {
    return switch (creditMeasure) {
      case ACTION -> "worth to action";
      case LOGIT -> "worth to logit";
      case VALUE -> "worth to value";
      case POLICY -> "worth to policy";
    };
  }

  /// Those that apply to a recording; nothing is worked out yet.
  ///
  /// @param library of the recording, which knows the checkpoint the user chose
  public static DerivedChannels of(Rollout rollout, AttentionReadingCache library) {
    return new DerivedChannels(rollout, library);
  }

  /// The columns, as they are with the cursor at the first tick.
  public List<Channel> channels() {
    return List.copyOf(at(0));
  }

  /// A column as it is with the cursor at a tick.
  ///
  /// @param name of the column
  public Optional<DerivedChannel> named(String name, int tick) {
    return at(tick).stream().filter(each -> each.spec().name().equals(name)).findFirst();
  }

  private List<DerivedChannel> at(int tick) {
    List<DerivedChannel> all = new ArrayList<>(steady);
    credit.ifPresent(more -> all.addAll(more.at(tick)));
    return all;
  }

  /// Frees native memory, now or when whoever is reading has been served.
  @Override
  public void close() {
    credit.ifPresent(CreditChannels::close);
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

  private List<DerivedChannel> all() {
    int agents = rollout.manifest().agents();
    List<DerivedChannel> all = new ArrayList<>();
    all.add(
        DerivedChannel.of(
            LEAK,
            "1",
            "weight queries put on limbo, all heads added up",
            agents,
            (agent, ticks, cancellation) -> lookout(agent, ticks, cancellation).leak()));
    all.add(
        DerivedChannel.of(
            ENTROPY,
            "nats",
            "entropy of the weights, mean of all heads",
            agents,
            (agent, ticks, cancellation) -> lookout(agent, ticks, cancellation).entropy()));
    for (int trial = 0; trial < trials; trial++) {
      int number = trial;
      all.add(
          DerivedChannel.of(
              mass(trial),
              "1",
              "weight on the trial, mean of all heads",
              agents,
              (agent, ticks, cancellation) ->
                  lookout(agent, ticks, cancellation).masses()[number]));
    }
    return List.copyOf(all);
  }

  private AttentionSeries lookout(int agent, int ticks, Cancellation cancellation) {
    return known(agent, ticks)
        .orElseGet(() -> {
          working.lock();
          try {
            return known(agent, ticks).orElseGet(() -> read(agent, cancellation));
          } finally {
            working.unlock();
          }
        });
  }

  private Optional<AttentionSeries> known(int agent, int ticks) {
    return newest.filter(known ->
        known.agent() == agent && known.ticks() >= ticks && known.edition() == library.edition());
  }

  private AttentionSeries read(int agent, Cancellation cancellation) {
    AttentionSeries read =
        AttentionSeries.of(rollout, library, agent, trials, Progress.SILENT, cancellation);
    newest = Optional.of(read);
    return read;
  }
}
