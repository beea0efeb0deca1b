package dev.hindsight.trainer.outcome;

import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// Whether an agent is an ego or a co-player. Their scores are never combined.
public enum Side {
  /// It is measured, and its arrival ends the trial.
  EGO("ego"),
  /// It takes part but is not measured.
  CO_PLAYER("co-player");

  private final String word;

  Side(String word) {
    this.word = word;
  }

  /// One word.
  public String word() {
    return word;
  }

  /// The side of each agent, from the static array `ego`; without the array all are egos.
  public static List<Side> of(Rollout rollout) {
    int agents = rollout.manifest().agents();
    Optional<NpyArray> ego = rollout.fixed("ego").filter(array -> array.length() == agents);
    return ego.map(array ->
            IntStream.range(0, agents)
                .mapToObj(agent -> array.value(agent) != 0 ? EGO : CO_PLAYER)
                .toList())
        .orElse(Collections.nCopies(agents, EGO));
  }
}
