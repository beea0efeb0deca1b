package dev.hindsight.app.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;

/// Counts what a bench tried and what came of it. Any thread.
///
/// *Failed* is what did not end as it must: a half-written result under the final name, a command
/// that does not succeed when it is repeated, more than one line of explanation. *Lost* is what was
/// finished before and is no longer there, bit for bit.
final class FaultTally {
  /// Findings of each kind that are told in words; the rest is only counted.
  private static final int TOLD = 20;

  private final String bench;
  private final List<String> findings = new ArrayList<>();
  private int tried;
  private int failed;
  private int lost;

  /// @param bench the name in the line that is printed
  FaultTally(String bench) {
    this.bench = bench;
  }

  /// Counts an attempt.
  synchronized void attempt() {
    tried++;
  }

  /// Counts a failure.
  synchronized void failed(String what) {
    failed++;
    tell("failed: " + what);
  }

  /// Counts a loss.
  synchronized void lost(String what) {
    lost++;
    tell("lost: " + what);
  }

  /// Counts a failure if a condition does not hold.
  void require(boolean holds, String otherwise) {
    if (!holds) {
      failed(otherwise);
    }
  }

  private void tell(String finding) {
    if (findings.size() < TOLD) {
      findings.add(finding);
      System.out.println("faults " + bench + ": " + finding);
    }
  }

  /// Prints the figures and requires that nothing failed and nothing was lost.
  synchronized void close() {
    System.out.printf("faults %s: tried %d, failed %d, lost %d%n", bench, tried, failed, lost);
    assertEquals(List.of(), findings);
  }
}
