import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/// Takes the native libraries out of the jars: those of this system become files in the
/// installation, where they are loaded from as they are; those of other systems are left out. So
/// every library is on the disk once, and none is unpacked into a user's folders, but for the bridge
/// to another PyTorch than the shipped one.
///
/// `input/natives/pytorch/VERSION-cpu-PLATFORM`, `input/natives/onnxruntime`, `input/natives/ffmpeg`
/// and `input/natives/jna` are what `dev.hindsight.trainer.NativeFolder` expects; JavaFX looks beside Java's own libraries.
final class Natives {
  private static final Pattern LIBRARY = Pattern.compile(".*\\.(so(\\.\\d+)*|dll|dylib|jnilib|a)");

  /// What only a debugger reads.
  private static final Pattern SYMBOLS = Pattern.compile(".*(\\.dSYM/.*|\\.pdb)");

  /// Parts of FFmpeg no film needs.
  private static final Pattern UNUSED = Pattern.compile(".*(avfilter|avdevice).*");

  private final Product product;

  Natives(Product product) {
    this.product = product;
  }

  /// Where JavaFX's libraries are put.
  Path javafx() {
    return product.target("javafx");
  }

  /// Fills `input` from `jars`, and `link` from `modules`.
  void sortOut() throws IOException, InterruptedException {
    Path input = Files.createDirectories(product.input());
    for (Path jar : Trees.files(product.target("jars"))) {
      Optional<Path> copied = sort(jar, input);
      copied.ifPresent(Trees::datedByTheBuild);
    }
    Path modules = Files.createDirectories(product.target("link"));
    for (Path jar : Trees.files(product.target("modules"))) {
      sort(jar, modules);
    }
    strip();
  }

  /// A fifth of PyTorch for Linux is a table of names that nothing reads at run time.
  private void strip() throws IOException, InterruptedException {
    if (product.system() == Product.OperatingSystem.LINUX && hasEngine()) {
      if (!Programs.isThere("strip")) {
        System.out.println("without strip (package binutils) PyTorch stays 90 MB larger");
        return;
      }
      Path engine = product.input().resolve("natives/pytorch").resolve(engine());
      for (Path library : Trees.files(engine)) {
        Programs.run(engine, List.of("strip", "--strip-unneeded", library.toString()));
      }
    }
  }

  /// Writes the jar anew.
  ///
  /// @return the jar without its libraries; nothing where it held nothing else
  private Optional<Path> sort(Path jar, Path folder) throws IOException {
    String name = jar.getFileName().toString();
    Path copy = folder.resolve(name);
    boolean classes = false;
    try (ZipFile from = new ZipFile(jar.toFile());
        ZipOutputStream to = new ZipOutputStream(Files.newOutputStream(copy))) {
      Enumeration<? extends ZipEntry> entries = from.entries();
      while (entries.hasMoreElements()) {
        ZipEntry entry = entries.nextElement();
        if (entry.isDirectory() || SYMBOLS.matcher(entry.getName()).matches()) {
          continue;
        }
        if (LIBRARY.matcher(entry.getName()).matches()) {
          Optional<Path> place = place(name, entry.getName(), from);
          if (place.isPresent()) {
            Files.createDirectories(place.get().getParent());
            try (InputStream in = from.getInputStream(entry)) {
              Files.copy(in, place.get());
            }
          }
          if (!keptInside(name, entry.getName())) {
            continue;
          }
        }
        classes |= counts(entry.getName());
        Jars.store(to, entry.getName(), Jars.bytes(from, entry));
      }
    }
    if (!classes) {
      Files.delete(copy);
      return Optional.empty();
    }
    return Optional.of(copy);
  }

  /// A jar of libraries is gone with them, but for what says which they are.
  private static boolean counts(String entry) {
    return (entry.endsWith(".class") && !entry.endsWith("module-info.class"))
        || !entry.startsWith("META-INF/")
            && !entry.endsWith(".h")
            && !entry.startsWith("org/bytedeco");
  }

