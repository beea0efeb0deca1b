package dev.hindsight.app.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
}
