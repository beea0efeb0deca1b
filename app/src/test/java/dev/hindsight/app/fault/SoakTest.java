package dev.hindsight.app.fault;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.app.cli.CapturedCommand;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// One process that records, opens, seeks, audits, films, saves, branches and trains again and
/// again, for `-Dhindsight.faults.soak.minutes=N`: its memory, threads and open files stay flat.
@Tag("faults")
@Timeout(36_000)
@EnabledOnOs(value = OS.LINUX, disabledReason = "what a process uses is read from /proc")
class SoakTest {
  private static final double MINUTES =
      Double.parseDouble(System.getProperty("hindsight.faults.soak.minutes", "2"));
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;
  private FaultHome home = new FaultHome(Path.of(""));

  @BeforeEach
  void makeTheFolders() throws IOException {
    home = FaultHome.in(folder.resolve("home"));
  }

  @AfterEach
  void leaveItAsItWas() {
    home.close();
  }

  /// After a round.
  ///
  /// @param heapBytes in use after a collection
  /// @param residentKilobytes of the process
  /// @param trouble what a command said that failed
  record Sample(
      long heapBytes, long residentKilobytes, long threads, long descriptors, String trouble) {}

  @Test
  void memoryThreadsAndOpenFilesStayFlat() throws Exception {
    FaultTally tally = new FaultTally("soak");
    List<String> line = new ArrayList<>(home.java(List.of("-XX:TieredStopAtLevel=4", "-Xmx512m")));
    line.addAll(List.of(Loop.class.getName(), folder.toString(), "" + MINUTES));
    Process process =
        new ProcessBuilder(line).redirectError(folder.resolve("errors.txt").toFile()).start();
    List<Sample> samples = new ArrayList<>();
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String said = lines.readLine(); said != null; said = lines.readLine()) {
        JsonNode json = JSON.readTree(said);
        System.out.println("faults soak: " + said);
        Sample sample = JSON.treeToValue(json, Sample.class);
        samples.add(sample);
        tally.attempt();
        tally.require(sample.trouble().isEmpty(), sample.trouble());
      }
      tally.require(
          process.waitFor() == 0, "it died: " + Files.readString(folder.resolve("errors.txt")));
    } finally {
      process.destroyForcibly();
    }
    assertTrue(samples.size() >= 8, samples.size() + " rounds are too few: give it more minutes");
    // A quarter of the rounds are for warming up.
    flat("heap, kB", samples, each -> each.heapBytes() >> 10, 1.10, 8 << 10, tally);
    flat("resident, kB", samples, Sample::residentKilobytes, 1.10, 48 << 10, tally);
    flat("threads", samples, Sample::threads, 1, 2, tally);
    flat("descriptors", samples, Sample::descriptors, 1, 4, tally);
    tally.close();
  }

  private interface Figure {
    long of(Sample sample);
  }

  /// Requires that the mean of the last quarter is at most that of the second, times a factor, or
  /// more by a slack.
  private static void flat(
      String name,
      List<Sample> samples,
      Figure figure,
      double factor,
      long slack,
      FaultTally tally) {
    double early = mean(samples, figure, 1);
    double late = mean(samples, figure, 3);
    System.out.printf("faults soak: %s: %.0f, then %.0f%n", name, early, late);
    tally.require(
        late <= Math.max(early * factor, early + slack), name + " grew: " + early + ", " + late);
  }

  private static double mean(List<Sample> samples, Figure figure, int quarter) {
    int size = samples.size();
    return samples.subList(quarter * size / 4, (quarter + 1) * size / 4).stream()
        .mapToLong(figure::of)
        .average()
        .orElseThrow();
  }

  /// What the process runs: a folder and minutes.
  static final class Loop {
    private static final int SEEKS = 300;

    private final Path folder;
    private final Random random = new Random(5);
    private String trouble = "";

    private Loop(Path folder) {
      this.folder = folder;
    }

    public static void main(String[] arguments) throws IOException {
      Loop loop = new Loop(Path.of(arguments[0]));
      long end = System.nanoTime() + (long) (Double.parseDouble(arguments[1]) * 60e9);
      while (System.nanoTime() < end) {
        loop.trouble = "";
        loop.round();
        System.out.println(JSON.writeValueAsString(loop.sample()));
      }
      System.exit(0);
    }

    private void round() throws IOException {
      Path work = Files.createDirectories(folder.resolve("work"));
      Path rollout = work.resolve("x.rollout");
      List<String> record = List.of("record", "--env", "darkroom", "--actions", "random");
      List<String> line = new ArrayList<>(record);
      line.addAll(List.of("--ticks", "2000", "--out", rollout.toString()));
      line.addAll(List.of("--seed", "" + random.nextInt(1000)));
      run(line);
      seek(rollout);
      String file = rollout.toString();
      run(List.of("info", file, "--json"));
      run(List.of("audit", "all", file));
      run(List.of("replay", file));
      run(List.of("branch", file, "--at", "3", "--action", "0=south"));
      for (WrittenForms.Form form : WrittenForms.exports(rollout)) {
        run(form.line(work.resolve("saved" + form.ending())));
      }
      for (WrittenForms.Form form : WrittenForms.pictures(rollout)) {
        run(form.line(work.resolve("seen" + form.ending())));
      }
      List<String> train = new ArrayList<>(WrittenForms.training());
      train.addAll(List.of("--set", "updates=5", "--out", work.resolve("runs").toString()));
      run(train);
      for (Path each : FaultFiles.list(work)) {
        Files.delete(each);
      }
    }

    private void run(List<String> line) {
      CapturedCommand done = CapturedCommand.of(line.toArray(String[]::new));
      // An audit that finds something is no trouble here.
      boolean fine = done.exitCode() == 0 || line.getFirst().equals("audit");
      if (!fine || done.err().contains("a bug in Hindsight")) {
        trouble = String.join(" ", line) + ": " + done.err();
      }
    }

    /// Opens a recording and reads ticks at random, as the window does for its panes.
    private void seek(Path file) {
      try (Rollout rollout = Rollouts.open(file)) {
        long read = 0;
        for (int seek = 0; seek < SEEKS; seek++) {
          int tick = random.nextInt(rollout.ticks());
          for (Channel channel : rollout.channels()) {
            // A number that was not recorded is NaN.
            read += Double.doubleToLongBits(channel.value(tick, 0)) == 0 ? 0 : 1;
          }
        }
        trouble = read == 0 ? "only zeros" : trouble;
      }
    }

    private Sample sample() throws IOException {
      for (int i = 0; i < 2; i++) {
        System.gc();
      }
      return new Sample(
          ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
          resident(),
          ManagementFactory.getThreadMXBean().getThreadCount(),
          descriptors(),
          trouble);
    }

    private static long resident() throws IOException {
      return Files.readAllLines(Path.of("/proc/self/status")).stream()
          .filter(line -> line.startsWith("VmRSS:"))
          .map(line -> line.replaceAll("\\D", ""))
          .mapToLong(Long::parseLong)
          .findFirst()
          .orElse(0);
    }

    private static long descriptors() throws IOException {
      try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
        return open.count();
      }
    }
  }
}
