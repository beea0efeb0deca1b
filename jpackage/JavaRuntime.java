import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The part of Java that Hindsight uses, JavaFX included, and the one list of JVM options.
final class JavaRuntime {
  private static final String MODULES = "--add-modules=";

  private final Product product;

  JavaRuntime(Product product) {
    this.product = product;
  }

  /// The lines of `jvm.options`, which the launchers of a checkout read, too.
  static List<String> options(Product product) throws IOException {
    try (Stream<String> lines = Files.lines(product.folder().resolve("jvm.options"))) {
      return lines.map(String::strip).filter(l -> !l.isEmpty() && !l.startsWith("#")).toList();
    }
  }

  /// Links the runtime.
  ///
  /// @param javafx libraries that go beside Java's own
  Path link(Path javafx) throws IOException {
    Path runtime = product.target("runtime");
    Trees.delete(runtime);
    List<String> arguments = new ArrayList<>(List.of("--output", runtime.toString()));
    arguments.addAll(List.of("--module-path", product.target("link").toString()));
    for (String option : options(product)) {
      if (option.startsWith(MODULES)) {
        arguments.addAll(List.of("--add-modules", option.substring(MODULES.length())));
      }
    }
    if (product.system() != Product.OperatingSystem.LINUX) {
      arguments.add("--strip-native-commands");
    }
    arguments.addAll(
        List.of(
            "--strip-java-debug-attributes",
            "--no-header-files",
            "--no-man-pages",
            "--compress",
            "zip-6"));
    Programs.tool("jlink", arguments);
    if (product.system() == Product.OperatingSystem.LINUX) {
      nameJava(runtime.resolve("bin"));
    }
    Path libraries =
        switch (product.system()) {
          case LINUX, MAC -> runtime.resolve("lib");
          case WINDOWS -> runtime.resolve("bin").resolve("javafx");
        };
    Trees.copy(javafx, libraries);
    return runtime;
  }

  /// Leaves of all commands only `java`, under the name that lists of processes will show.
  private static void nameJava(Path commands) throws IOException {
    Path java = commands.resolve("java");
    for (Path command : Trees.files(commands)) {
      if (!command.equals(java)) {
        Files.delete(command);
      }
    }
    Files.move(java, commands.resolve(Product.NAME));
  }
}
