package dev.hindsight.trainer.run.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.task.TaskHandle;
import dev.hindsight.trainer.task.Tasks;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a user calls a run.
class RunLabelTest {
  private static final int EDITS = 25;

  @TempDir private Path home;
  private RunFolder folder;

  @BeforeEach
  void makeTheFolder() throws IOException {
    folder = new RunFolder(Files.createDirectory(home.resolve("darkroom-1")));
  }

  @Test
  void anEditChangesWhatItMeansToAndKeepsTheRest() {
    RunLabel.edit(folder, label -> label.named(" small lr ").tagged("baseline"));
    RunLabel.edit(folder, label -> label.noted("first line\nsecond line").tagged("seed-2"));
    RunLabel.edit(folder, label -> label.without("BASELINE").tagged("seed-2"));
    RunLabel expected = new RunLabel("small lr", List.of("seed-2"), "first line\nsecond line");
    assertEquals(expected, RunLabel.of(folder));
  }

  @Test
  void aRunWithoutOneOrWithADamagedFileHasNoLabelAndCanBeGivenOne() throws IOException {
    assertEquals(RunLabel.NONE, RunLabel.of(folder));
    for (String damaged : List.of("{\"name\": \"cut o", "{\"name\": \"a/b\"}", "[]", "")) {
      Files.writeString(folder.label(), damaged);
      assertEquals(RunLabel.NONE, RunLabel.of(folder), damaged);
    }
    Files.writeString(folder.label(), "{\"name\": \"cut o");
    assertEquals("named", RunLabel.edit(folder, label -> label.named("named")).name());
    assertEquals(
        "{\"name\": \"cut o", Files.readString(Path.of(folder.label() + ".broken")), "set aside");
    Files.writeString(folder.label(), "{\"name\": \"mine\", \"later\": 1}");
    assertEquals("mine", RunLabel.edit(folder, label -> label.tagged("a")).name());
  }

  @Test
  void whatACommandCouldNotTellFromAVersionOrAFileIsNoName() {
    for (String name : List.of("a@b", "a/b", "a\\b", "a,b", "a=b", "a\nb", "x".repeat(61))) {
      assertThrows(Problem.class, () -> RunLabel.NONE.named(name), name);
    }
    for (String tag : List.of("", "two words", "#a", "a,b")) {
      assertThrows(Problem.class, () -> RunLabel.NONE.tagged(tag), tag);
    }
    assertEquals("Größe 2 (neu)", RunLabel.NONE.named("Größe 2 (neu)").name());
  }

  @Test
  void editsOfManyThreadsLoseNothing() {
    List<TaskHandle<Boolean>> writers = new ArrayList<>();
    try (Tasks tasks = new Tasks(4)) {
      for (int i = 0; i < 4; i++) {
        String writer = "t" + i + "-";
        writers.add(
            tasks.start(
                "writer",
                (_, _) -> {
                  tagMany(folder, writer);
                  return true;
                }));
      }
      writers.forEach(TaskHandle::await);
    }
    assertEquals(4 * EDITS, new HashSet<>(RunLabel.of(folder).tags()).size());
  }

  @Test
  void editsOfTwoProcessesLoseNothing() throws IOException, InterruptedException {
    List<Process> processes = new ArrayList<>();
    for (String writer : List.of("a", "b")) {
      processes.add(
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:TieredStopAtLevel=1",
                  "-cp",
                  System.getProperty("java.class.path", "") + File.pathSeparator,
                  Editor.class.getName(),
                  folder.path().toString(),
                  writer)
              .inheritIO()
              .start());
    }
    for (Process process : processes) {
      assertEquals(0, process.waitFor());
    }
    Set<String> expected = new HashSet<>();
    for (int n = 0; n < EDITS; n++) {
      expected.add("a" + n);
      expected.add("b" + n);
    }
    assertEquals(expected, new HashSet<>(RunLabel.of(folder).tags()));
  }

  private static void tagMany(RunFolder folder, String writer) {
    for (int n = 0; n < EDITS; n++) {
      String tag = writer + n;
      RunLabel.edit(folder, label -> label.tagged(tag));
    }
  }

  /// Another process that edits the label.
  static final class Editor {
    private Editor() {}

    public static void main(String[] arguments) {
      tagMany(new RunFolder(Path.of(arguments[0])), arguments[1]);
    }
  }
}
