package dev.hindsight.app.cli.inspect;

import dev.hindsight.trainer.condition.Condition;
import dev.hindsight.trainer.condition.ConditionHits;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.scene.AgentNames;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Where a condition holds, as fields and as words: a line for each stretch of ticks of an agent,
/// in the order they begin.
///
/// @param names what agents are called
/// @param agent whose, or [ConditionHits#ANYONE]
/// @param part how much of it is told
record FindResults(
    Path file,
    Condition condition,
    ConditionHits hits,
    TrialIndex trials,
    AgentNames names,
    int agent,
    HitSelection part) {
  /// How much is told.
  enum HitSelection {
    /// Everything.
    ALL,
    /// The first alone.
    FIRST,
    /// The last alone.
    LAST,
    /// How many there are.
    COUNT
  }

  /// Ticks one after the other.
  private record HitSpan(int agent, Span ticks) {}

  private List<HitSpan> stretches() {
    List<HitSpan> found = new ArrayList<>();
    for (int tick = 0; tick < hits.ticks(); tick++) {
      for (int i = 0; hits.at(tick, ConditionHits.ANYONE) && i < hits.agents(); i++) {
        if (wanted(i) && hits.begins(tick, i)) {
          found.add(new HitSpan(i, hits.holding(tick, i)));
          if (part == HitSelection.FIRST) {
            return found;
          }
        }
      }
    }
    return part == HitSelection.LAST && !found.isEmpty() ? List.of(found.getLast()) : found;
  }

  private boolean wanted(int who) {
    return agent == ConditionHits.ANYONE || agent == who || !condition.perAgent();
  }

  Map<String, Object> fields() {
    List<HitSpan> stretches = stretches();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("rollout", file.toString());
    fields.put("when", condition.text());
    fields.put("ticks", hits.ticks());
    if (part != HitSelection.FIRST && part != HitSelection.LAST) {
      fields.put("count", stretches.size());
      fields.put("ticksHit", stretches.stream().mapToLong(each -> (long) each.ticks.ticks()).sum());
    }
    if (part != HitSelection.COUNT) {
      fields.put("hits", stretches.stream().map(this::fields).toList());
    }
    return fields;
  }

  private Map<String, Object> fields(HitSpan hitSpan) {
    Map<String, Object> fields = new LinkedHashMap<>();
    if (condition.perAgent()) {
      fields.put("agent", hitSpan.agent);
    }
    fields.put("first", hitSpan.ticks.from());
    fields.put("last", hitSpan.ticks.last());
    int within = trials.stretchAt(hitSpan.ticks.from());
    fields.put("trial", trials.trial(within));
    fields.put("trialTick", hitSpan.ticks.from() - trials.start(within));
    return fields;
  }

  String words() {
    List<HitSpan> stretches = stretches();
    StringBuilder words = new StringBuilder();
    if (part != HitSelection.COUNT) {
      stretches.forEach(hitSpan -> words.append(words(hitSpan)).append('\n'));
    }
    if (part == HitSelection.FIRST || part == HitSelection.LAST) {
      return stretches.isEmpty()
          ? "no hits in " + hits.ticks() + " ticks"
          : words.toString().strip();
    }
    long ticks = stretches.stream().mapToLong(each -> (long) each.ticks.ticks()).sum();
    return words
        .append(
            String.format(
                Locale.ROOT,
                "%d time(s), %d tick(s) in all, of %d",
                stretches.size(),
                ticks,
                hits.ticks()))
        .toString();
  }

  private String words(HitSpan hitSpan) {
    int within = trials.stretchAt(hitSpan.ticks.from());
    return String.format(
        Locale.ROOT,
        "%s%s (trial %d, its tick %d)",
        condition.perAgent() ? names.titled(hitSpan.agent) + ": " : "",
        hitSpan.ticks.words(),
        trials.trial(within) + 1,
        hitSpan.ticks.from() - trials.start(within));
  }
}
