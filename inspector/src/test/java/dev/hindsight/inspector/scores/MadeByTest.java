package dev.hindsight.inspector.scores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class MadeByTest {
  @Test
  void mixedVersionsAreFlaggedAndEqualOnesAreNot() {
    MadeBy one = new MadeBy("airspace 1", "0.1.0+aa");

    assertEquals(Optional.empty(), one.beside(new MadeBy("airspace 1", "0.1.0+aa")));
    Finding code = one.beside(new MadeBy("airspace 1", "0.1.0+bb")).orElseThrow();
    Finding world = one.beside(new MadeBy("airspace 2", "0.1.0+aa")).orElseThrow();
    assertEquals(Finding.Kind.OTHER_VERSION, code.kind());
    assertTrue(world.sentence().contains("airspace 2"), world.sentence());
  }
}
