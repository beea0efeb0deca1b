package dev.hindsight;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.outcome.EventKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Rules about source files that class files cannot show.
class SourceRulesTest {
  private static final Path ROOT = Path.of(System.getProperty("hindsight.root", ".."));
  private static final List<String> MODULES =
      List.of("trainer", "render", "inspector", "app", "assets");
  private static final int LONGEST = 500;
  private static final Pattern MOVES = Pattern.compile("\\bFiles\\.move\\b|\\bATOMIC_MOVE\\b");
  private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
  private static final Pattern UNFINISHED = Pattern.compile("\\b(TODO|FIXME|XXX|HACK)\\b");

  /// A file tells one story; a longer one tells two.
  @Test
  void noSourceFileIsLongerThan500Lines() throws IOException {
    assertEquals(List.of(), product().filter(file -> lines(file) > LONGEST).toList());
  }

  /// A name that two files share makes readers open the wrong one.
  @Test
  void noTwoFilesShareAName() throws IOException {
    assertEquals(List.of(), shared(sources("src")));
  }

  @Test
  void aNameThatTwoFilesShareIsFound() {
    List<Path> files =
        List.of(
            Path.of("app/one/Layout.java"),
            Path.of("render/two/Layout.java"),
            Path.of("app/one/package-info.java"),
            Path.of("render/two/package-info.java"));

    assertEquals(List.of("Layout"), shared(files));
  }

  /// An event that only one environment has is declared in its package, and everything else takes
  /// it from recordings and shapes. Only `trainer.outcome` names some, for recordings without a
  /// declaration.
  @Test
  void noFileNamesAnEventOfASingleEnvironment() throws IOException {
    assertEquals(List.of(), product().filter(SourceRulesTest::namesAnEvent).toList());
  }

  @Test
  void aFileThatNamesAnEventOfASingleEnvironmentIsFound() {
    assertTrue(foreignEvents("dev.hindsight.app").matcher("if (EventKind.LOSS").find());
    assertTrue(!foreignEvents("dev.hindsight.app").matcher("if (EventKind.GOAL").find());
    String own = BuiltInEnvironments.named("airspace").getClass().getPackageName();
    assertTrue(!foreignEvents(own + ".radar").matcher("if (EventKind.LOSS").find());
  }

  private static boolean namesAnEvent(Path file) {
    String text = text(file);
    Matcher place = PACKAGE.matcher(text);
    String where = place.find() ? place.group(1) : "";
    return !where.equals(EventKind.class.getPackageName())
        && foreignEvents(where).matcher(text).find();
  }

  /// Finds the names of events that only one environment has, of which a package is no part.
  private static Pattern foreignEvents(String where) {
    String names =
        BuiltInEnvironments.all().stream()
            .filter(type -> !(where + ".").startsWith(type.getClass().getPackageName() + "."))
            .flatMap(type ->
                type.events().stream()
                    .filter(kind ->
                        BuiltInEnvironments.all().stream()
                            .noneMatch(other ->
                                !other.id().equals(type.id()) && other.events().contains(kind))))
            .filter(kind -> !EventKind.COMMON.contains(kind))
            .map(kind ->
                kind.isOwn()
                    ? "\"" + kind.name() + "\""
                    : "\\bEvent(Kind|Bits)\\." + kind.name().toUpperCase(Locale.ROOT) + "\\b")
            .collect(Collectors.joining("|"));
    return Pattern.compile(names.isEmpty() ? "$^" : names);
  }

