package dev.hindsight.app.fault;

import dev.hindsight.app.fault.WarmProgram.Answer;
import dev.hindsight.app.fault.WrittenForms.Form;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Locales with other digits, calendars, decimal signs and letters, in time zones with odd offsets:
/// all output is that of the root locale, byte for byte. And names of files that shells and locales
/// make difficult.
@Tag("faults")
@Timeout(3600)
class LocalesTest {
  private static final int COMBINATIONS = Integer.getInteger("hindsight.faults.locales", 20);

  private static final List<String> LOCALES =
      List.of(
          "tr-TR",
          "ar-EG-u-nu-arab",
          "th-TH-u-ca-buddhist-nu-thai",
          "fa-IR-u-nu-arabext",
          "hi-IN-u-nu-deva",
          "ja-JP-u-ca-japanese",
          "de-CH",
          "fr-FR",
          "sv-SE",
          "az-AZ",
          "lt-LT",
          "he-IL",
          "bn-BD-u-nu-beng",
          "my-MM-u-nu-mymr",
          "pl-PL",
          "zh-Hans-CN",
          "el-GR",
          "en-IN",
          "ar-SA-u-ca-islamic-nu-arab",
          "sr-Latn-RS");

  private static final List<String> ZONES =
      List.of("UTC", "Asia/Kathmandu", "Pacific/Kiritimati", "America/St_Johns", "Europe/Dublin");

  /// Numbers that depend on the clock.
  private static final String CLOCK =
      "\"(seconds|agentStepsPerSecond|createdUtc|wallSeconds)\":[^,}]*|in [0-9.]+ s";

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

  @Test
  void everyLocalePrintsTheSame() throws Exception {
    FaultTally tally = new FaultTally("locales and time zones");
    Path room = WrittenForms.room(home, folder);
    Map<String, String> root = outputs(room, List.of());
    List<String> pairs = new ArrayList<>();
    for (String locale : LOCALES) {
      ZONES.forEach(zone -> pairs.add(locale + " " + zone));
    }
    Collections.shuffle(pairs, new Random(Long.getLong("hindsight.faults.seed", 1)));
    for (String pair : pairs.subList(0, Math.min(COMBINATIONS, pairs.size()))) {
      Locale locale = Locale.forLanguageTag(pair.split(" ", -1)[0]);
      String zone = pair.split(" ", -1)[1];
      List<String> options = new ArrayList<>();
      options.add("-Duser.language=" + locale.getLanguage());
      options.add("-Duser.country=" + locale.getCountry());
      options.add("-Duser.script=" + locale.getScript());
      options.add("-Duser.timezone=" + zone);
      if (locale.hasExtensions()) {
        options.add("-Duser.extensions=u-" + locale.getExtension('u'));
      }
      tally.attempt();
      System.out.println("faults locales: " + pair);
      outputs(room, options)
          .forEach((command, said) -> {
            String usual = root.getOrDefault(command, "");
            if (!said.equals(usual)) {
              tally.failed(pair + ": " + command + ": " + difference(usual, said));
            }
          });
    }
    tally.close();
  }

  /// What commands say and write, by command.
  private Map<String, String> outputs(Path room, List<String> options) throws IOException {
    Map<String, String> said = new LinkedHashMap<>();
    String file = room.toString();
    List<List<String>> lines = new ArrayList<>();
    for (List<String> line :
        List.of(
            List.of("info", file),
            List.of("scores", file),
            List.of("verify", file),
            List.of("audit", "all", file),
            List.of("find", file, "--when", "reward[0] > 0.5"),
            List.of("moments", file),
            List.of("compare", file, file),
            List.of("replay", file))) {
      lines.add(line);
      List<String> json = new ArrayList<>(line);
      json.add("--json");
      lines.add(json);
    }
    lines.add(List.of("--help"));
    lines.add(List.of("record", "--help"));
    try (WarmProgram program = WarmProgram.start(home, List.of(), options)) {
      for (List<String> line : lines) {
        Answer answer = program.run(line);
        String text = answer.code() + answer.out() + answer.err();
        said.put(String.join(" ", line), text.replaceAll(CLOCK, "..."));
      }
      for (Form form : WrittenForms.all(room)) {
        Path out = folder.resolve("out" + form.ending());
        Answer answer = program.run(form.line(out));
        said.put(String.join(" ", form.command()), answer.ok() ? Form.identity(out) : answer.err());
      }
    }
    return said;
  }

  private static String difference(String usual, String said) {
    int at = 0;
    while (at < Math.min(usual.length(), said.length()) && usual.charAt(at) == said.charAt(at)) {
      at++;
    }
    int from = Math.max(0, at - 30);
    return usual.substring(from, Math.min(usual.length(), at + 30))
        + " became "
        + said.substring(from, Math.min(said.length(), at + 30));
  }

  /// The launcher of a checkout, in a locale that knows ASCII only, with names as a shell passes
  /// them.
  @Test
  @EnabledOnOs(value = OS.LINUX, disabledReason = "other systems forbid some of the names")
  void everyNameOfAFileWorks() throws Exception {
    FaultTally tally = new FaultTally("names of files");
    Path functions =
        Path.of(System.getProperty("hindsight.root", "..")).resolve(".mvn/find-jdk.sh");
    String functionsPath = functions.toAbsolutePath().normalize().toString();
    List<String> names =
        List.of(
            "a b",
            "übung",
            "日本語",
            "car 🚗",
            "new\nline",
            "-dash",
            "--help",
            "quote'\"",
            "back\\slash",
            "tab\tx",
            "%41$HOME",
            "*",
            "~",
            "@at",
            "end ",
            ".hidden",
            "e\u0301",
            "[a]{b}?",
            "#1",
            "x".repeat(200));
    for (String locale : List.of("C", "POSIX", "C.UTF-8")) {
      for (String name : names) {
        tally.attempt();
        Path place = Files.createDirectories(folder.resolve(locale).resolve(name));
        String file = name + ".rollout";
        List<String> record =
            List.of(
                "record",
                "--env",
                "darkroom",
                "--actions",
                "random",
                "--ticks",
                "5",
                "--out=" + file);
        String recorded = launched(functionsPath, locale, place, record);
        tally.require(Files.exists(place.resolve(file)), name + ", " + locale + ": " + recorded);
        String shown =
            launched(functionsPath, locale, place, List.of("info", "--json", "--", file));
        tally.require(shown.contains("\"ticks\":5"), name + ", " + locale + ": " + shown);
      }
    }
    tally.close();
  }

  private String launched(String functions, String locale, Path place, List<String> arguments)
      throws Exception {
    List<String> line = new ArrayList<>(List.of("bash", "-c"));
    line.add(". '" + functions + "'; name_files_in_utf8; exec \"$@\"");
    line.add("hindsight");
    line.addAll(home.java(List.of()));
    line.add("dev.hindsight.app.cli.Main");
    line.addAll(arguments);
    ProcessBuilder builder =
        new ProcessBuilder(line).directory(new File(place.toString())).redirectErrorStream(true);
    builder.environment().put("LC_ALL", locale);
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return process.waitFor() + " " + said;
  }
}
