package dev.hindsight.inspector.advantage;

import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/// The advantage readings computed last, shared by all panels of a recording, so that each agent is
/// read once. Any thread except the FX thread; callers wait for each other.
final class AdvantageReadingCache {
  private static final int STEPS = 2;
  private static final int READINGS = 4;

  private final ReentrantLock working = new ReentrantLock();
  private final Map<AgentKey, AgentSteps> steps = newest(STEPS);
  private final Map<Request, AdvantageReading> readings = newest(READINGS);
  private Optional<AdvantageRules> recorded = Optional.empty();
  private int made;

  /// An agent of a recording of a certain length.
  record AgentKey(Rollout rollout, int number, int ticks) {}

  /// The reading to compute.
  record Request(AgentKey agent, AdvantageRule rule) {}

  /// The reading of an agent under a rule.
  AdvantageReading reading(Request request, Progress progress, Cancellation cancellation) {
    working.lock();
    try {
      cancellation.throwIfCancelled();
      AdvantageReading known = readings.get(request);
      if (known == null) {
        known =
            AdvantageReading.of(read(request.agent, progress, cancellation), request, cancellation);
        readings.put(request, known);
        made++;
      }
      return known;
    } finally {
      working.unlock();
    }
  }

  /// The rules that the recording's policies were trained with; searched for once.
  AdvantageRules recorded(Rollout rollout) {
    working.lock();
    try {
      AdvantageRules rules = recorded.orElseGet(() -> AdvantageRules.of(rollout));
      recorded = Optional.of(rules);
      return rules;
    } finally {
      working.unlock();
    }
  }

  /// The number of readings computed so far.
  int made() {
    working.lock();
    try {
      return made;
    } finally {
      working.unlock();
    }
  }

  private AgentSteps read(AgentKey agentKey, Progress progress, Cancellation cancellation) {
    AgentSteps known = steps.get(agentKey);
    if (known == null) {
      known = AgentSteps.read(agentKey.rollout, agentKey.number, progress, cancellation);
      steps.put(agentKey, known);
    }
    return known;
  }

  private static <K, V> Map<K, V> newest(int count) {
    return new LinkedHashMap<>(16, 0.75f, true) {
      @Override
      protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > count;
      }
    };
  }
}
