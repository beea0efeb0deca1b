package dev.hindsight.inspector.bench;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/// One test for each recording: makes it, audits it, deletes it.
final class NoFalseAlarm {
  private NoFalseAlarm() {}

  static List<DynamicTest> tests(List<RecordingSpec> takes, Path folder) {
    List<DynamicTest> tests = new ArrayList<>();
    for (int i = 0; i < takes.size(); i++) {
      RecordingSpec recordingSpec = takes.get(i);
      Path place = folder.resolve(String.valueOf(i));
      tests.add(dynamicTest(i + ": " + recordingSpec.title(), () -> check(recordingSpec, place)));
    }
    return tests;
  }

  private static void check(RecordingSpec recordingSpec, Path place) throws IOException {
    Files.createDirectories(place);
    Path file = new BenchRecorder(place).record(recordingSpec, "right");
    AuditAllResult auditAllResult = AuditAllResult.of(file);
    delete(place);
    auditAllResult.assertQuiet(recordingSpec.title());
  }

  private static void delete(Path place) throws IOException {
    try (Stream<Path> all = Files.walk(place)) {
      for (Path each : all.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
    }
  }
}
