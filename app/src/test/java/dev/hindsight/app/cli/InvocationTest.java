package dev.hindsight.app.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InvocationTest {
  private static final Set<String> COMMANDS = Set.of("open", "info", "help");

  @TempDir private Path folder;
  private String file = "";

  @BeforeEach
  void makeAFile() throws IOException {
    file = Files.createFile(folder.resolve("a b.rollout")).toString();
  }

  private static String[] of(String... arguments) {
    return Invocation.of(arguments, COMMANDS);
  }

  private static String[] line(String... arguments) {
    return arguments;
  }

  @Test
  void aMenuStartsTheWindow() {
    assertArrayEquals(line("open"), of());
  }

  @Test
  void aDoubleClickOpensTheFiles() {
    assertArrayEquals(line("open", file), of(file));
    assertArrayEquals(line("open", file, file), of(file, file));
  }

  @Test
  void commandsAndOptionsAreLeftAlone() {
    assertArrayEquals(line("info", file), of("info", file));
    assertArrayEquals(line("--help"), of("--help"));
    assertArrayEquals(line(file, "--json"), of(file, "--json"));
  }

  @Test
  void whatIsNotThereIsNoFile() {
    assertArrayEquals(line("recrod"), of("recrod"));
    assertArrayEquals(line(file, "recrod"), of(file, "recrod"));
    assertArrayEquals(line("a\0b"), of("a\0b"));
  }

  @Test
  void aWindowAloneNeedsNoCommandLine() {
    assertEquals(Optional.of(List.of()), Invocation.window(line()));
    assertEquals(Optional.of(List.of()), Invocation.window(line("open")));
    assertEquals(
        Optional.of(List.of(Path.of("gone"), Path.of(file))),
        Invocation.window(line("open", "gone", file)));
    assertEquals(Optional.of(List.of(Path.of(file))), Invocation.window(line(file)));
  }

  @Test
  void everythingElseIsUnderstoodInFull() {
    for (String[] words :
        List.of(
            line("open", "--compare", file, file),
            line("open", file, "--help"),
            line("open", "@" + file),
            line("open", "a\0b"),
            line("open", ""),
            line("info", file),
            line("info"),
            line("gone.rollout"),
            line(file, "--json"))) {
      assertEquals(Optional.empty(), Invocation.window(words), String.join(" ", words));
    }
  }
}
