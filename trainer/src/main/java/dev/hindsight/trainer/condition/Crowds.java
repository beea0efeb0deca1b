package dev.hindsight.trainer.condition;

import dev.hindsight.trainer.condition.Frame.Num;
import dev.hindsight.trainer.condition.Frame.Test;
import java.util.List;
import java.util.Optional;

/// Questions about all agents of a tick at once.
final class Crowds {
  /// What can be asked of `agents`.
  static final List<String> NAMES = List.of("all", "exists", "filter", "size");

  private Crowds() {}

  /// Whether somebody is in a crowd.
  static Term.Truth exists(int agents, Term.Agents crowd) {
    Num size = size(agents, crowd).number();
    return new Term.Truth(frame -> size.of(frame) > 0);
  }

  /// Whether everybody of a crowd is in a part of it.
  static Term.Truth all(int agents, Term.Agents crowd, Term.Agents part) {
    Num size = size(agents, crowd).number();
    Num within = size(agents, part).number();
    return new Term.Truth(frame -> size.of(frame) == within.of(frame));
  }

  /// How many are in a crowd.
  static Term.Whole size(int agents, Term.Agents crowd) {
    Optional<Test> which = crowd.which();
    if (which.isEmpty()) {
      return new Term.Whole(_ -> agents);
    }
    Test in = which.get();
    int variable = crowd.variable();
    return new Term.Whole(frame -> {
      int count = 0;
      for (int agent = 0; agent < agents; agent++) {
        frame.agents[variable] = agent;
        if (in.of(frame)) {
          count++;
        }
      }
      return count;
    });
  }
}
