package dev.hindsight.app.cli;

import dev.hindsight.trainer.condition.Condition;
import dev.hindsight.trainer.condition.Hits;
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
/// @param agent whose, or [Hits#ANYONE]
/// @param part how much of it is told
record FindResults(
    Path file,
    Condition condition,
    Hits hits,
    TrialIndex trials,
    AgentNames names,
    int agent,
    Part part) {
  /// How much is told.
  enum Part {
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
  private record Stretch(int agent, Span ticks) {}

  private List<Stretch> stretches() {
    List<Stretch> found = new ArrayList<>();
    for (int tick = 0; tick < hits.ticks(); tick++) {
      for (int i = 0; hits.at(tick, Hits.ANYONE) && i < hits.agents(); i++) {
        if (wanted(i) && hits.begins(tick, i)) {
          found.add(new Stretch(i, hits.holding(tick, i)));
          if (part == Part.FIRST) {
            return found;
          }
        }
      }
    }
    return part == Part.LAST && !found.isEmpty() ? List.of(found.getLast()) : found;
  }

  private boolean wanted(int who) {
    return agent == Hits.ANYONE || agent == who || !condition.perAgent();
  }

  Map<String, Object> fields() {
    List<Stretch> stretches = stretches();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("rollout", file.toString());
    fields.put("when", condition.text());
    fields.put("ticks", hits.ticks());
    if (part != Part.FIRST && part != Part.LAST) {
      fields.put("count", stretches.size());
      fields.put("ticksHit", stretches.stream().mapToLong(each -> (long) each.ticks.ticks()).sum());
    }
    if (part != Part.COUNT) {
      fields.put("hits", stretches.stream().map(this::fields).toList());
    }
    return fields;
  }

  private Map<String, Object> fields(Stretch stretch) {
    Map<String, Object> fields = new LinkedHashMap<>();
    if (condition.perAgent()) {
      fields.put("agent", stretch.agent);
    }
    fields.put("first", stretch.ticks.from());
    fields.put("last", stretch.ticks.last());
    int within = trials.stretchAt(stretch.ticks.from());
    fields.put("trial", trials.trial(within));
    fields.put("trialTick", stretch.ticks.from() - trials.start(within));
    return fields;
  }

  String words() {
    List<Stretch> stretches = stretches();
    StringBuilder words = new StringBuilder();
    if (part != Part.COUNT) {
      stretches.forEach(stretch -> words.append(words(stretch)).append('\n'));
    }
    if (part == Part.FIRST || part == Part.LAST) {
      return stretches.isEmpty()
          ? "nowhere in " + hits.ticks() + " ticks"
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

  private String words(Stretch stretch) {
    int within = trials.stretchAt(stretch.ticks.from());
    return String.format(
        Locale.ROOT,
        "%s%s (trial %d, its tick %d)",
        condition.perAgent() ? names.titled(stretch.agent) + ": " : "",
        stretch.ticks.words(),
        trials.trial(within) + 1,
        stretch.ticks.from() - trials.start(within));
  }
}
