package dev.hindsight.inspector.recompute;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.task.Cancellation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Why actual outputs differ from the computed ones: a mistake that reproduces all of them, or what
/// was tried.
///
/// @param causes mistakes that each reproduce everything; several if the recording cannot tell them
///   apart, none if none does
/// @param tried the names of what was tried
public record Explanation(List<String> causes, List<String> tried) {
  /// The number of ticks after the first difference that a hypothesis must predict before it is
  /// tested on all.
  private static final int PROBE = 48;

  /// Copies the lists.
  public Explanation {
    causes = List.copyOf(causes);
    tried = List.copyOf(tried);
  }

  /// Tries every hypothesis.
  ///
  /// @param checkpoint its folder is searched for other checkpoints
  /// @param found all differences to explain, not empty
  static Explanation of(
      DiscrepancyCase about,
      Optional<Path> checkpoint,
      List<Discrepancy> found,
      Cancellation cancellation) {
    List<Discrepancy> byTick = new ArrayList<>(found);
    byTick.sort(Comparator.comparingInt(Discrepancy::first));
    List<Hypothesis.Family> families = new ArrayList<>(MemoryHypotheses.all());
    families.addAll(NetworkHypotheses.all(checkpoint));
    families.addAll(RowHypotheses.all());
    families.addAll(OutputHypotheses.all());
    families.sort(Comparator.comparingInt(Hypothesis.Family::level));
    Set<String> causes = new LinkedHashSet<>();
    Set<String> tried = new LinkedHashSet<>();
    int level = 0;
    for (Hypothesis.Family family : families) {
      if (family.level() > level && !causes.isEmpty()) {
        break;
      }
      level = family.level();
      List<? extends Hypothesis> all = family.of(about, byTick);
      if (!all.isEmpty()) {
        tried.add(family.name());
      }
      for (Hypothesis hypothesis : all) {
        cancellation.throwIfCancelled();
        if (explains(about, hypothesis, byTick)) {
          causes.add(hypothesis.words());
        }
      }
    }
    return new Explanation(List.copyOf(causes), List.copyOf(tried));
  }

  private static boolean explains(
      DiscrepancyCase about, Hypothesis hypothesis, List<Discrepancy> found) {
    Discrepancy first = found.getFirst();
    return about.holds(hypothesis, first, first.first() + PROBE)
        && found.stream().allMatch(each -> about.holds(hypothesis, each, each.segment().to()));
  }

  /// The explanation as a clause.
  public String words() {
    return causes.isEmpty()
        ? wording("Explanation.not_explained_tried", String.join("; ", tried))
        : String.join(wording("Explanation.or"), causes)
            + (causes.size() > 1 ? wording("Explanation.the_recording_does_not_tell_them") : "");
  }
}
