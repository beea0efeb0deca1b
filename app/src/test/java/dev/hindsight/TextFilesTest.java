package dev.hindsight;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.app.text.AppText;
import dev.hindsight.inspector.text.InspectorText;
import dev.hindsight.render.text.RenderText;
import dev.hindsight.trainer.text.TextFile;
import dev.hindsight.trainer.text.TrainerText;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What users read is written in one file a module, `text/text.properties`.
class TextFilesTest {
  private static final Path ROOT = Path.of(System.getProperty("hindsight.root", ".."));
  private static final Pattern PLACE = Pattern.compile("\\{(\\d+)(?: [^}]*)?\\}");

  private static final Pattern COUNTED =
      Pattern.compile(
          "(\\{\\d+\\}|%,?d) (?:(?:more|earlier|later|other|agent|recorded) )?(agents|ticks|trials|episodes|recordings|files|updates|runs|steps|goals"
              + "|columns|rows|members|groups|worlds|environments|workers|frames|maps|hits|moments"
              + "|versions|faults|branches|batches|numbers|bytes|heads|layers|slots|messages|events)\\b");

  /// A module's sources take a second to read, and every rule wants them.
  private static final Map<String, SentenceFinder> READ = new HashMap<>();

  /// Files whose strings look like sentences and are commands or names for other programs.
  private static final Set<String> COMMANDS =
      Set.of(
          "PythonTorch.java",
          "Requirements.java",
          "X264Exporter.java",
          "Unpickler.java",
          "FleetNetwork.java",
          "FleetAuthority.java",
          "FleetKeys.java",
          "FleetRole.java",
          "BenchSuite.java",
          "BenchMachine.java",
          "CheckoutCommit.java");

  @ParameterizedTest
  @ValueSource(strings = {"trainer", "render", "inspector", "app"})
  void everyKeyInTheCodeHasATextAndEveryTextIsUsed(String module) throws IOException {
    Set<String> used = new TreeSet<>();
    sources(module).calls().forEach(call -> used.add(call.key()));
    if (module.equals("app")) {
      used.addAll(descriptionsOfCommands());
    }

    assertEquals(
        String.join("\n", new TreeSet<>(texts(module).stringPropertyNames())),
        String.join("\n", used));
  }

  @ParameterizedTest
  @ValueSource(classes = {TrainerText.class, RenderText.class, InspectorText.class, AppText.class})
  void theProgramReadsThemAsPropertiesAreRead(Class<?> owner) throws IOException {
    Properties expected =
        texts(owner.getPackageName().replace("dev.hindsight.", "").replace(".text", ""));
    ResourceBundle read = TextFile.beside(owner).bundle();

    assertEquals(expected.stringPropertyNames(), read.keySet());
    for (String key : expected.stringPropertyNames()) {
      assertEquals(expected.getProperty(key), read.getString(key), key);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"trainer", "render", "inspector", "app"})
  void aTextHasAPlaceForEveryValueItGets(String module) throws IOException {
    Properties texts = texts(module);
    List<String> wrong = new ArrayList<>();
    for (SentenceFinder.Call call : sources(module).calls()) {
      if (places(texts.getProperty(call.key(), "")) != call.values()) {
        wrong.add(call.toString());
      }
    }

    assertEquals(List.of(), wrong);
  }

  /// `{0} ticks` would say "1 ticks".
  @ParameterizedTest
  @ValueSource(strings = {"trainer", "render", "inspector", "app"})
  void aCountedNounIsPartOfItsPlace(String module) throws IOException {
    Properties texts = texts(module);
    assertEquals(
        List.of(),
        texts.stringPropertyNames().stream()
            .filter(key -> COUNTED.matcher(texts.getProperty(key)).find())
            .sorted()
            .collect(Collectors.toList()),
        "write {0 tick}, or {0 batch/batches}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"trainer", "render", "inspector", "app"})
  void noSentenceIsWrittenInTheCode(String module) throws IOException {
    assertEquals(
        "",
        sources(module).sentences().stream()
            .filter(line -> COMMANDS.stream().noneMatch(name -> line.startsWith("/" + name + ":")))
            .collect(Collectors.joining("\n")),
        "move these sentences into the module's text.properties and write"
            + " wording(\"Class.first_words\")");
  }

  @Test
  void aSentenceInTheCodeIsFound() throws IOException {
    String source =
        """
        class Planted {
          void shown(int n) {
            say("there are " + n + " ticks too many");
            say(n == 1 ? "one tick" : wording("Planted.ticks", n));
          }
          void bug() {
            throw new IllegalStateException("this is a bug of ours");
          }
        }
        """;
    SentenceFinder found = SentenceFinder.inSource("Planted.java", source);

    assertEquals(
        List.of("/Planted.java:3: there are {} ticks too many", "/Planted.java:4: one tick"),
        found.sentences());
    assertEquals(
        List.of(new SentenceFinder.Call("/Planted.java:4: ", "Planted.ticks", 1)), found.calls());
  }

  /// The program looks these up by the names of the classes.
  private static Set<String> descriptionsOfCommands() throws IOException {
    Pattern command = Pattern.compile("@Command\\((?s:.*?)\\n[^@]*?class (\\w+)");
    Set<String> keys = new TreeSet<>();
    for (Path file : files("app")) {
      Matcher matcher = command.matcher(Files.readString(file));
      while (matcher.find()) {
        keys.add(matcher.group(1) + ".description");
      }
    }
    return keys;
  }

  private static int places(String text) {
    Matcher matcher = PLACE.matcher(text);
    int places = 0;
    while (matcher.find()) {
      places = Math.max(places, Integer.parseInt(matcher.group(1)) + 1);
    }
    return places;
  }

  private static SentenceFinder sources(String module) throws IOException {
    SentenceFinder known = READ.get(module);
    if (known == null) {
      known = SentenceFinder.in(files(module));
      READ.put(module, known);
    }
    return known;
  }

  private static List<Path> files(String module) throws IOException {
    try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src"))) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> !file.toString().replace('\\', '/').contains("/src/test/"))
          .sorted()
          .collect(Collectors.toList());
    }
  }

  private static Properties texts(String module) throws IOException {
    Properties texts = new Properties();
    try (Reader in =
        Files.newBufferedReader(
            ROOT.resolve(module)
                .resolve("src/main/resources/dev/hindsight/" + module + "/text/text.properties"))) {
      texts.load(in);
    }
    return texts;
  }
}
