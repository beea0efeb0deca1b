import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Builds what people install, with the `jpackage` of the JDK that runs this: an application image,
/// tried out at once, and where the machine has Debian's tools a `.deb` made from it.
///
/// Run by `./mvnw -Pdist package`, which first fills `target/input` (the class path) and
/// `target/modules` (JavaFX): `java Packager.java FOLDER VERSION`.
final class Packager {
  private static final String NAME = "hindsight";
  private static final String MODULES = "--add-modules=";

  /// What JavaFX, the film encoder and the fonts load by name, and jpackage therefore does not see.
  private static final String DEBIAN_PACKAGES =
      "libgtk-3-0 | libgtk-3-0t64, libxtst6, libxxf86vm1, libgl1, libpangoft2-1.0-0,"
          + " fonts-dejavu-core";

  private final Path folder;
  private final String version;
  private final Path target;

  private Packager(Path folder, String version) {
    this.folder = folder;
    this.version = version;
    this.target = folder.resolve("target");
  }

  /// @param arguments this module's folder, the version
  public static void main(String[] arguments) throws Exception {
    Packager packager = new Packager(Path.of(arguments[0]), arguments[1]);
    Path image = packager.image();
    packager.tryOut(image);
    if (isThere("dpkg-deb") && isThere("fakeroot")) {
      packager.debianPackage(image);
    }
  }

  private Path image() throws IOException {
    Path image = target.resolve("image").resolve(NAME);
    delete(image);
    List<String> options = options();
    List<String> arguments = new ArrayList<>(List.of("--type", "app-image"));
    arguments.addAll(List.of("--name", NAME, "--app-version", version));
    arguments.addAll(List.of("--vendor", "Hindsight", "--icon", icon().toString()));
    arguments.addAll(List.of("--dest", image.getParent().toString()));
    arguments.addAll(List.of("--app-content", notices()));
    arguments.addAll(List.of("--input", target.resolve("input").toString()));
    arguments.addAll(List.of("--main-jar", "hindsight-app-" + version + ".jar"));
    arguments.addAll(List.of("--main-class", "dev.hindsight.app.Main"));
    arguments.addAll(List.of("--module-path", target.resolve("modules").toString()));
    for (String option : options) {
      if (option.startsWith(MODULES)) {
        arguments.addAll(List.of("--add-modules", option.substring(MODULES.length())));
      }
      arguments.addAll(List.of("--java-options", option));
    }
    arguments.addAll(
        List.of(
            "--jlink-options", "--strip-debug --no-header-files --no-man-pages --compress zip-6"));
    run(arguments);
    System.out.printf(Locale.ROOT, "%s: %d MB%n", image, megabytes(image));
    return image;
  }

  /// An image that cannot say its version is none.
  private void tryOut(Path image) throws IOException, InterruptedException {
    Path launcher = launcher(image);
    Process process =
        new ProcessBuilder(launcher.toString(), "--version").redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes()).strip();
    if (!process.waitFor(1, TimeUnit.MINUTES)
        || process.exitValue() != 0
        || !said.contains(version)) {
      throw new IllegalStateException(launcher + " --version says: " + said);
    }
    System.out.println(launcher + " --version: " + said);
  }

  private void debianPackage(Path image) throws IOException {
    Path installers = target.resolve("installers");
    delete(installers);
    List<String> arguments = new ArrayList<>(List.of("--type", "deb"));
    arguments.addAll(List.of("--name", NAME, "--app-version", version));
    arguments.addAll(List.of("--app-image", image.toString(), "--dest", installers.toString()));
    arguments.addAll(List.of("--vendor", "Hindsight"));
    arguments.addAll(
        List.of("--description", "Looks back at reinforcement-learning rollouts, tick by tick"));
    arguments.addAll(List.of("--license-file", folder.resolveSibling("LICENSE").toString()));
    arguments.addAll(List.of("--linux-package-deps", DEBIAN_PACKAGES));
    arguments.addAll(List.of("--linux-app-category", "science"));
    run(arguments);
    System.out.printf(Locale.ROOT, "%s: %d MB%n", installers, megabytes(installers));
  }

  private List<String> options() throws IOException {
    try (Stream<String> lines = Files.lines(folder.resolve("jvm.options"))) {
      return lines.map(String::strip).filter(l -> !l.isEmpty() && !l.startsWith("#")).toList();
    }
  }

  /// What the licences of everything inside want to go with it.
  private String notices() {
    return Stream.of("LICENSE", "NOTICE", "THIRD-PARTY.md")
        .map(name -> folder.resolveSibling(name).toString())
        .collect(Collectors.joining(","));
  }

  private Path icon() {
    return folder.resolveSibling(
        "assets/src/main/resources/dev/hindsight/assets/icons/hindsight-256.png");
  }

  private static Path launcher(Path image) {
    String system = System.getProperty("os.name");
    return system.startsWith("Windows")
        ? image.resolve(NAME + ".exe")
        : image.resolve("bin").resolve(NAME);
  }

  private static void run(List<String> arguments) {
    int code =
        ToolProvider.findFirst("jpackage")
            .orElseThrow(() -> new IllegalStateException("this JDK has no jpackage"))
            .run(System.out, System.err, arguments.toArray(String[]::new));
    if (code != 0) {
      throw new IllegalStateException("jpackage failed");
    }
  }

  private static boolean isThere(String program) {
    String path = System.getenv().getOrDefault("PATH", "");
    return Stream.of(path.split(java.io.File.pathSeparator))
        .anyMatch(p -> Files.isExecutable(Path.of(p, program)));
  }

  private static long megabytes(Path tree) throws IOException {
    try (Stream<Path> files = Files.walk(tree)) {
      return files.filter(Files::isRegularFile).mapToLong(f -> f.toFile().length()).sum()
          / 1_000_000;
    }
  }

  private static void delete(Path tree) throws IOException {
    if (!Files.exists(tree)) {
      return;
    }
    try (Stream<Path> files = Files.walk(tree)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
