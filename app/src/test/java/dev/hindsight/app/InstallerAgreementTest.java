package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.lang.module.ResolvedModule;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The workflow, the build, the packager and the docs agree on systems, files and options.
class InstallerAgreementTest {
  private static final Path ROOT = Path.of(System.getProperty("hindsight.root", ".."));

  /// The names of systems in installers, and of PyTorch's libraries for them.
  private static final Map<String, String> SYSTEMS =
      Map.of(
          "linux-x64", "linux-x86_64",
          "linux-arm64", "linux-aarch64",
          "windows-x64", "win-x86_64",
          "macos-arm64", "osx-aarch64",
          "macos-x64", "osx-x86_64");

  /// Libraries by the name the loader knows, with their Debian package.
  private static final Map<String, String> LIBRARIES =
      Map.ofEntries(
          Map.entry("libgtk-3.so.0", "libgtk-3-0"),
          Map.entry("libpango-1.0.so.0", "libpango-1.0-0"),
          Map.entry("libpangoft2-1.0.so.0", "libpangoft2-1.0-0"),
          Map.entry("libfontconfig.so.1", "libfontconfig1"),
          Map.entry("libfreetype.so.6", "libfreetype6"),
          Map.entry("libGL.so.1", "libgl1"),
          Map.entry("libX11.so.6", "libx11-6"),
          Map.entry("libXtst.so.6", "libxtst6"),
          Map.entry("libXxf86vm.so.1", "libxxf86vm1"),
          Map.entry("libstdc++.so.6", "libstdc++6"),
          Map.entry("libz.so.1", "zlib1g"),
          Map.entry("libc.so.6", "libc6"));

  private static String text(String file) throws IOException {
    return Files.readString(ROOT.resolve(file));
  }

  /// The first group of every match.
  private static Set<String> all(String pattern, String text) {
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .map((MatchResult match) -> match.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void theWorkflowBuildsForEverySystemThatHasLibraries() throws IOException {
    assertEquals(
        new TreeSet<>(SYSTEMS.keySet()),
        all("- \\{ os: \\S+, name: (\\S+) }", text(".github/workflows/installers.yml")));
    assertEquals(
        new TreeSet<>(SYSTEMS.values()), all("<native.djl>([^<]+)</native.djl>", text("pom.xml")));
  }

  @Test
  void theDocsNameEveryKindOfFileThatIsMade() throws IOException {
    Set<String> made =
        all("fileName\\(\\) \\+ \"\\.([a-z.]+)\"", text("jpackage/LinuxPackages.java"));
    Set<String> lists =
        all("List\\.of\\((\"[a-z]{3}\", \"[a-z]{3}\")\\)", text("jpackage/NativeInstallers.java"));
    lists.forEach(list -> made.addAll(all("\"([a-z]{3})\"", list)));
    String table = text("docs/installers.md").split("\n\n", -1)[2];
    assertEquals(made, all("`\\.([a-z.]+)`", table));
    assertEquals(7, made.size());
  }

  @Test
  void theWorkflowKeepsWhatTheProfileMakes() throws IOException {
    String workflow = text(".github/workflows/installers.yml");
    assertTrue(workflow.contains("-Pdist verify"));
    assertTrue(workflow.contains("path: jpackage/target/installers/*"));
    assertTrue(text("jpackage/LinuxPackages.java").contains("target(\"installers\")"));
    assertTrue(text("jpackage/NativeInstallers.java").contains("target(\"installers\")"));
    assertTrue(text("jpackage/pom.xml").contains("<id>dist</id>"));
    assertTrue(text(".ci/run").contains("-Pdist -Ddist=image"));
  }

  @Test
  void bothPackagesOfLinuxAskForTheSameLibraries() throws IOException {
    Set<String> debian = all("[ ,]([a-z0-9.+-]+)(?=[ ,\\n])", depends());
    Set<String> named = all("(lib[^ ,]+\\.so\\.[0-9]+)", requires());
    for (String library : named) {
      assertTrue(LIBRARIES.containsKey(library), "say which package of Debian has " + library);
      assertTrue(debian.contains(LIBRARIES.getOrDefault(library, "")), library);
    }
    assertEquals(LIBRARIES.keySet(), named);
    for (String data : List.of("desktop-file-utils", "shared-mime-info", "hicolor-icon-theme")) {
      assertTrue(debian.contains(data) && requires().contains(data), data);
    }
  }

  /// Outside parentheses, `or` is read as the name of a package, which does not exist.
  @Test
  void aChoiceOfRpmStandsInBrackets() throws IOException {
    assertTrue(requires().contains(" (font(dejavusans) or font(liberationsans))"));
    assertEquals(2, requires().split(" or ", -1).length);
  }

  private static String depends() throws IOException {
    return all("Depends:([^\\n]*\\n)", text("jpackage/linux/control")).iterator().next();
  }

  private static String requires() throws IOException {
    return String.join(" ", all("Requires:([^\\n]*)", text("jpackage/linux/hindsight.spec")));
  }

  @Test
  void nobodyHasOptionsBesideTheOneList() throws IOException {
    assertTrue(text("hindsight").contains("\"@$root/jpackage/jvm.options\""));
    assertTrue(text("hindsight.cmd").contains("jpackage\\jvm.options\""));
    for (String file : List.of("hindsight", "hindsight.cmd", "jpackage/AppImage.java")) {
      assertFalse(Pattern.compile("-Xm[sx]|--add-modules|UseSerialGC").matcher(text(file)).find());
    }
  }

  /// The Java runtime is linked from the list alone: a missing module would only show on a user's
  /// machine.
  @Test
  void everyModuleOfJavaThatOurClassesUseIsLinked() throws IOException {
    Set<String> roots =
        Stream.of(all("(?m)^--add-modules=(.*)$", text("jpackage/jvm.options")).iterator().next())
            .flatMap(list -> Stream.of(list.split(",")))
            .filter(module -> !module.startsWith("javafx."))
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> linked =
        Configuration.empty()
            .resolve(ModuleFinder.of(), ModuleFinder.ofSystem(), roots)
            .modules()
            .stream()
            .map(ResolvedModule::name)
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> used = used();
    assertTrue(used.contains("java.desktop"), used.toString());
    used.removeAll(linked);
    assertEquals(Set.of(), used);
  }

  private static Set<String> used() {
    List<String> arguments =
        new ArrayList<>(List.of("--multi-release", "25", "--ignore-missing-deps"));
    arguments.addAll(List.of("--print-module-deps"));
    Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> entry.contains("hindsight-") || entry.endsWith("target/classes"))
        .filter(entry -> !entry.endsWith("-tests.jar"))
        .forEach(arguments::add);
    StringWriter said = new StringWriter();
    ToolProvider jdeps = ToolProvider.findFirst("jdeps").orElseThrow();
    int code =
        jdeps.run(new PrintWriter(said), new PrintWriter(said), arguments.toArray(String[]::new));
    assertEquals(0, code, said.toString());
    return new TreeSet<>(List.of(said.toString().strip().split(",")));
  }
}