  private static List<String> shared(List<Path> files) {
    return files.stream()
        .map(SourceRulesTest::type)
        .filter(name -> !name.equals("package-info"))
        .collect(Collectors.groupingBy(name -> name, Collectors.counting()))
        .entrySet()
        .stream()
        .filter(name -> name.getValue() > 1)
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  @Test
  void everyPackageSaysWhatItIsFor() throws IOException {
    List<Path> silent =
        sources("src").stream()
            .map(Path::getParent)
            .distinct()
            .filter(folder -> !Files.exists(folder.resolve("package-info.java")))
            .filter(folder -> !testsOf(folder))
            .toList();

    assertEquals(List.of(), silent);
  }

  @Test
  void nothingIsLeftToDo() throws IOException {
    assertEquals(
        List.of(), product().filter(file -> UNFINISHED.matcher(text(file)).find()).toList());
  }

  /// One class knows how to write a file under another name, move it, and clean up after a failure.
  @Test
  void onlyAtomicFileMovesAFileToItsName() throws IOException {
    assertEquals(
        List.of("AtomicFile.java"),
        sources("src/main").stream()
            .filter(file -> MOVES.matcher(text(file)).find())
            .map(file -> file.getFileName().toString())
            .toList());
  }

  /// Benchmarks share a jar and packages with the code they measure; removing them takes two lines.
  @Test
  void theProductNamesABenchWhereItStartsOneAndNowhereElse() throws IOException {
    List<String> benches = sources("src/bench").stream().map(SourceRulesTest::type).toList();
    List<String> named =
        sources("src/main").stream()
            .flatMap(
                file -> namedIn(text(file), benches).map(bench -> type(file) + " names " + bench))
            .sorted()
            .toList();

    assertTrue(benches.contains("UiBench"));
    assertEquals(
        List.of("DesktopWindow names StartBench", "HindsightCommand names BenchCommand"), named);
  }

  @Test
  void aNameInACommentOrATextIsNoneInTheCode() {
    List<String> bench = List.of("DriveBench");

    assertEquals(
        0, namedIn("/// As [DriveBench] does.\nString s = \"DriveBench\";", bench).count());
    assertEquals(1, namedIn("DriveBench.run(map);", bench).count());
    assertEquals(0, namedIn("DriveBenchmark.run(map);", bench).count());
  }

  private static Stream<String> namedIn(String source, List<String> types) {
    String code = source.replaceAll("//[^\n]*|\"(\\\\.|[^\"\\\\\n])*\"", "");
    return types.stream()
        .filter(type -> Pattern.compile("\\b" + type + "\\b").matcher(code).find());
  }

  private static String type(Path file) {
    return file.getFileName().toString().replace(".java", "");
  }

  private static Stream<Path> product() throws IOException {
    return Stream.concat(sources("src/main").stream(), sources("src/bench").stream());
  }

  /// Readers look there for the place of a change.
  @Test
  void architectureNamesEveryPackage() throws IOException {
    assertEquals(
        List.of(),
        unnamed(Files.readString(ROOT.resolve("ARCHITECTURE.md"))),
        "give these packages a row in ARCHITECTURE.md");
  }

  @Test
  void aPackageThatArchitectureDoesNotNameIsFound() throws IOException {
    String page = Files.readString(ROOT.resolve("ARCHITECTURE.md"));

    assertEquals(List.of("app.session"), unnamed(page.replace("| `.session` |", "|")));
    assertEquals(
        List.of("inspector.action"), unnamed(page.replace(", `.action` | one panel", " |")));
  }

  /// Packages without a place in the tables of their module.
  private static List<String> unnamed(String page) throws IOException {
    List<String> unnamed = new java.util.ArrayList<>();
    for (Path file : sources("src/main/java")) {
      String name =
          String.valueOf(file.getParent())
              .replace('\\', '/')
              .replaceAll(".*/src/main/java/dev/hindsight/?", "")
              .replace('/', '.');
      int dot = name.indexOf('.');
      if (file.endsWith("package-info.java")
          && dot > 0
          && !tables(page, name.substring(0, dot)).contains("`" + name.substring(dot) + "`")) {
        unnamed.add(name);
      }
    }
    return unnamed;
  }

  /// The section about the packages of a module, and the one about those of the command line.
  private static String tables(String page, String module) {
    String heading = "## Packages of `dev.hindsight." + module + "`";
    return Pattern.compile("(?m)^(?=## )")
        .splitAsStream(page)
        .filter(part ->
            part.startsWith(heading)
                || (module.equals("app") && part.startsWith("## The command line")))
        .collect(Collectors.joining());
  }

  /// Tests and benchmarks share the description of the package they are about.
  private static boolean testsOf(Path folder) {
    return Stream.of("main", "bench")
        .map(kind -> folder.toString().replaceFirst("/src/(test|bench)/", "/src/" + kind + "/"))
        .anyMatch(other ->
            !other.equals(folder.toString()) && Files.exists(Path.of(other, "package-info.java")));
  }

  private static List<Path> sources(String below) throws IOException {
    List<Path> found = new java.util.ArrayList<>();
    for (String module : MODULES) {
      Path folder = ROOT.resolve(module).resolve(below);
      if (Files.isDirectory(folder)) {
        try (Stream<Path> files = Files.walk(folder)) {
          files.filter(file -> file.toString().endsWith(".java")).forEach(found::add);
        }
      }
    }
    return found;
  }

  private static long lines(Path file) {
    return text(file).lines().count();
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
