package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.Problem;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The one list of audits: to add one, write its class and a line here.
public final class BuiltInAudits {
  /// In the order they are listed and run, quick ones first.
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
          new ParityAudit(),
          new TargetsAudit());

  private static final Pattern SEPARATOR = Pattern.compile("[,\\s]+");

  private BuiltInAudits() {}

  /// The audits that a user names.
  ///
  /// @param ids one or more, separated by commas or spaces, or `all`
  /// @return in the order of [#ALL]
  /// @throws Problem if there is none of one of these names
  public static List<Audit> named(String ids) {
    List<String> wanted = SEPARATOR.splitAsStream(ids).filter(id -> !id.isEmpty()).toList();
    for (String id : wanted.isEmpty() ? List.of(ids) : wanted) {
      if (!id.equals("all") && ALL.stream().noneMatch(audit -> audit.id().equals(id))) {
        throw new Problem(
            wording("BuiltInAudits.there_is_no_such_audit"),
            id,
            wording("BuiltInAudits.choose", names()));
      }
    }
    return wanted.contains("all")
        ? ALL
        : ALL.stream().filter(audit -> wanted.contains(audit.id())).toList();
  }

  /// All names, for messages.
  public static String names() {
    return wording(
        "BuiltInAudits.or_all", ALL.stream().map(Audit::id).collect(Collectors.joining(", ")));
  }
}
