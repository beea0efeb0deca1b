package dev.hindsight.inspector.scores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class RecordingCodeTest {
  @Test
  void mixedVersionsAreFlaggedAndEqualOnesAreNot() {
    RecordingCode one = new RecordingCode("airspace 1", "0.1.0+aa");

    assertEquals(Optional.empty(), one.beside(new RecordingCode("airspace 1", "0.1.0+aa")));
    ScoreFinding code = one.beside(new RecordingCode("airspace 1", "0.1.0+bb")).orElseThrow();
    ScoreFinding world = one.beside(new RecordingCode("airspace 2", "0.1.0+aa")).orElseThrow();
    assertEquals(ScoreFinding.Kind.OTHER_VERSION, code.kind());
    assertTrue(world.sentence().contains("airspace 2"), world.sentence());
  }
}
