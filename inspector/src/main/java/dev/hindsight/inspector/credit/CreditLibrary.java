package dev.hindsight.inspector.credit;

import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/// What was worked out last, shared by all panels of a recording: an agent is read once, whoever
/// asks. Any thread but the one that paints; those that ask wait for each other.
final class CreditLibrary {
  private static final int STEPS = 2;
  private static final int READINGS = 4;

  private final ReentrantLock working = new ReentrantLock();
  private final Map<Agent, AgentSteps> steps = newest(STEPS);
  private final Map<Wanted, CreditReading> readings = newest(READINGS);
  private Optional<RecordedRule> recorded = Optional.empty();
  private int made;

  /// An agent as long as its recording was.
  record Agent(Rollout rollout, int number, int ticks) {}

  /// What is asked for.
  record Wanted(Agent agent, CreditRule rule) {}

  /// The account of an agent under a rule.
  CreditReading reading(Wanted wanted, Progress progress, Cancellation cancellation) {
    working.lock();
    try {
      cancellation.throwIfCancelled();
      CreditReading known = readings.get(wanted);
      if (known == null) {
        known = CreditReading.of(read(wanted.agent, progress, cancellation), wanted, cancellation);
        readings.put(wanted, known);
        made++;
      }
      return known;
    } finally {
      working.unlock();
    }
  }

  /// The rule the policy of the recording was trained with; looked for once.
  RecordedRule recorded(Rollout rollout) {
    working.lock();
    try {
      RecordedRule rule = recorded.orElseGet(() -> RecordedRule.of(rollout));
      recorded = Optional.of(rule);
      return rule;
    } finally {
      working.unlock();
    }
  }

  /// How many accounts have been worked out.
  int made() {
    working.lock();
    try {
      return made;
    } finally {
      working.unlock();
    }
  }

  private AgentSteps read(Agent agent, Progress progress, Cancellation cancellation) {
    AgentSteps known = steps.get(agent);
    if (known == null) {
      known = AgentSteps.read(agent.rollout, agent.number, progress, cancellation);
      steps.put(agent, known);
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
