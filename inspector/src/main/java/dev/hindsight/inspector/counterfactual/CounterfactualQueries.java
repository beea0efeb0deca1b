package dev.hindsight.inspector.counterfactual;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.attention.AgentObservations;
import dev.hindsight.inspector.attention.AttentionReading;
import dev.hindsight.inspector.attention.AttentionReadingCache;
import dev.hindsight.inspector.attention.AttentionSource;
import dev.hindsight.inspector.attention.AttentionSources;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.attention.Introspection;
import dev.hindsight.trainer.attention.QueryRecomputation;
import dev.hindsight.trainer.counterfactual.CounterfactualRunner;
import dev.hindsight.trainer.counterfactual.Intervention;
import dev.hindsight.trainer.counterfactual.ScoreCredit;
import dev.hindsight.trainer.counterfactual.ScoreEffect;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.rollout.AgentNumber;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;

/// Computes what the policy of a recording would have output without some of its memory or
/// attention. Any thread may ask except the FX thread, since it computes.
public final class CounterfactualQueries implements AutoCloseable {
  /// With 804 ticks each, this many take 1.7 MiB.
  private static final int CREDITS = 64;

  private final Rollout rollout;
  private final AttentionReadingCache library;
  private final QueryRecomputationCache queryRecomputationCache;
  private final Map<Key, MemoryCredit> credits =
      Collections.synchronizedMap(
          new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Key, MemoryCredit> eldest) {
              return size() > CREDITS;
            }
          });

  private record Key(
      int agent, int tick, int edition, MomentGrouping grouping, Ablation.Fill fill) {}

  /// @param library shared by all panels of the recording
  public CounterfactualQueries(Rollout rollout, AttentionReadingCache library) {
    this.rollout = rollout;
    this.library = library;
    this.queryRecomputationCache = new QueryRecomputationCache(rollout);
  }

  /// The attention of an agent at a tick.
  ///
  /// @throws Problem if there is no such agent or tick, or no attention to be had
  public AttentionReading reading(int agent, int tick, Cancellation cancellation) {
    check(agent, tick);
    return library.reading(agent, tick, cancellation);
  }

  private void check(int agent, int tick) {
    AgentNumber.check(agent, rollout.manifest(), rollout.file());
    if (tick < 0 || tick >= rollout.ticks()) {
      throw new Problem(
          wording("CounterfactualQueries.there_is_no_tick", tick),
          rollout.file().toString(),
          wording("CounterfactualQueries.give_0_to", rollout.ticks() - 1));
    }
  }

  /// The output of a query with something switched off at that tick.
  public AblationEffect effect(int agent, int tick, Ablation ablation, Cancellation cancellation) {
    AttentionReading reading = reading(agent, tick, cancellation);
    checkHeads(ablation, reading);
    return queryRecomputationCache.ask(
        reading,
        library.chosen(),
        (_, queryRecomputation) ->
            AblationEffect.of(rollout, reading, queryRecomputation, tick, ablation));
  }

  /// The credit of every earlier moment for a query; the latest results are cached.
  public MemoryCredit credit(
      int agent,
      int tick,
      MomentGrouping momentGrouping,
      Ablation.Fill fill,
      Cancellation cancellation) {
    AttentionReading reading = reading(agent, tick, cancellation);
    Key key = new Key(agent, tick, reading.edition(), momentGrouping, fill);
    MemoryCredit known = credits.get(key);
    if (known != null) {
      return known;
    }
    MemoryCredit credit =
        queryRecomputationCache.ask(
            reading,
            library.chosen(),
            (_, queryRecomputation) ->
                MemoryCredit.of(
                    rollout,
                    reading,
                    queryRecomputation,
                    tick,
                    momentGrouping,
                    fill,
                    cancellation));
    credits.put(key, credit);
    return credit;
  }

  /// How far the policy moves on average over a trial's queries when each of some groups of earlier
  /// moments is left out, nats; not cached. Only queries before the next wipe of the agent's memory
  /// count, and what was wiped before them is worth 0.
  ///
  /// @param queries the trial
  /// @param groups in order, all before the trial
  /// @return `[groups]`; all 0 if the agent is in limbo throughout
  double[] meanWorths(int agent, Span queries, List<Span> groups, Cancellation cancellation) {
    check(agent, queries.from());
    double[] sums = new double[groups.size()];
    int asked = 0;
    AttentionReading reading = library.reading(agent, queries.from(), cancellation);
    // An end of the agent's own episode wipes its memory, before or within the trial.
    Span memory = reading.trace().span();
    int first = 0;
    while (first < groups.size() && groups.get(first).to() <= memory.from()) {
      first++;
    }
    List<Span> remembered =
        groups.stream()
            .skip(first)
            .map(group -> new Span(Math.max(group.from(), memory.from()), group.to()))
            .toList();
    for (int tick = queries.from(); tick < Math.min(queries.to(), memory.to()); tick++) {
      cancellation.throwIfCancelled();
      if (reading.passage().live(tick)) {
        int at = tick;
        Map<CreditMeasure, double[]> worths =
            queryRecomputationCache.ask(
                reading,
                library.chosen(),
                (_, queryRecomputation) ->
                    MemoryCredit.worths(
                        rollout,
                        reading,
                        queryRecomputation,
                        at,
                        remembered,
                        Ablation.Fill.ZERO,
                        cancellation));
        double[] worth = Objects.requireNonNull(worths.get(CreditMeasure.POLICY));
        for (int i = 0; i < worth.length; i++) {
          sums[first + i] += worth[i];
        }
        asked++;
      }
    }
    for (int i = 0; i < sums.length; i++) {
      sums[i] /= Math.max(1, asked);
    }
    return sums;
  }

  /// The credit of every earlier moment for the queries of a trial; not cached. Runs one query for
  /// each tick of the trial and lets other callers in between.
  ///
  /// @param tick any of the trial
  public TrialCredit trialCredit(int agent, int tick, Cancellation cancellation) {
    check(agent, tick);
    return TrialCredit.of(
        trial(tick),
        at -> library.reading(agent, at, cancellation),
        (reading, at) ->
            queryRecomputationCache.ask(
                reading,
                library.chosen(),
                (_, queryRecomputation) ->
                    MemoryCredit.of(
                        rollout,
                        reading,
                        queryRecomputation,
                        at,
                        MomentGrouping.TICK,
                        Ablation.Fill.ZERO,
                        cancellation)),
        cancellation);
  }

  private Span trial(int tick) {
    TrialIndex trials = rollout.trials();
    int stretch = trials.stretchAt(tick);
    return trials.span(stretch);
  }

  /// Runs on from a tick to the end of the episode with something switched off, and again with
  /// everything on.
  ///
  /// @param draws number of runs, each with its own random numbers
  public ScoreEffect runOn(
      int agent,
      int from,
      Ablation ablation,
      int draws,
      Progress progress,
      Cancellation cancellation) {
    AttentionReading reading = reading(agent, from, cancellation);
    checkHeads(ablation, reading);
    Intervention intervention =
        queryRecomputationCache.ask(
            reading,
            library.chosen(),
            (network, queryRecomputation) ->
                new Intervention.AblateAttention(
                    ablation,
                    AblationEffect.means(queryRecomputation, ablation),
                    network.horizon()));
    return runOn(agent, from, intervention, draws, progress, cancellation);
  }

  /// The same as an edit, for a branch: switches something off from a tick on.
  public Edit.Ablate edit(int agent, int tick, Ablation ablation, Cancellation cancellation) {
    AttentionReading reading = reading(agent, tick, cancellation);
    checkHeads(ablation, reading);
    Map<Ablation.Head, List<Float>> means = new LinkedHashMap<>();
    queryRecomputationCache
        .ask(
            reading,
            library.chosen(),
            (_, queryRecomputation) -> AblationEffect.means(queryRecomputation, ablation))
        .forEach((head, mean) -> {
          List<Float> numbers = new ArrayList<>();
          for (float number : mean) {
            numbers.add(number);
          }
          means.put(head, numbers);
        });
    return new Edit.Ablate(tick, agent, ablation, means);
  }

  /// The same, but wiping the memory at the start of every trial: for policies of any kind.
  public ScoreEffect runOnWiped(
      int agent, int from, int draws, Progress progress, Cancellation cancellation) {
    return runOn(agent, from, new Intervention.WipeMemory(), draws, progress, cancellation);
  }

  private ScoreEffect runOn(
      int agent,
      int from,
      Intervention intervention,
      int draws,
      Progress progress,
      Cancellation cancellation) {
    check(agent, from);
    try (CounterfactualRunner run = stand(agent, from, progress, cancellation)) {
      return ScoreEffect.of(run, intervention, draws, progress, cancellation);
    }
  }

  /// The credit of the moments before a trial for its score.
  ///
  /// @param tick any of the trial
  public ScoreCredit scoreCredit(
      int agent,
      int tick,
      MomentGrouping momentGrouping,
      Ablation.Fill fill,
      int draws,
      Progress progress,
      Cancellation cancellation) {
    AttentionReading reading = reading(agent, tick, cancellation);
    TrialIndex trials = rollout.trials();
    int stretch = trials.stretchAt(tick);
    int from = trials.start(stretch);
    Span before = new Span(Math.min(from, reading.trace().span().from()), from);
    try (CounterfactualRunner run = stand(agent, from, progress, cancellation)) {
      return ScoreCredit.of(
          run,
          trials.trial(stretch),
          momentGrouping.groups(before, from + 1, rollout, agent),
          fill,
          reading.horizon(),
          draws,
          progress,
          cancellation);
    }
  }

  private CounterfactualRunner stand(
      int agent, int from, Progress progress, Cancellation cancellation) {
    return CounterfactualRunner.at(
        rollout, new ChosenPolicySource(library.chosen()), agent, from, progress, cancellation);
  }

  private void checkHeads(Ablation ablation, AttentionReading reading) {
    int layers = reading.trace().layers();
    int heads = reading.trace().heads();
    for (Ablation.Head head : ablation.heads()) {
      if (head.layer() < 0 || head.layer() >= layers || head.head() < 0 || head.head() >= heads) {
        throw new Problem(
            wording("CounterfactualQueries.there_is_no", head.words()),
            rollout.file().toString(),
            wording("CounterfactualQueries.layers_go_from_1_to_heads", layers, heads));
      }
    }
  }

  @Override
  public void close() {
    queryRecomputationCache.close();
  }

  /// Keeps the stretches queried last open for further queries. Any thread may ask, one at a time;
  /// closing does not wait.
  private static final class QueryRecomputationCache implements AutoCloseable {
    /// With 804 ticks of width 256, an agent takes 5.5 MiB of native memory.
    private static final int KEPT = 4;

    private final Rollout rollout;
    private final ReentrantLock working = new ReentrantLock();
    private final Map<StretchKey, QueryRecomputation> kept = new LinkedHashMap<>(16, 0.75f, true);
    private Optional<AttentionSource> source = Optional.empty();
    private int edition;
    private volatile boolean closed;

    private record StretchKey(int agent, Span stretch) {}

    /// The cache of one recording.
    QueryRecomputationCache(Rollout rollout) {
      this.rollout = rollout;
    }

    /// Queries the stretch of a reading.
    ///
    /// @param chosen the checkpoint the user chose, as for the reading
    /// @throws Problem if there is no network to ask
    <T> T ask(
        AttentionReading reading,
        Optional<Path> chosen,
        BiFunction<Introspection, QueryRecomputation, T> question) {
      working.lock();
      try {
        if (reading.edition() != edition || closed) {
          letGo();
          edition = reading.edition();
        }
        AttentionSource from = source.orElseGet(() -> AttentionSources.open(rollout, chosen));
        source = Optional.of(from);
        Introspection network = from.network().orElseThrow(this::weightsAlone);
        StretchKey key = new StretchKey(reading.agent(), reading.trace().span());
        QueryRecomputation queryRecomputation =
            kept.computeIfAbsent(key, _ -> open(network, reading));
        var oldest = kept.entrySet().iterator();
        while (kept.size() > KEPT) {
          oldest.next().getValue().close();
          oldest.remove();
        }
        return question.apply(network, queryRecomputation);
      } finally {
        working.unlock();
        if (closed) {
          letGoIfIdle();
        }
      }
    }

    private QueryRecomputation open(Introspection network, AttentionReading reading) {
      Span span = reading.trace().span();
      return network.recall(
          span,
          AgentObservations.of(rollout, reading.agent(), span),
          reading.passage(),
          reading.search().rules());
    }

    private Problem weightsAlone() {
      return new Problem(
          wording("CounterfactualQueries.it_stores_only_weights_which_are"),
          rollout.file().toString(),
          wording("CounterfactualQueries.choose_the_checkpoint_it_was_recorded"));
    }

    private void letGo() {
      kept.values().forEach(QueryRecomputation::close);
      kept.clear();
      source.ifPresent(AttentionSource::close);
      source = Optional.empty();
    }

    /// Frees native memory, now or when the current query is finished.
    @Override
    public void close() {
      closed = true;
      letGoIfIdle();
    }

    /// Frees it unless a query runs, which then frees it at its end.
    private void letGoIfIdle() {
      if (working.tryLock()) {
        try {
          letGo();
        } finally {
          working.unlock();
        }
      }
    }
  }
}
