package dev.hindsight.app.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.trainer.JavaProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every command of README and docs runs as written, for a reader who has done only what the page
/// says so far: in an empty folder, with an empty home.
class DocumentationTest {
  private static final Path ROOT =
      Path.of(System.getProperty("hindsight.root", "..")).toAbsolutePath().normalize();
  private static final Path SHARED =
      Path.of(System.getProperty("hindsight.shared", "../../shared")).toAbsolutePath().normalize();
  private static final Path BASH = Path.of("/bin/bash");
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long LONGEST_MINUTES = 10;

  /// One for all pages: unpacking PyTorch for each of them takes as long as their commands.
  @TempDir private static Path cache;

  @TempDir private Path folder;

  /// A command as a shell passes it on, with its block.
  private record ShellCommand(DocumentedPage.Block block, List<String> words) {
    @Override
    public String toString() {
      return "line " + block.line() + ": hindsight " + String.join(" ", words);
    }
  }

  static List<Path> pages() throws IOException {
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      return Stream.concat(Stream.of(ROOT.resolve("README.md")), docs)
          .filter(file -> file.toString().endsWith(".md"))
          .filter(file -> commandsOn(file))
          .sorted()
          .toList();
    }
  }

  private static boolean commandsOn(Path file) {
    try {
      return !DocumentedPage.read(file).blocks().isEmpty();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("pages")
  void everyCommandOfAPageRuns(Path file, TestReporter reporter) throws Exception {
    assumeTrue(
        Files.isExecutable(BASH), "skipped: there is no bash here to read the commands with");
    DocumentedPage page = DocumentedPage.read(file);
    List<ShellCommand> wanted = new ArrayList<>();
    List<String> left = new ArrayList<>();
    for (DocumentedPage.Block block : page.blocks()) {
      if (block.writtenTo().isPresent()) {
        Files.writeString(reader().resolve(block.writtenTo().get()), block.text());
        continue;
      }
      boolean there = provide(block);
      List<ShellCommand> commands = commands(block);
      assertFalse(commands.isEmpty(), "line " + block.line() + " holds no command");
      for (ShellCommand shellCommand : commands) {
        if (!there) {
          left.add(shellCommand + ": reference data is not here");
        } else if (block.notRun(shellCommand.words()).isPresent()) {
          left.add(shellCommand + ": " + block.notRun(shellCommand.words()).get().reason());
        } else {
          wanted.add(shellCommand);
        }
      }
    }
    List<JsonNode> ran = wanted.isEmpty() ? List.of() : run(wanted);
    left.forEach(line -> reporter.publishEntry("not run", line));

    assertEquals(List.of(), failures(wanted, ran));
    assertEquals(wanted.size(), ran.size(), () -> "the process ended after " + ran.size());
  }

  @Test
  void everyMarkHasAReasonAndACommand(TestReporter reporter) throws Exception {
    assumeTrue(
        Files.isExecutable(BASH), "skipped: there is no bash here to read the commands with");
    List<String> wrong = new ArrayList<>();
    int run = 0;
    int notRun = 0;
    for (Path file : pages()) {
      for (DocumentedPage.Block block : DocumentedPage.read(file).blocks()) {
        List<ShellCommand> commands = block.writtenTo().isPresent() ? List.of() : commands(block);
        wrong.addAll(wrong(file, block, commands.stream().map(ShellCommand::words).toList()));
        int marked =
            (int) commands.stream().filter(c -> block.notRun(c.words()).isPresent()).count();
        notRun += marked;
        run += commands.size() - marked;
      }
    }

    assertEquals(List.of(), wrong);
    assertTrue(run > 0);
    reporter.publishEntry(run + " commands are run", notRun + " are not");
  }

  @Test
  void aMarkWithoutAReasonOrACommandIsFound() {
    DocumentedPage page =
        DocumentedPage.of(
            Path.of("page.md"),
            """
            <!-- not run "train": -->
            <!-- not run "open": opens the window -->
            <!-- with "--ticks 9" "record": a shorter recording -->
            <!-- with "--json" "info": one line -->
            ```
            hindsight train --env darkroom   # for minutes
            hindsight info x.rollout
            ```
            """);
    DocumentedPage.Block block = page.blocks().getFirst();
    List<String> train = List.of("train", "--env", "darkroom");

    assertEquals(
        List.of(
            "page.md:5: no reason is given: not run \"train\"",
            "page.md:5: no command begins so: not run \"open\"",
            "page.md:5: no command begins so: with \"record\""),
        wrong(page.file(), block, List.of(train, List.of("info", "x.rollout"))));
    assertTrue(block.notRun(train).isPresent());
    assertFalse(block.notRun(List.of("trainer")).isPresent(), "a word is a word");
    assertEquals(List.of("info", "x", "--json"), block.asRun(List.of("info", "x")));
    assertEquals(train, block.asRun(train));
  }

  @Test
  void commandsAreReadAsAShellReadsThem() throws Exception {
    assumeTrue(
        Files.isExecutable(BASH), "skipped: there is no bash here to read the commands with");
    DocumentedPage page =
        DocumentedPage.of(
            Path.of("page.md"),
            """
            ```
            ./hindsight info "a b" \\
                --json               # more
            for seed in 1 2; do hindsight generate --seed $seed; done
            pip install torch
            ```
            """);

    assertEquals(
        List.of(
            List.of("info", "a b", "--json"),
            List.of("generate", "--seed", "1"),
            List.of("generate", "--seed", "2")),
        commands(page.blocks().getFirst()).stream().map(ShellCommand::words).toList());
  }

  private static List<String> wrong(
      Path file, DocumentedPage.Block block, List<List<String>> commands) {
    List<String> wrong = new ArrayList<>();
    for (DocumentedPage.BlockDirective blockDirective : block.marks()) {
      String what =
          switch (blockDirective) {
            case DocumentedPage.BlockDirective.NotRun m -> "not run \"" + m.prefix() + "\"";
            case DocumentedPage.BlockDirective.With m -> "with \"" + m.prefix() + "\"";
            case DocumentedPage.BlockDirective.ExitCode m -> "exit code \"" + m.prefix() + "\"";
            case DocumentedPage.BlockDirective.Needs m -> "needs " + m.path();
            case DocumentedPage.BlockDirective.Written m -> "file " + m.file();
          };
      String where = file.getFileName() + ":" + block.line() + ": ";
      if (blockDirective.reason().isBlank()) {
        wrong.add(where + "no reason is given: " + what);
      }
      boolean meant =
          switch (blockDirective) {
            case DocumentedPage.BlockDirective.NotRun m ->
                commands.stream().anyMatch(c -> block.notRun(c).equals(java.util.Optional.of(m)));
            case DocumentedPage.BlockDirective.With m -> commands.stream().anyMatch(m::appliesTo);
            case DocumentedPage.BlockDirective.ExitCode m ->
                commands.stream().anyMatch(c -> block.exitCode(c) == m.code());
            case DocumentedPage.BlockDirective.Needs _, DocumentedPage.BlockDirective.Written _ ->
                true;
          };
      if (!meant) {
        wrong.add(where + "no command begins so: " + what);
      }
    }
    return wrong;
  }

  private Path reader() throws IOException {
    return Files.createDirectories(folder.resolve("reader"));
  }

  /// Whether all reference data that a block needs is now in the reader's folder.
  private boolean provide(DocumentedPage.Block block) throws IOException {
    for (DocumentedPage.BlockDirective.Needs needs :
        block.of(DocumentedPage.BlockDirective.Needs.class)) {
      Path data = SHARED.resolve(needs.path());
      if (!Files.exists(data)) {
        return false;
      }
      Path link = reader().resolve(data.getFileName().toString());
      if (!Files.exists(link)) {
        Files.createSymbolicLink(link, data);
      }
    }
    return true;
  }

  /// The words of each of our commands in a block, as a shell splits them. Nothing else is on the
  /// PATH, so nothing else runs.
  private List<ShellCommand> commands(DocumentedPage.Block block) throws Exception {
    Path shell = Files.createTempDirectory(folder, "shell");
    Path log = shell.resolve("log");
    Path ours = shell.resolve("hindsight");
    Files.writeString(ours, "#!/bin/bash\nprintf '%s\\0' \"$#\" \"$@\" >> '" + log + "'\n");
    assertTrue(ours.toFile().setExecutable(true));
    Files.createFile(log);
    ProcessBuilder bash =
        new ProcessBuilder(BASH.toString(), "--noprofile", "--norc", "-c", block.text())
            .directory(shell.toFile())
            .redirectErrorStream(true)
            .redirectOutput(shell.resolve("out").toFile());
    bash.environment().clear();
    bash.environment().put("PATH", shell.toString());
    assertTrue(bash.start().waitFor(1, TimeUnit.MINUTES));
    List<String> words = new ArrayList<>(Arrays.asList(Files.readString(log).split("\0", -1)));
    words.removeLast();
    List<ShellCommand> commands = new ArrayList<>();
    for (int at = 0; at < words.size(); ) {
      int count = Integer.parseInt(words.get(at));
      commands.add(new ShellCommand(block, List.copyOf(words.subList(at + 1, at + 1 + count))));
      at += 1 + count;
    }
    return commands;
  }

  /// Runs them in one process, in the reader's folder.
  private List<JsonNode> run(List<ShellCommand> commands) throws Exception {
    Path lines = folder.resolve("commands.json");
    Path results = folder.resolve("results.jsonl");
    JSON.writeValue(
        lines.toFile(), commands.stream().map(c -> c.block().asRun(c.words())).toList());
    Path home = Files.createDirectories(folder.resolve("home"));
    List<String> options =
        List.of(
            "-Xmx1g",
            "-XX:+UseSerialGC",
            "-Djava.awt.headless=true",
            "-Duser.home=" + home,
            "-Dhindsight.data=" + home.resolve("data"),
            "-Dhindsight.cache=" + cache,
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow");
    Process process =
        JavaProcess.of(options, DocumentedCommands.class, lines.toString(), results.toString())
            .directory(reader().toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("process.txt").toFile())
            .start();
    try {
      assertTrue(
          process.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES), () -> "still running: " + commands);
    } finally {
      process.destroyForcibly();
    }
    assertTrue(
        Files.exists(results), () -> "no command ended: " + text(folder.resolve("process.txt")));
    List<JsonNode> ran = new ArrayList<>();
    for (String line : Files.readAllLines(results)) {
      ran.add(JSON.readTree(line));
    }
    return ran;
  }

  private static List<String> failures(List<ShellCommand> commands, List<JsonNode> ran) {
    List<String> failures = new ArrayList<>();
    for (int i = 0; i < ran.size(); i++) {
      ShellCommand shellCommand = commands.get(i);
      int code = shellCommand.block().exitCode(shellCommand.words());
      if (ran.get(i).path("code").asInt() != code) {
        failures.add(
            shellCommand
                + " ends with "
                + ran.get(i).path("code").asInt()
                + ": "
                + ran.get(i).path("err").asText().lines().collect(Collectors.joining(" / ")));
      }
    }
    return failures;
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, UTF_8);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
