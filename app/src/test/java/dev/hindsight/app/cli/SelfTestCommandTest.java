package dev.hindsight.app.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hindsight.trainer.CacheFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The whole self-test, as it runs on a user's machine.
@Timeout(600)
class SelfTestCommandTest {
  /// Starts a program without any network interface, not even the loopback.
  private static final List<String> NO_NETWORK = List.of("unshare", "--map-root-user", "--net");

  @TempDir private Path folder;

  /// @param prefix runs the command line
  /// @param cache folder for native libraries
  private Process start(List<String> prefix, Path cache) throws IOException {
    Path home = Files.createDirectories(folder.resolve("home"));
    return ChildProcess.start(
        folder,
        prefix,
        List.of("-Duser.home=" + home, "-Dhindsight.cache=" + cache),
        List.of("--self-test"));
  }

  @Test
  void everyStepWorksWithoutAnyNetworkAndLeavesNothingInTheHome() throws Exception {
    assumeTrue(isolates(), "this machine lets nobody make a network namespace (unshare -rn)");
    Process process = start(NO_NETWORK, CacheFolder.of(".").normalize());
    List<String> lines =
        new String(process.getInputStream().readAllBytes(), UTF_8).lines().toList();
    String err = Files.readString(folder.resolve("err.txt"));
    assertEquals(0, process.waitFor(), err + lines);
    assertEquals(
        List.of("sample", "record", "panes", "film", "train"),
        lines.stream()
            .filter(line -> line.startsWith("PASS"))
            .map(SelfTestCommandTest::step)
            .toList());
    assertTrue(lines.getLast().startsWith("All 5 steps passed"), lines.toString());
    // Java itself keeps a list of fonts there.
    assertEquals(
        List.of(),
        in(folder.resolve("home")).stream().filter(name -> !name.equals(".java")).toList(),
        "native libraries belong into the cache");
    assertEquals(List.of("err.txt", "home"), in(folder));
  }

  @Test
  void whatDoesNotWorkIsToldInOneLineWithTheStep() throws Exception {
    Path file = Files.createFile(folder.resolve("file"));
    Process process = start(List.of(), file.resolve("cache"));
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertEquals(1, process.waitFor());
    List<String> err = Files.readAllLines(folder.resolve("err.txt"));
    assertEquals(1, err.size(), err.toString());
    assertTrue(err.getFirst().contains("the self-test failed at sample: "), err.toString());
    assertFalse(out.contains("work"), out);
  }

  /// The step of a line: `film` in `PASS film 1.2 s ...`.
  private static String step(String line) {
    return line.split(" +", 3)[1];
  }

  private static boolean isolates() throws InterruptedException {
    List<String> line = new ArrayList<>(NO_NETWORK);
    line.add("true");
    try {
      return new ProcessBuilder(line).start().waitFor() == 0;
    } catch (IOException _) {
      return false;
    }
  }

  private static List<String> in(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
