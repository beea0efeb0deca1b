package dev.hindsight.inspector.audit;

/// A rule for a tick, or for a tick and the one after it.
@FunctionalInterface
interface ProtocolRule {
  /// Notes where the rule is broken.
  ///
  /// @param tick of the first of the two rows
  /// @param next the row after it; the same row for a rule about single ticks
  void check(
      RecordedFlags recordedFlags,
      int tick,
      RecordedFlags.Row now,
      RecordedFlags.Row next,
      AuditFindings auditFindings);
}