  /// The bridges to another PyTorch than the shipped one, for CUDA or without it, go into the cache
  /// when one is used: few machines have any, and only Linux and Windows on x86-64 can use it.
  private boolean keptInside(String jar, String entry) {
    return jar.startsWith("pytorch-jni")
        && product.processor().equals("x64")
        && product.system() != Product.OperatingSystem.MAC
        && entry.startsWith("jnilib/" + product.platform() + "/");
  }

  /// Where a library goes; nothing for those that are not needed here.
  private Optional<Path> place(String jar, String entry, ZipFile from) throws IOException {
    String file = entry.substring(entry.lastIndexOf('/') + 1);
    Path natives = product.input().resolve("natives");
    if (jar.startsWith("javafx-media")) {
      return Optional.empty();
    }
    if (jar.startsWith("javafx-")) {
      return Optional.of(javafx().resolve(file));
    }
    if (jar.startsWith("pytorch-native")) {
      return Optional.of(natives.resolve("pytorch").resolve(engine(from)).resolve(file));
    }
    if (jar.startsWith("pytorch-jni")) {
      return entry.startsWith("jnilib/" + product.platform() + "/cpu/") && hasEngine()
          ? Optional.of(natives.resolve("pytorch").resolve(engine()).resolve(file))
          : Optional.empty();
    }
    if (jar.startsWith("jna-")) {
      return entry.equals("com/sun/jna/" + jnaPlatform() + "/" + file)
          ? Optional.of(natives.resolve("jna").resolve(file))
          : Optional.empty();
    }
    if (jar.startsWith("onnxruntime-")) {
      return entry.startsWith("ai/onnxruntime/native/" + onnxPlatform() + "/")
              && !entry.contains(".dSYM/")
          ? Optional.of(natives.resolve("onnxruntime").resolve(file))
          : Optional.empty();
    }
    if (jar.startsWith("ffmpeg-") || jar.startsWith("javacpp-")) {
      return UNUSED.matcher(file).matches()
          ? Optional.empty()
          : Optional.of(natives.resolve("ffmpeg").resolve(file));
    }
    throw new IllegalStateException(
        jar + " brings a native library nobody has said what to do with: " + entry);
  }

  /// Whether there is a PyTorch for this system; there is none for Intel Macs.
  boolean hasEngine() throws IOException {
    return Trees.files(product.target("jars")).stream()
        .anyMatch(jar -> jar.getFileName().toString().startsWith("pytorch-native"));
  }

  private String engine() throws IOException {
    for (Path jar : Trees.files(product.target("jars"))) {
      if (jar.getFileName().toString().startsWith("pytorch-native")) {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
          return engine(zip);
        }
      }
    }
    throw new IllegalStateException("no PyTorch among the jars");
  }

  /// The folder DJL would unpack this build of PyTorch to.
  private static String engine(ZipFile jar) throws IOException {
    Properties about = new Properties();
    try (InputStream in = jar.getInputStream(jar.getEntry("native/lib/pytorch.properties"))) {
      about.load(in);
    }
    return about.getProperty("version")
        + "-"
        + about.getProperty("flavor")
        + "-"
        + about.getProperty("classifier");
  }

  /// This system by ONNX Runtime's names.
  private String onnxPlatform() {
    String arch = product.processor().equals("arm64") ? "aarch64" : "x64";
    return switch (product.system()) {
          case LINUX -> "linux-";
          case MAC -> "osx-";
          case WINDOWS -> "win-";
        }
        + arch;
  }

  /// This system by JNA's names.
  private String jnaPlatform() {
    String arch = product.processor().equals("arm64") ? "aarch64" : "x86-64";
    return switch (product.system()) {
          case LINUX -> "linux-";
          case MAC -> "darwin-";
          case WINDOWS -> "win32-";
        }
        + arch.toLowerCase(Locale.ROOT);
  }
}
