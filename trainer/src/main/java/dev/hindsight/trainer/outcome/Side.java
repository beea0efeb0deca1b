package dev.hindsight.trainer.outcome;

import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// Whom an agent's doings count for. The two are never added up to one score.
public enum Side {
  /// It is measured, and its arrival ends the trial.
  EGO("ego"),
  /// It only takes part.
  CO_PLAYER("co-player");

  private final String word;

  Side(String word) {
    this.word = word;
  }

  /// In one word.
  public String word() {
    return word;
  }

  /// The side of each agent, as the static array `ego` says; without one all are egos.
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
