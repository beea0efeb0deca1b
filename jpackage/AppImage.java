import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The application as a folder that runs wherever it lies.
final class AppImage {
  private final Product product;
  private final Path runtime;

  AppImage(Product product, Path runtime) {
    this.product = product;
    this.runtime = runtime;
  }

  Product product() {
    return product;
  }

  /// The folder.
  Path folder() {
    Path folder = product.target("image");
    return switch (product.system()) {
      case LINUX -> folder.resolve(Product.NAME);
      case MAC -> folder.resolve(Product.TITLE + ".app");
      case WINDOWS -> folder.resolve(Product.TITLE);
    };
  }

  /// The command line.
  Path launcher() {
    return switch (product.system()) {
      case LINUX -> folder().resolve("bin").resolve(Product.NAME);
      case MAC -> folder().resolve("Contents/MacOS").resolve(Product.TITLE);
      case WINDOWS -> folder().resolve(Product.NAME + "-console.exe");
    };
  }

  /// Jars, libraries and the launchers' settings.
  Path app() {
    return switch (product.system()) {
      case LINUX -> folder().resolve("lib/app");
      case MAC -> folder().resolve("Contents/app");
      case WINDOWS -> folder().resolve("app");
    };
  }

  /// The Java in it.
  Path java() {
    return switch (product.system()) {
      case LINUX -> folder().resolve("lib/runtime");
      case MAC -> folder().resolve("Contents/runtime");
      case WINDOWS -> folder().resolve("runtime");
    };
  }

  void build() throws IOException {
    Trees.delete(product.target("image"));
    List<String> arguments = new ArrayList<>(List.of("--type", "app-image"));
    arguments.addAll(List.of("--name", folderName()));
    arguments.addAll(List.of("--app-version", product.version(), "--vendor", Product.VENDOR));
    arguments.addAll(List.of("--description", Product.DESCRIPTION));
    arguments.addAll(List.of("--dest", product.target("image").toString()));
    arguments.addAll(List.of("--app-content", notices()));
    arguments.addAll(List.of("--input", product.input().toString()));
    arguments.addAll(List.of("--main-jar", "hindsight-app-" + product.version() + ".jar"));
    arguments.addAll(List.of("--main-class", Product.MAIN_CLASS));
    arguments.addAll(List.of("--runtime-image", runtime.toString()));
    for (String option : JavaRuntime.options(product)) {
      arguments.addAll(List.of("--java-options", option));
    }
    arguments.addAll(List.of("--java-options", "-Dhindsight.natives=$APPDIR/natives"));
    arguments.addAll(ofTheSystem());
    Programs.tool("jpackage", arguments);
    if (product.system() == Product.OperatingSystem.LINUX) {
      Files.delete(folder().resolve("lib/libapplauncher.so"));
    }
    writeScript();
  }

  /// On Linux, a script starts it: with the settings that jpackage's launcher would have now.
  private void writeScript() throws IOException {
    if (product.system() == Product.OperatingSystem.LINUX) {
      new LinuxLauncher(this).write();
    }
  }

  private String folderName() {
    return product.system() == Product.OperatingSystem.LINUX ? Product.NAME : Product.TITLE;
  }

  private List<String> ofTheSystem() throws IOException {
    return switch (product.system()) {
      case LINUX -> List.of("--icon", product.icon(256).toString());
      case MAC ->
          List.of(
              "--icon",
              IconFiles.apple(product).toString(),
              "--mac-package-identifier",
              "dev.hindsight",
              // A double click is an event there, which JavaFX keeps inside (ToolkitEvents).
              "--java-options",
              "--add-exports=javafx.graphics/com.sun.glass.ui=ALL-UNNAMED",
              "--file-associations",
              product.folder().resolve("rollout.properties").toString());
      // A program of Windows either has a console or has none: the menu's has none.
      case WINDOWS ->
          List.of(
              "--icon",
              IconFiles.windows(product).toString(),
              "--add-launcher",
              Product.NAME + "-console=" + product.folder().resolve("windows/console.properties"));
    };
  }

  /// A line more for the launchers.
  void addJavaOption(String option) throws IOException {
    for (Path settings : Trees.files(app())) {
      if (settings.toString().endsWith(".cfg")) {
        List<String> lines = new ArrayList<>(Files.readAllLines(settings));
        lines.add(lines.indexOf("[JavaOptions]") + 1, "java-options=" + option);
        Files.write(settings, lines);
      }
    }
    writeScript();
  }

  /// What the licences of everything inside want to go with it.
  private String notices() throws IOException {
    Path licences = Licences.gather(product);
    return Stream.concat(
            Stream.of("LICENSE", "NOTICE", "THIRD-PARTY.md").map(product::project),
            Stream.concat(
                Stream.of(licences),
                product.system() == Product.OperatingSystem.WINDOWS
                    ? Stream.of(product.folder().resolve("windows/bin"))
                    : Stream.empty()))
        .map(Path::toString)
        .collect(Collectors.joining(","));
  }
}
