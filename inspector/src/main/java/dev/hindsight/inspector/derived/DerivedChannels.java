package dev.hindsight.inspector.derived;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.attention.AttentionReading;
import dev.hindsight.inspector.attention.AttentionReadingCache;
import dev.hindsight.inspector.attention.AttentionScan;
import dev.hindsight.inspector.attention.AttentionSources;
import dev.hindsight.inspector.counterfactual.CreditMeasure;
import dev.hindsight.inspector.mask.LimboLeak;
import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.attention.EntropyTerm;
import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/// The one list of derived channels. An agent's attention is read once for all of them; memory
/// credit is recomputed for each cursor position. FX thread, except for reading the channels.
public final class DerivedChannels implements AutoCloseable {
  /// Weight on limbo, summed over all heads: 0 for a correct policy.
  public static final String LEAK = wording("DerivedChannels.leak_into_limbo");

  /// How widely the weights are spread.
  public static final String ENTROPY = wording("DerivedChannels.look_back_entropy");

  /// The credit of a moment for the queries of the trial at the cursor.
  public static final String TRIAL_WORTH = wording("DerivedChannels.worth_to_trial");

  /// What a member's action was worth against its alternatives.
  public static final String MEMBER_ADVANTAGE = wording("DerivedChannels.counterfactual_advantage");

  private final Rollout rollout;
  private final AttentionReadingCache library;
  private final int trials;
  private final List<DerivedChannel> steady;
  private final Optional<CreditChannels> credit;
  private final Optional<CriticChannel> critic;
  private final ReentrantLock working = new ReentrantLock();
  private volatile Optional<AttentionSeries> newest = Optional.empty();

  private DerivedChannels(Rollout rollout, AttentionReadingCache library) {
    this.rollout = rollout;
    this.library = library;
    this.trials = Math.max(1, rollout.manifest().trials().count());
    boolean lacks = AttentionSources.missing(rollout.manifest()).isPresent();
    this.steady = lacks ? List.of() : all();
    this.credit = lacks ? Optional.empty() : Optional.of(new CreditChannels(rollout, library));
    this.critic = CriticChannel.of(rollout);
  }

  /// Weight on a trial of the episode, mean of all heads.
  ///
  /// @param trial from 0
  public static String mass(int trial) {
    return wording("DerivedChannels.look_back_at_trial", trial + 1);
  }

  /// The credit of a moment for the query at the cursor.
  public static String worth(CreditMeasure creditMeasure) {
    return switch (creditMeasure) {
      case ACTION -> wording("DerivedChannels.worth_to_action");
      case LOGIT -> wording("DerivedChannels.worth_to_logit");
      case VALUE -> wording("DerivedChannels.worth_to_value");
      case POLICY -> wording("DerivedChannels.worth_to_policy");
    };
  }

  /// The channels that apply to a recording; computes nothing yet.
  ///
  /// @param library the recording's, which knows the checkpoint the user chose
  public static DerivedChannels of(Rollout rollout, AttentionReadingCache library) {
    return new DerivedChannels(rollout, library);
  }

  /// The channels to offer, with the cursor at the first tick. That of critics is among them once
  /// [#findCritics] has found some.
  public List<Channel> channels() {
    return at(0).stream()
        .filter(channel ->
            !channel.spec().name().equals(MEMBER_ADVANTAGE)
                || critic.filter(CriticChannel::found).isPresent())
        .<Channel>map(channel -> channel)
        .toList();
  }

  /// Looks for critics of joint actions: on a background thread, which may read files.
  public void findCritics() {
    critic.ifPresent(CriticChannel::find);
  }

  /// A channel with the cursor at a tick.
  ///
  /// @param name of the column
  public Optional<DerivedChannel> named(String name, int tick) {
    return at(tick).stream().filter(each -> each.spec().name().equals(name)).findFirst();
  }

  private List<DerivedChannel> at(int tick) {
    List<DerivedChannel> all = new ArrayList<>(steady);
    credit.ifPresent(more -> all.addAll(more.at(tick)));
    critic.ifPresent(more -> all.add(more.channel()));
    return all;
  }

  /// Frees native memory, now or when the current reader is finished.
  @Override
  public void close() {
    credit.ifPresent(CreditChannels::close);
    critic.ifPresent(CriticChannel::close);
  }

