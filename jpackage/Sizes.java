import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/// Prints how large everything is, in the form the table in docs/installers.md has.
final class Sizes {
  private static final double MEGA = 1e6;

  /// What a portable archive may have at most, in bytes.
  private static final long LIMIT = 260_000_000;

  private final Product product;
  private final AppImage image;

  Sizes(Product product, AppImage image) {
    this.product = product;
    this.image = image;
  }

  /// What the installed program is made of.
  void parts() throws IOException {
    Path natives = image.app().resolve("natives");
    line("part", "MB");
    line("---", "---:");
    line("Java and JavaFX", image.java());
    line("PyTorch (CPU)", natives.resolve("pytorch"));
    line("ONNX Runtime", natives.resolve("onnxruntime"));
    line("FFmpeg", natives.resolve("ffmpeg"));
    long jars = 0;
    for (Path file : Trees.files(image.app())) {
      jars += file.toString().endsWith(".jar") ? file.toFile().length() : 0;
    }
    line("jars", megabytes(jars));
    line("start cache", megabytes(image.app().resolve("start.aot").toFile().length()));
    line("samples", image.app().resolve("samples"));
    line("installed, in all", image.folder());
  }

  /// What is downloaded.
  ///
  /// @throws IllegalStateException if an archive is larger than it may be
  void table(List<Path> made) {
    line("file", "MB");
    line("---", "---:");
    for (Path file : made) {
      line(String.valueOf(file.getFileName()), megabytes(file.toFile().length()));
    }
    System.out.println("in " + product.target("installers"));
    for (Path file : made) {
      if (file.toString().endsWith(".tar.gz") && file.toFile().length() > LIMIT) {
        throw new IllegalStateException(
            file.getFileName() + " is larger than " + megabytes(LIMIT) + " MB");
      }
    }
  }

  private static void line(String what, Path tree) throws IOException {
    line(what, megabytes(Trees.bytes(tree)));
  }

  private static void line(String what, String size) {
    System.out.println("| " + what + " | " + size + " |");
  }

  private static String megabytes(long bytes) {
    return String.format(Locale.ROOT, "%.0f", bytes / MEGA);
  }
}
