package dev.hindsight.inspector.audit;

/// Something that must hold of a tick, or of a tick and the one after it.
@FunctionalInterface
interface FlagRule {
  /// Notes where it does not.
  ///
  /// @param tick of the first of the two rows
  /// @param next the row after it; the same again for a rule of single ticks
  void check(
      RecordedFlags recordedFlags,
      int tick,
      RecordedFlags.Row now,
      RecordedFlags.Row next,
      AuditFindings auditFindings);
}
