package dev.hindsight.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.SampleRecording;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// A display that is named but does not answer, as in a shell whose desktop session has ended.
@EnabledOnOs(OS.LINUX)
@Timeout(300)
class NoDisplayTest {
  private static final List<String> DEAD = List.of("env", "-u", "WAYLAND_DISPLAY", "DISPLAY=:4321");

  @TempDir private Path folder;

  private int run(String... arguments) throws Exception {
    return run(DEAD, arguments);
  }

  private int run(List<String> display, String... arguments) throws Exception {
    Process process = ChildProcess.start(folder, display, List.of(), List.of(arguments));
    process.getInputStream().readAllBytes();
    return process.waitFor();
  }

  @Test
  void aFilmIsMadeWithoutOne() throws Exception {
    Path file = SampleRecording.in(folder);
    Path film = folder.resolve("x.mp4");
    int code = run("film", file.toString(), "--out", film.toString());
    assertEquals(0, code, Files.readString(folder.resolve("err.txt")));
    assertTrue(Files.size(film) > 1000);
  }

  @Test
  void theDemoWithoutAWindowLeavesItsFilesAndEndsWell() throws Exception {
    int code = run("demo", "--no-window", "--out", folder.resolve("out").toString());
    assertEquals(0, code, Files.readString(folder.resolve("err.txt")));
    assertTrue(Files.size(folder.resolve("out/demo.mp4")) > 1000);
  }

  @Test
  void aFileThatCannotBeOpenedIsToldBeforeTheDisplayThatIsNotThere() throws Exception {
    Path wrong = Files.writeString(folder.resolve("wrong.rollout"), "this is no recording");
    Path right = SampleRecording.in(folder);
    for (List<String> display :
        List.of(DEAD, List.of("env", "-u", "WAYLAND_DISPLAY", "-u", "DISPLAY"))) {
      assertEquals(1, run(display, "open", wrong.toString()));
      assertTrue(told().contains("wrong.rollout"), told());
      assertEquals(1, run(display, "open", right.toString(), wrong.toString(), "--compare"));
      assertTrue(told().contains("wrong.rollout"), told());
      assertEquals(1, run(display, "open", right.toString()));
      assertTrue(told().contains("display"), told());
    }
  }

  private String told() throws Exception {
    return Files.readAllLines(folder.resolve("err.txt")).stream()
        .filter(line -> line.startsWith("hindsight: "))
        .collect(Collectors.joining());
  }

  @Test
  void aWindowThatCannotOpenFailsInOneLine() throws Exception {
    assertEquals(1, run("open"));
    List<String> told =
        Files.readAllLines(folder.resolve("err.txt")).stream()
            .filter(line -> line.startsWith("hindsight: "))
            .toList();
    assertEquals(1, told.size(), told.toString());
    assertTrue(
        Files.readAllLines(folder.resolve("err.txt")).stream()
            .noneMatch(line -> line.startsWith("\tat ")));
  }
}
