package dev.hindsight.trainer.run.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CanonicalSuiteTest {
  /// References name the worlds so: under other names, older ones would fit no suite.
  @Test
  void worldsHaveTheNamesThatReferencesHaveForThem(@TempDir Path folder) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("rooms.json"),
            """
            {"environment": "darkroom",
             "worlds": [{"seed": 17}, {}, {"seed": 17}, {"seed": 123456}]}
            """);
    CanonicalSuite suite =
        CanonicalSuite.of(BuiltInEnvironments.named("darkroom"), file, Map.of(), Optional.empty());
    assertEquals("rooms", suite.id());
    assertEquals(List.of("seed 17", "world", "seed 17 #2", "seed 123456"), suite.scenarios());
  }
}
