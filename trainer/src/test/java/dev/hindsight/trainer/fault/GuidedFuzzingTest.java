package dev.hindsight.trainer.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.Jazzer;
import dev.hindsight.trainer.JavaProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Every reader under a fuzzer that is guided by what its inputs cover, each in a process of 512
/// MB. What fails is kept in `target/fuzz/TARGET`; once it is mended, it belongs to
/// `src/test/fuzz`.
@Tag("faults")
@Timeout(36_000)
class GuidedFuzzingTest {
  /// The property that names the target to its process.
  static final String TARGET = "hindsight.fuzz.target";

  private static final int SECONDS = Integer.getInteger("hindsight.fuzz.seconds", 5);
  private static final String ONLY = System.getProperty("hindsight.fuzz.only", "");
  private static final Pattern DONE = Pattern.compile("Done (\\d+) runs in (\\d+) second");

  @TempDir private Path folder;

  @TestFactory
  Stream<DynamicTest> noReaderFails() {
    return TrainerTargets.ALL.stream()
        .filter(target -> ONLY.isEmpty() || List.of(ONLY.split(",", -1)).contains(target.name()))
        .map(target -> DynamicTest.dynamicTest(target.name(), () -> fuzzed(target)));
  }

  private void fuzzed(FuzzTarget target) throws Exception {
    Path failed =
        Files.createDirectories(Path.of("target", "fuzz").toAbsolutePath().resolve(target.name()));
    Path seeds = seeds(target, folder.resolve(target.name()));
    Path said = folder.resolve(target.name() + ".log");
    ProcessBuilder jazzer =
        JavaProcess.of(
            List.of(
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-D" + TARGET + "=" + target.name()),
            Jazzer.class,
            "--target_class=" + JazzerTarget.class.getName(),
            "--instrumentation_includes=dev.hindsight.**",
            "--disabled_hooks=com.code_intelligence.jazzer.sanitizers.*",
            "--reproducer_path=" + failed,
            "--keep_going=20",
            "-artifact_prefix=" + failed + "/",
            "-rss_limit_mb=3000",
            "-timeout=20",
            "-max_len=65536",
            "-max_total_time=" + SECONDS,
            seeds.toString());
    Process process = jazzer.redirectErrorStream(true).redirectOutput(said.toFile()).start();
    int code;
    try {
      code = process.waitFor();
    } finally {
      process.destroyForcibly();
    }
    String text = new String(Files.readAllBytes(said), StandardCharsets.ISO_8859_1);
    Matcher done = DONE.matcher(text);
    String tried = done.find() ? done.group(1) : "?";
    List<String> kept = kept(failed);
    System.out.println(
        "faults "
            + target.name()
            + ": tried "
            + tried
            + " in "
            + SECONDS
            + " s, failed "
            + kept.size());
    assertEquals(List.of(), kept, () -> text.substring(Math.max(0, text.length() - 8_000)));
    assertEquals(0, code, () -> text.substring(Math.max(0, text.length() - 8_000)));
  }

  /// Writes the seeds of a target to a folder, where the fuzzer begins.
  private static Path seeds(FuzzTarget target, Path folder) throws Exception {
    Files.createDirectories(folder);
    List<byte[]> seeds = target.seeds().make();
    for (int i = 0; i < seeds.size(); i++) {
      Files.write(folder.resolve("seed-" + i), seeds.get(i));
    }
    return folder;
  }

  private static List<String> kept(Path failed) throws IOException {
    try (Stream<Path> files = Files.list(failed)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.endsWith(".java"))
          .sorted()
          .toList();
    }
  }
}
