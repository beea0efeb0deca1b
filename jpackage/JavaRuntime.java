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
    arguments.addAll(
        List.of(
            "--strip-java-debug-attributes",
            "--strip-native-commands",
            "--no-header-files",
            "--no-man-pages",
            "--compress",
            "zip-6"));
    Programs.tool("jlink", arguments);
    Path libraries =
        switch (product.system()) {
          case LINUX, MAC -> runtime.resolve("lib");
          case WINDOWS -> runtime.resolve("bin").resolve("javafx");
        };
    Trees.copy(javafx, libraries);
    return runtime;
  }
}
