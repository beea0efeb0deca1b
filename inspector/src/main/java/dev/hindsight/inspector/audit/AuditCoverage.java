package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.CountWords;
import dev.hindsight.trainer.env.Waiver;
import java.util.List;
import java.util.stream.Collectors;

/// How much of a recording an audit compared, and what it left out: part of its verdict. Immutable.
///
/// @param compared what the audit compared, in order
/// @param leftOut what it did not compare, and why
/// @param waived rules the recording breaks and may break, because its configuration declares it
public record AuditCoverage(List<Compared> compared, List<LeftOut> leftOut, List<Waived> waived) {
  /// Nothing compared and nothing left out: the audit did not run.
  public static final AuditCoverage NONE = new AuditCoverage(List.of(), List.of(), List.of());

  /// A kind of thing that was compared.
  ///
  /// @param what name of one: `agent tick`
  /// @param count how many could have shown a fault
  public record Compared(String what, long count) {}

  /// A kind of thing that was not compared.
  ///
  /// @param what name of one: `agent tick`
  /// @param count how many
  /// @param why as a clause: `the recording ends before their trial does`
  public record LeftOut(String what, long count, String why) {}

  /// A promise that this recording does not keep, and declares not to.
  ///
  /// @param waiver the promise, and the knob that declares it
  /// @param count places where it does not keep it
  public record Waived(Waiver waiver, long count) {
    private String words() {
      return CountWords.of(count, "place")
          + wording("AuditCoverage.against")
              .formatted(waiver.promise().words(), waiver.knob(), waiver.why());
    }
  }

  /// Copies the lists.
  public AuditCoverage {
    compared = List.copyOf(compared);
    leftOut = List.copyOf(leftOut);
    waived = List.copyOf(waived);
  }

  /// The number of things compared, of all kinds; 0 means that nothing could have failed.
  public long total() {
    return compared.stream().mapToLong(Compared::count).sum();
  }

  /// `Compared 804 agent ticks; left out 10 agent ticks (in limbo).`; empty if there was nothing to
  /// compare or leave out.
  public String words() {
    if (compared.isEmpty() && leftOut.isEmpty()) {
      return "";
    }
    String some =
        total() == 0
            ? wording("AuditCoverage.compared_nothing")
            : wording(
                "AuditCoverage.compared",
                compared.stream()
                    .filter(each -> each.count() > 0)
                    .map(each -> CountWords.of(each.count(), each.what()))
                    .collect(Collectors.joining(", ")));
    String rest =
        leftOut.stream()
            .map(each -> CountWords.of(each.count(), each.what()) + " (" + each.why() + ")")
            .collect(Collectors.joining(", "));
    String excused = waived.stream().map(Waived::words).collect(Collectors.joining(", "));
    return some
        + (rest.isEmpty() ? "" : wording("AuditCoverage.left_out", rest))
        + (excused.isEmpty() ? "" : wording("AuditCoverage.waived", excused))
        + ".";
  }
}
