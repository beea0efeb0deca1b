package dev.hindsight.inspector.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.inspector.AlteredRollout;
import dev.hindsight.trainer.partner.PartneredRecordings;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartneredRecordingAuditTest {
  private static final String PARTNERS = "scripted:left,scripted:right,drive-near";

  @TempDir private Path folder;

  private Rollout recorded() throws IOException {
    return Rollouts.open(PartneredRecordings.record(folder, "drive-near", PARTNERS, 300));
  }

  @Test
  void allAuditsAreSilentThoughPartnersDriveTheOtherAgents() throws IOException {
    try (Rollout rollout = recorded()) {
      List<String> failed =
          BuiltInAudits.ALL.stream()
              .map(Audit::id)
              .filter(
                  id -> AuditAssertions.of(id, rollout).report().verdict() == AuditVerdict.FAILED)
              .toList();
      assertEquals(List.of(), failed);
    }
  }

  @Test
  void aPartnerThatChangesBetweenTrialsIsNamed() throws IOException {
    Rollout rollout = recorded();
    int second = rollout.trials().start(1);
    int end = rollout.trials().end(1);
    try (Rollout changed =
        new AlteredRollout(rollout)
            .with(
                "partner",
                (tick, _, drawn) -> tick >= second && tick < end ? (drawn + 1) % 3 : drawn)) {
      AuditAssertions.of("trials", changed).failsAt(second, "partner changes");
    }
  }
}
