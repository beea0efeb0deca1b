package dev.hindsight.inspector.audit;

import dev.hindsight.trainer.Problem;
import java.util.List;
import java.util.stream.Collectors;

/// The one list of audits: to add one, write its class and a line here.
public final class BuiltInAudits {
  /// In the order they are listed and run, the quick ones first.
  public static final List<Audit> ALL =
      List.of(
          new IntegrityAudit(),
          new FiniteAudit(),
          new ProtocolAudit(),
          new EndsAudit(),
          new ActionsAudit(),
          new TrialsAudit(),
          new SightAudit(),
          new MotionAudit(),
          new RewardsAudit(),
          new ScoresAudit(),
          new TotalsAudit(),
          new AttentionAudit(),
          new AdvantageAudit(),
          new ReplayAudit(),
          new LimboAudit(),
          new ParityAudit());

  private BuiltInAudits() {}

  /// The audits a user asks for.
  ///
  /// @param id of one, or `all`
  /// @throws Problem if there is none of that name
  public static List<Audit> named(String id) {
    if (id.equals("all")) {
      return ALL;
    }
    return List.of(
        ALL.stream()
            .filter(audit -> audit.id().equals(id))
            .findFirst()
            .orElseThrow(() -> new Problem("there is no such audit", id, "choose " + names())));
  }

  /// All names, for people.
  public static String names() {
    return ALL.stream().map(Audit::id).collect(Collectors.joining(", ")) + " or all";
  }
}
