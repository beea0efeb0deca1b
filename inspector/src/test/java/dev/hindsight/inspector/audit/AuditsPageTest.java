package dev.hindsight.inspector.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The page about which audit finds which bug names existing tests.
class AuditsPageTest {
  private static final Path ROOT = Path.of(System.getProperty("hindsight.root", ".."));
  private static final Pattern NAME = Pattern.compile("`(?:([A-Z]\\w*Test)\\b)?\\.?([a-z]\\w*)?`");

  /// The source code of all tests, by class.
  private static Map<String, String> tests() throws IOException {
    Map<String, String> tests = new TreeMap<>();
    for (String module : List.of("trainer", "inspector", "app")) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/test/java"))) {
        for (Path file : files.filter(f -> f.toString().endsWith("Test.java")).toList()) {
          String name = String.valueOf(file.getFileName()).replace(".java", "");
          tests.put(name, Files.readString(file));
        }
      }
    }
    return tests;
  }

  /// The rows of all tables of bugs.
  private static List<String> rows() throws IOException {
    List<String> rows = new ArrayList<>();
    boolean bugs = false;
    for (String line : Files.readAllLines(ROOT.resolve("docs/audits.md"))) {
      if (line.startsWith("| bug |")) {
        bugs = true;
      } else if (!line.startsWith("|")) {
        bugs = false;
      } else if (bugs && !line.startsWith("|---")) {
        rows.add(line);
      }
    }
    return rows;
  }

  @Test
  void everyTestItNamesIsThere() throws IOException {
    Map<String, String> tests = tests();
    List<String> missing = new ArrayList<>();
    int named = 0;
    for (String row : rows()) {
      String[] cells = row.split("\\|", -1);
      Matcher matcher = NAME.matcher(cells[3]);
      String last = "";
      while (matcher.find()) {
        last = matcher.group(1) == null ? last : matcher.group(1);
        String method = matcher.group(2) == null ? "" : matcher.group(2);
        String source = tests.getOrDefault(last, "");
        named++;
        if (source.isEmpty() || (!method.isEmpty() && !source.contains("void " + method + "("))) {
          missing.add(last + "." + method);
        }
      }
    }
    assertEquals(List.of(), missing);
    assertTrue(named > 30, named + " are named");
  }

  @Test
  void everyAuditFindsABugOfTheTable() throws IOException {
    String found = String.join("\n", rows().stream().map(row -> row.split("\\|", -1)[2]).toList());
    for (Audit audit : BuiltInAudits.ALL) {
      assertTrue(found.contains(audit.id()), audit.id());
    }
  }
}
