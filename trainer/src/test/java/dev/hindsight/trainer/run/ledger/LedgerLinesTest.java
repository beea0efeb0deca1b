package dev.hindsight.trainer.run.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerLinesTest {
  @TempDir private Path folder;

  private static String progress(String run, int updates) {
    return "{\"run\":\"%s\",\"time\":\"t\",\"kind\":\"progress\",\"progress\":{\"updates\":%d}}"
        .formatted(run, updates);
  }

  private static String other(String run, String kind) {
    return "{\"run\":\"%s\",\"time\":\"t\",\"kind\":\"%s\"}".formatted(run, kind);
  }

  private List<String> latest(String... lines) throws IOException {
    Path file = folder.resolve("ledger.jsonl");
    Files.writeString(file, String.join("\n", lines) + "\n");
    List<String> read = new ArrayList<>();
    LedgerLines.latest(file, read::add);
    return read;
  }

  @Test
  void onlyTheLastProgressOfARunIsRead() throws IOException {
    assertEquals(
        List.of(other("a", "begun"), other("b", "begun"), progress("a", 3), progress("b", 2)),
        latest(
            other("a", "begun"),
            other("b", "begun"),
            progress("a", 1),
            progress("b", 1),
            progress("a", 2),
            progress("b", 2),
            progress("a", 3)));
  }

  @Test
  void progressStaysWhereOtherLinesOfTheRunFollow() throws IOException {
    List<String> lines =
        List.of(progress("a", 1), other("a", "ended"), progress("a", 2), other("a", "taken-up"));
    assertEquals(lines, latest(lines.toArray(String[]::new)));
  }

  @Test
  void aTornLineReplacesNothing() throws IOException {
    String torn = progress("a", 2).substring(0, 60);
    assertEquals(List.of(progress("a", 1), torn), latest(progress("a", 1), torn));
  }

  @Test
  void anUnknownLineKeepsItsPlace() throws IOException {
    List<String> lines = List.of(progress("a", 1), "{ \"run\": \"a\" }", progress("a", 2));
    assertEquals(lines, latest(lines.toArray(String[]::new)));
  }

  @Test
  void anIncompleteCharacterHidesNothing() throws IOException {
    Path file = folder.resolve("ledger.jsonl");
    byte[] line = (other("a", "begun") + "\n").getBytes(StandardCharsets.UTF_8);
    byte[] bytes = new byte[line.length + 1];
    System.arraycopy(line, 0, bytes, 0, line.length);
    bytes[line.length] = (byte) 0xc3;
    Files.write(file, bytes);
    List<String> read = new ArrayList<>();
    LedgerLines.latest(file, read::add);
    assertEquals(other("a", "begun"), read.getFirst());
  }
}
