import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The installers jpackage makes on macOS (`.dmg`, `.pkg`) and on Windows (`.msi`, `.exe`; it calls
/// the WiX tools for them), each from the application image that has been tried out.
final class NativeInstallers {
  private final Product product;
  private final AppImage image;

  NativeInstallers(Product product, AppImage image) {
    this.product = product;
    this.image = image;
  }

  List<Path> build() throws IOException, InterruptedException {
    Path installers = product.target("installers");
    Trees.delete(installers);
    Files.createDirectories(installers);
    List<Path> made = new ArrayList<>();
    for (String type :
        product.system() == Product.OperatingSystem.MAC
            ? List.of("dmg", "pkg")
            : List.of("msi", "exe")) {
      made.add(build(type, installers));
    }
    return made;
  }

  private Path build(String type, Path installers) throws IOException {
    Path folder = product.target(type);
    Trees.delete(folder);
    List<String> arguments = new ArrayList<>(List.of("--type", type, "--name", Product.TITLE));
    arguments.addAll(List.of("--app-version", product.version(), "--vendor", Product.VENDOR));
    arguments.addAll(List.of("--description", Product.DESCRIPTION));
    arguments.addAll(List.of("--app-image", image.folder().toString()));
    arguments.addAll(List.of("--license-file", product.project("LICENSE").toString()));
    arguments.addAll(List.of("--dest", folder.toString()));
    if (product.system() == Product.OperatingSystem.WINDOWS) {
      arguments.addAll(ofWindows());
    }
    Programs.tool("jpackage", arguments);
    Path file = installers.resolve(product.fileName() + "." + type);
    for (Path built : Trees.files(folder)) {
      Files.move(built, file);
    }
    if (type.equals("msi")) {
      putOnThePath(file);
    }
    return file;
  }

  /// What jpackage has no option for; it does the same to the `.msi` in the `.exe`.
  private void putOnThePath(Path msi) throws IOException, InterruptedException {
    Path script = product.folder().resolve("windows/Hindsight-post-msi.wsf");
    Programs.said(
        List.of("cscript", "//Nologo", script.toString()), Map.of("JpMsiFile", msi.toString()));
  }

  /// For the user alone, so that nobody asks for an administrator.
  private List<String> ofWindows() {
    return List.of(
        "--file-associations",
        product.folder().resolve("rollout.properties").toString(),
        "--resource-dir",
        product.folder().resolve("windows").toString(),
        "--win-menu",
        "--win-per-user-install",
        "--win-dir-chooser",
        "--win-upgrade-uuid",
        Product.UPGRADE_CODE);
  }
}
