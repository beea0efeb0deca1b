package dev.hindsight.inspector.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.env.Setting;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The environment declares the meaning of driving knobs (`RecordingRules`); audits and panels name
/// none.
class KnobNamesTest {
  private static final Path ROOT = Path.of(System.getProperty("hindsight.root", ".."));

  /// Other programs' names for the number and length of trials and the length of a tick.
  private static final Set<String> OF_OTHER_PROGRAMS =
      Set.of("Provenance: dt", "Provenance: k_scenarios", "Provenance: scenario_length");

  private static Set<String> knobsNamed(String file, String source) {
    List<String> knobs =
        BuiltInEnvironments.named("drive").settings().all().stream().map(Setting::name).toList();
    Set<String> named = new TreeSet<>();
    for (String knob : knobs) {
      if (source.contains('"' + knob + '"')) {
        named.add(file.replace(".java", "") + ": " + knob);
      }
    }
    return named;
  }

  @Test
  void instrumentsNameNoKnobOfDriving() throws IOException {
    Set<String> named = new TreeSet<>();
    for (String module : List.of("inspector", "render")) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/main/java"))) {
        for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
          named.addAll(knobsNamed(file.getFileName().toString(), Files.readString(file)));
        }
      }
    }
    assertEquals(new TreeSet<>(OF_OTHER_PROGRAMS), named);
  }

  @Test
  void aKnobThatIsNamedIsFound() {
    assertTrue(
        knobsNamed("Audit.java", "config.get(\"init_steps\")").contains("Audit: init_steps"));
  }
}
