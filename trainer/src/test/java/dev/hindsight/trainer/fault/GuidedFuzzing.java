package dev.hindsight.trainer.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.Jazzer;
import dev.hindsight.trainer.JavaProcess;
import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/// Readers under a fuzzer that is guided by what its inputs cover, each in a process of 512 MB.
/// What fails is kept in `target/fuzz/TARGET`; once it is mended, it belongs to `src/test/fuzz`.
public final class GuidedFuzzing {
  /// The property that names the target to its process.
  private static final String TARGET = "hindsight.fuzz.target";

  private static final int SECONDS = Integer.getInteger("hindsight.fuzz.seconds", 5);
  private static final String ONLY = System.getProperty("hindsight.fuzz.only", "");
  private static final Pattern DONE = Pattern.compile("Done (\\d+) runs in (\\d+) second");

  private GuidedFuzzing() {}

  /// One test for each reader that is wanted.
  ///
  /// @param entry the class that Jazzer calls; it knows these readers
  /// @param folder for seeds and logs, there until all tests are done
  public static Stream<DynamicTest> tests(Class<?> entry, List<FuzzTarget> targets, Path folder) {
    return targets.stream()
        .filter(target -> ONLY.isEmpty() || List.of(ONLY.split(",", -1)).contains(target.name()))
        .map(target -> DynamicTest.dynamicTest(target.name(), () -> fuzzed(entry, target, folder)));
  }

  /// The reader that this process tries.
  public static FuzzTarget chosen(List<FuzzTarget> targets) {
    return targets.stream()
        .filter(target -> target.name().equals(System.getProperty(TARGET, "")))
        .findFirst()
        .orElseThrow();
  }

  /// Tries the seeds without a limit: what loading and instrumenting classes takes is not the
  /// reader's.
  public static void begin(FuzzTarget target) throws Exception {
    for (byte[] seed : target.seeds().make()) {
      try {
        target.reading().read(seed);
      } catch (Problem _) {
        // FuzzInputsTest, which every build runs, says so.
      }
    }
  }

  /// Reads an input. One that takes too much is read again: the first time, classes are loaded and
  /// instrumented.
  public static void tried(FuzzTarget target, byte[] input) throws Exception {
    try {
      target.tried(input);
    } catch (AssertionError _) {
      target.tried(input);
    }
  }

  private static void fuzzed(Class<?> entry, FuzzTarget target, Path folder) throws Exception {
    Path failed =
        Files.createDirectories(Path.of("target", "fuzz").toAbsolutePath().resolve(target.name()));
    Path seeds = seeds(target, folder.resolve(target.name()));
    Path said = folder.resolve(target.name() + ".log");
    ProcessBuilder jazzer =
        JavaProcess.of(
            List.of(
                "-Xmx512m",
                "-XX:+UseSerialGC",
                // For some seconds, the better compiler costs more than it gives.
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-D" + TARGET + "=" + target.name()),
            Jazzer.class,
            "--target_class=" + entry.getName(),
            "--instrumentation_includes=dev.hindsight.**",
            "--disabled_hooks=com.code_intelligence.jazzer.sanitizers.*",
            "--reproducer_path=" + failed,
            "--keep_going=20",
            "-artifact_prefix=" + failed + "/",
            "-rss_limit_mb=3000",
            // By the clock, which runs on while the machine does something else: what an input may
            // compute is checked in the process.
            "-timeout=300",
            "-report_slow_units=300",
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
