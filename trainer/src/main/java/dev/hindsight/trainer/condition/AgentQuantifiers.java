package dev.hindsight.trainer.condition;

import dev.hindsight.trainer.condition.EvaluationFrame.Num;
import dev.hindsight.trainer.condition.EvaluationFrame.Test;
import java.util.List;
import java.util.Optional;

/// Functions over all agents of a tick.
final class AgentQuantifiers {
  /// The functions of `agents`.
  static final List<String> NAMES = List.of("all", "exists", "filter", "size");

  private AgentQuantifiers() {}

  /// Whether a set of agents is not empty.
  static CompiledTerm.Truth exists(int agents, CompiledTerm.Agents group) {
    Num size = size(agents, group).number();
    return new CompiledTerm.Truth(evaluationFrame -> size.of(evaluationFrame) > 0);
  }

  /// Whether all agents of a set are in a subset of it.
  static CompiledTerm.Truth all(int agents, CompiledTerm.Agents group, CompiledTerm.Agents part) {
    Num size = size(agents, group).number();
    Num within = size(agents, part).number();
    return new CompiledTerm.Truth(
        evaluationFrame -> size.of(evaluationFrame) == within.of(evaluationFrame));
  }

  /// The number of agents in a set.
  static CompiledTerm.Whole size(int agents, CompiledTerm.Agents group) {
    Optional<Test> which = group.which();
    if (which.isEmpty()) {
      return new CompiledTerm.Whole(_ -> agents);
    }
    Test in = which.get();
    int variable = group.variable();
    return new CompiledTerm.Whole(evaluationFrame -> {
      int count = 0;
      for (int agent = 0; agent < agents; agent++) {
        evaluationFrame.agents[variable] = agent;
        if (in.of(evaluationFrame)) {
          count++;
        }
      }
      return count;
    });
  }
}
