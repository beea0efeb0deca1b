package dev.hindsight.app.fault;

import dev.hindsight.app.fault.WrittenForms.Form;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Kills everything that writes, `-Dhindsight.faults.kills=N` times in all, at random moments:
/// anywhere in the work, and just after something new is in its folder.
@Tag("faults")
@Timeout(36_000)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "files in use behave differently there")
class KilledCommandsTest {
  private static final int KILLS = Integer.getInteger("hindsight.faults.kills", 100);
  private static final String ONLY = System.getProperty("hindsight.faults.only", "");
  private static final long SEED = Long.getLong("hindsight.faults.seed", 1);

  /// How often a folder is looked at, in nanoseconds.
  private static final long GLANCE = 100_000;

  @TempDir private Path folder;
  private FaultHome home = new FaultHome(Path.of(""));

  /// A work and its part of all kills, in percent: what takes longer is killed less often.
  private record Part(KillWork work, int percent) {}

  @BeforeEach
  void makeTheFolders() throws IOException {
    home = FaultHome.in(folder.resolve("home"));
  }

  @AfterEach
  void leaveItAsItWas() {
    home.close();
  }

  @TestFactory
  Stream<DynamicTest> nothingIsLostAndNothingIsHalfWritten() throws IOException {
    Path room = WrittenForms.room(home, folder);
    return parts(room).stream()
        .filter(part -> ONLY.isEmpty() || List.of(ONLY.split(",", -1)).contains(part.work().name()))
        .map(part ->
            DynamicTest.dynamicTest(
                part.work().name(),
                () -> kill(part.work(), Math.max(1, KILLS * part.percent() / 100))));
  }

  private List<Part> parts(Path room) {
    return List.of(
        new Part(files("record", WrittenForms.recordings()), 22),
        new Part(files("export", WrittenForms.exports(room)), 20),
        new Part(files("film", WrittenForms.pictures(room)), 18),
        new Part(files("generate", WrittenForms.maps()), 5),
        new Part(new BranchWork(folder.resolve("branch"), room), 15),
        new Part(new RunWork("train", folder.resolve("train"), WrittenForms.training()), 8),
        new Part(new RunWork("fleet", folder.resolve("fleet"), WrittenForms.workers()), 6),
        new Part(new StudyWork(folder.resolve("study")), 6));
  }

  private FileWork files(String name, List<Form> forms) {
    return new FileWork(name, folder.resolve(name), forms);
  }

  private void kill(KillWork work, int kills) throws Exception {
    FaultTally tally = new FaultTally("kills, " + work.name());
    Random moments = new Random(SEED);
    long nanos;
    try (WarmProgram program = WarmProgram.start(home)) {
      work.prepare(program);
      // The command that is killed first, undisturbed: so long takes it in a process that is warm.
      long begin = System.nanoTime();
      var _ = program.run(work.next());
      nanos = System.nanoTime() - begin;
      work.left(tally);
      work.repeat(program, tally);
    }
    WarmProgram program = WarmProgram.start(home);
    try {
      for (int kill = 0; kill < kills; kill++) {
        List<String> command = work.next();
        FaultFiles kept = work.kept();
        String before = glance(work.watched());
        program.send(command);
        if (kill % 2 == 0) {
          LockSupport.parkNanos((long) (nanos * 1.1 * moments.nextDouble()));
        } else {
          long deadline = System.nanoTime() + 2 * nanos;
          while (System.nanoTime() < deadline && glance(work.watched()).equals(before)) {
            LockSupport.parkNanos(GLANCE);
          }
          LockSupport.parkNanos((long) (nanos * 0.5 * moments.nextDouble()));
        }
        boolean _ = program.kill();
        program = WarmProgram.start(home);
        tally.attempt();
        kept.missing().forEach(tally::lost);
        work.left(tally);
        work.repeat(program, tally);
        kept.missing().forEach(tally::lost);
      }
    } finally {
      program.close();
    }
    tally.close();
  }

  /// The names and sizes of what is in a folder.
  private static String glance(Path folder) {
    StringBuilder seen = new StringBuilder();
    try {
      for (Path file : FaultFiles.list(folder)) {
        seen.append(file.getFileName()).append(' ').append(Files.size(file)).append('\n');
      }
    } catch (IOException | java.io.UncheckedIOException _) {
      // A file that went while it was looked at is news, too.
      return "changing";
    }
    return seen.toString();
  }
}
