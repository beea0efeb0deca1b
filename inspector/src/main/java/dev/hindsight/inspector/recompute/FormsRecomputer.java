package dev.hindsight.inspector.recompute;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.attention.Passage;
import dev.hindsight.trainer.parity.Arithmetic;
import dev.hindsight.trainer.parity.BothForms;
import dev.hindsight.trainer.parity.Outputs;
import dev.hindsight.trainer.parity.Remembers;
import dev.hindsight.trainer.parity.Seen;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Asks the form a network learns with, agent by agent.
final class FormsRecomputer implements Recomputer {
  private final Rollout rollout;
  private final Path checkpoint;
  private final FormsOpening opening;
  private final BothForms plain;
  private final Observations observations;
  private final Map<Integer, Passage> passages = new HashMap<>();
  private final Map<Key, BothForms> opened = new HashMap<>();

  private record Key(Path checkpoint, Arithmetic arithmetic) {}

  /// @param plain the network as it is, not closed with this
  FormsRecomputer(Rollout rollout, Path checkpoint, FormsOpening opening, BothForms plain) {
    this.rollout = rollout;
    this.checkpoint = checkpoint;
    this.opening = opening;
    this.plain = plain;
    this.observations = new Observations(rollout);
  }

  @Override
  public Remembers remembers() {
    return plain.remembers();
  }

  @Override
  public boolean together() {
    return false;
  }

  @Override
  public int horizon() {
    return plain.horizon();
  }

  @Override
  public Outputs of(Premise premise, int agent, Span span, int nudge) {
    Passage whole = passages.computeIfAbsent(agent, who -> Passage.of(rollout, who));
    Keeping keeping = premise.keeping();
    int from =
        keeping.stretches(agent, whole, horizon()).stream()
            .filter(stretch -> stretch.from() <= span.from() && stretch.to() > span.from())
            .mapToInt(Span::from)
            .findFirst()
            .orElse(span.from());
    Span all = new Span(from, span.to());
    Seen seen = new Seen(from, observations.of(premise.rows(), agent, all), whole.part(all));
    BothForms forms = forms(premise, nudge);
    Outputs said =
        keeping instanceof Keeping.ByRules byRules && byRules.rules().equals(MemoryRules.RIGHT)
            ? forms.learned(seen, MemoryRules.RIGHT)
            : forms.learned(seen, keeping.layout(agent, whole, all, horizon()));
    return said.part(span.from() - from, all.ticks());
  }

  private BothForms forms(Premise premise, int nudge) {
    Path file = premise.checkpoint().orElse(checkpoint);
    Arithmetic arithmetic = nudge == 0 ? premise.arithmetic() : premise.arithmetic().nudged(nudge);
    if (file.equals(checkpoint) && arithmetic.equals(Arithmetic.PLAIN)) {
      return plain;
    }
    return opened.computeIfAbsent(new Key(file, arithmetic), this::open);
  }

  private BothForms open(Key key) {
    Optional<BothForms> forms = opening.open(rollout, key.checkpoint(), key.arithmetic());
    return forms.orElseThrow(() ->
        new Problem(
            "it does not learn", String.valueOf(key.checkpoint()), "choose one that learns"));
  }

  @Override
  public void close() {
    opened.values().forEach(BothForms::close);
  }
}