  /// Counts the checkpoints chosen so far: numbers of earlier editions are out of date.
  public int edition() {
    return library.edition();
  }

  /// Calls back whenever the numbers change, on the thread that changes them.
  ///
  /// @return unsubscribes when run
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
            wording("DerivedChannels.weight_queries_put_on_limbo_all"),
            agents,
            (agent, ticks, cancellation) -> attentionOf(agent, ticks, cancellation).leak()));
    all.add(
        DerivedChannel.of(
            ENTROPY,
            "nats",
            wording("DerivedChannels.entropy_of_the_weights_mean_of"),
            agents,
            (agent, ticks, cancellation) -> attentionOf(agent, ticks, cancellation).entropy()));
    for (int trial = 0; trial < trials; trial++) {
      int number = trial;
      all.add(
          DerivedChannel.of(
              mass(trial),
              "1",
              wording("DerivedChannels.weight_on_the_trial_mean_of"),
              agents,
              (agent, ticks, cancellation) ->
                  attentionOf(agent, ticks, cancellation).masses()[number]));
    }
    return List.copyOf(all);
  }

  private AttentionSeries attentionOf(int agent, int ticks, Cancellation cancellation) {
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

  /// Where an agent's policy looks, a few numbers a tick. Immutable once read.
  ///
  /// @param agent whose it is
  /// @param edition of the checkpoint it was read with
  /// @param leak `[T]` weight that the query puts on ticks in limbo, all heads added up
  /// @param entropy `[T]` of the weights, nats, the mean of all heads; NaN in limbo
  /// @param masses `[K][T]` weight on each trial of the episode, the mean of all heads; NaN in
  ///   limbo
  private record AttentionSeries(
      int agent, int edition, float[] leak, float[] entropy, float[][] masses) {
    /// Reads a whole recording of an agent: for a background thread.
    ///
    /// @param trials K
    /// @throws dev.hindsight.trainer.Problem if there is no attention to be had
    static AttentionSeries of(
        Rollout rollout,
        AttentionReadingCache library,
        int agent,
        int trials,
        Progress progress,
        Cancellation cancellation) {
      AttentionReading reading = library.reading(agent, rollout.ticks() - 1, cancellation);
      int ticks = reading.passage().ticks();
      AttentionSeries attentionSeries =
          new AttentionSeries(
              agent,
              reading.edition(),
              new float[ticks],
              new float[ticks],
              new float[trials][ticks]);
      TrialIndex index = rollout.trials();
      AttentionScan.over(
          rollout,
          reading,
          library.chosen(),
          progress,
          cancellation,
          trace -> attentionSeries.take(trace, reading.passage(), index));
      return attentionSeries;
    }

    int ticks() {
      return leak.length;
    }

    private void take(AttentionTrace trace, EpisodeFlags episodeFlags, TrialIndex index) {
      int first = trace.span().from();
      int[] trial = new int[trace.span().ticks()];
      Arrays.setAll(trial, slot -> index.trial(index.stretchAt(first + slot)));
      int planes = trace.layers() * trace.heads();
      for (int plane = 0; plane < planes; plane++) {
        int layer = plane / trace.heads();
        int head = plane % trace.heads();
        float[] part = LimboLeak.of(trace, episodeFlags, layer, head);
        for (int query = 0; query < part.length; query++) {
          leak[first + query] += part[query];
          look(trace, trace.plane(layer, head), query, trial, 1f / planes);
        }
      }
      for (int query = 0; query < trial.length; query++) {
        if (!episodeFlags.live(first + query)) {
          entropy[first + query] = Float.NaN;
          for (float[] mass : masses) {
            mass[first + query] = Float.NaN;
          }
        }
      }
    }

    private void look(AttentionTrace trace, float[] plane, int query, int[] trial, float share) {
      int tick = trace.span().from() + query;
      int offset = trace.offset(query);
      int slots = Math.min(trace.slots(query), trial.length);
      double sum = 0;
      for (int slot = 0; slot < slots; slot++) {
        float weight = plane[offset + slot];
        sum += EntropyTerm.of(weight);
        if (trial[slot] < masses.length) {
          masses[trial[slot]][tick] += share * weight;
        }
      }
      entropy[tick] += (float) (share * sum);
    }
  }
}
