package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.attention.AttentionSource;
import dev.hindsight.inspector.attention.AttentionSources;
import dev.hindsight.inspector.attention.MemoryRuleSearch;
import dev.hindsight.inspector.mask.LimboLeak;
import dev.hindsight.inspector.mask.MaskCheck;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.attention.Introspection;
import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import dev.hindsight.trainer.task.ToolThreads;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Measures the weight that queries on the map put on limbo, and checks the masks that should keep
/// it at 0. One owner thread, which shares the agents with other threads.
final class LimboAttention {
  /// The length of a segment, in ticks, whose masks are checked cell by cell.
  private static final int SEGMENT = 128;

  private final AuditSubject subject;
  private final Rollout rollout;
  private final AuditFindings auditFindings;

  LimboAttention(AuditSubject subject, AuditFindings auditFindings) {
    this.subject = subject;
    this.rollout = subject.rollout();
    this.auditFindings = auditFindings;
  }

  /// What is wrong at a tick.
  private record Place(int tick, String dimension, double size, String cause) {}

  /// What was found for an agent.
  ///
  /// @param rules how its memory was kept; empty if it was kept by the right rules
  /// @param total the sum of all weights on limbo that are numbers
  private record AgentWeights(String rules, double total, List<Place> places) {}

  /// @param checkpoint of the policy that acted, if it is available
  /// @return whether there was any attention to check
  boolean check(Optional<Path> checkpoint, Progress progress, Cancellation cancellation) {
    if (AttentionSources.missing(rollout.manifest()).isPresent()) {
      return false;
    }
    int agents = rollout.manifest().agents();
    List<Optional<AgentWeights>> found =
        new ArrayList<>(Collections.nCopies(agents, Optional.empty()));
    try (AttentionSource first = AttentionSources.open(rollout, checkpoint);
        ToolThreads<AttentionSource> threads =
            new ToolThreads<>(
                "limbo",
                subject.threadsFor((long) agents * rollout.ticks()),
                first,
                () -> AttentionSources.open(rollout, checkpoint),
                AttentionSource::close)) {
      threads.run(
          agents,
          (source, agent) -> {
            cancellation.throwIfCancelled();
            found.set(agent, Optional.of(agent(source, agent, cancellation)));
          },
          progress,
          wording("LimboAttention.agents_weight_on_limbo"));
    } catch (Problem _) {
      // The policy has no attention, or its checkpoint is not available.
      return false;
    }
    note(found.stream().flatMap(Optional::stream).toList());
    return true;
  }

  private void note(List<AgentWeights> found) {
    double total = 0;
    String rules = "";
    for (int agent = 0; agent < found.size(); agent++) {
      AgentWeights weights = found.get(agent);
      total += weights.total();
      rules = weights.rules().isEmpty() ? rules : weights.rules();
      for (Place place : weights.places()) {
        auditFindings.add(place.tick(), agent, place.dimension(), place.size(), place.cause());
      }
    }
    auditFindings.remark(
        String.format(
            Locale.ROOT,
            wording("LimboAttention.weight_on_limbo_slots_in_all"),
            NumberWords.significant(total, 4),
            rules));
  }

  private AgentWeights agent(AttentionSource network, int agent, Cancellation cancellation) {
    AttentionSource source = new KeptTraces(network);
    EpisodeFlags episodeFlags = EpisodeFlags.of(rollout, agent);
    MemoryRuleSearch search =
        MemoryRuleSearch.of(source, rollout, agent, episodeFlags, cancellation);
    double total = 0;
    List<Place> places = new ArrayList<>();
    for (Span stretch : source.stretches(agent, episodeFlags, search.rules())) {
      cancellation.throwIfCancelled();
      total +=
          leak(source.trace(agent, stretch, episodeFlags, search.rules()), episodeFlags, places);
    }
    source.network().ifPresent(introspection -> masks(introspection, episodeFlags, places));
    String rules =
        search.words().isEmpty() ? "" : wording("LimboAttention.as_it_acted", search.words());
    return new AgentWeights(rules, total, places);
  }

  /// @return the sum of all weights on limbo that are numbers
  private static double leak(AttentionTrace trace, EpisodeFlags episodeFlags, List<Place> places) {
    double total = 0;
    for (int layer = 0; layer < trace.layers(); layer++) {
      for (int head = 0; head < trace.heads(); head++) {
        float[] leak = LimboLeak.of(trace, episodeFlags, layer, head);
        for (int query = 0; query < leak.length; query++) {
          boolean unknown = Float.isNaN(leak[query]);
          if (leak[query] != 0) {
            total += unknown ? 0 : leak[query];
            places.add(
                new Place(
                    trace.span().from() + query,
                    wording("LimboAttention.attention_layer_head", layer + 1, head + 1),
                    unknown ? Double.POSITIVE_INFINITY : leak[query],
                    unknown
                        ? wording("LimboAttention.weights_are_not_numbers")
                        : wording("LimboAttention.limbo_slots_left_open_a_query")));
          }
        }
      }
    }
    return total;
  }

  /// Checks the masks in use around the first tick in limbo.
  private static void masks(Introspection network, EpisodeFlags episodeFlags, List<Place> places) {
    int limbo = 0;
    while (limbo < episodeFlags.ticks() && episodeFlags.live(limbo)) {
      limbo++;
    }
    if (limbo == episodeFlags.ticks()) {
      return;
    }
    int from = Math.max(0, limbo - SEGMENT / 4);
    Span segment = new Span(from, Math.min(episodeFlags.ticks(), from + SEGMENT));
    named(
        wording("LimboAttention.the_training_form"),
        MaskCheck.of(
            episodeFlags,
            MaskCheck.learning(episodeFlags, segment),
            network.learning().open(episodeFlags, segment)),
        places);
    named(
        wording("LimboAttention.the_acting_form"),
        MaskCheck.of(
            episodeFlags,
            MaskCheck.acting(episodeFlags, network.horizon(), segment),
            network.acting().open(episodeFlags, segment)),
        places);
  }

  private static void named(String form, List<MaskCheck.MaskFinding> found, List<Place> places) {
    found.forEach(each ->
        places.add(
            new Place(
                each.query(),
                wording("LimboAttention.mask_key_tick", each.key()),
                each.cells(),
                wording("LimboAttention.in", each.fault().words(), form))));
  }

  /// Keeps the traces of one agent under the right rules, as far as there is room, because the
  /// search for the rules computes the traces that the audit reads afterwards. One owner thread.
  private static final class KeptTraces implements AttentionSource {
    /// The most weights kept: 64 MiB.
    private static final long KEPT = 1L << 24;

    private final AttentionSource source;
    private final Map<Span, AttentionTrace> known = new HashMap<>();
    private long kept;

    /// @param source not closed with this
    KeptTraces(AttentionSource source) {
      this.source = source;
    }

    @Override
    public AttentionTrace trace(
        int agent, Span stretch, EpisodeFlags episodeFlags, MemoryRules rules) {
      if (!rules.equals(MemoryRules.RIGHT)) {
        return source.trace(agent, stretch, episodeFlags, rules);
      }
      @Nullable AttentionTrace before = known.get(stretch);
      if (before != null) {
        return before;
      }
      AttentionTrace fresh = source.trace(agent, stretch, episodeFlags, rules);
      long size = (long) fresh.layers() * fresh.heads() * fresh.offset(stretch.ticks());
      if (kept + size <= KEPT) {
        kept += size;
        known.put(stretch, fresh);
      }
      return fresh;
    }

    @Override
    public int layers() {
      return source.layers();
    }

    @Override
    public int heads() {
      return source.heads();
    }

    @Override
    public int horizon() {
      return source.horizon();
    }

    @Override
    public String words() {
      return source.words();
    }

    @Override
    public List<Span> stretches(int agent, EpisodeFlags episodeFlags, MemoryRules rules) {
      return source.stretches(agent, episodeFlags, rules);
    }

    @Override
    public Optional<Introspection> network() {
      return source.network();
    }

    @Override
    public void close() {}
  }
}
