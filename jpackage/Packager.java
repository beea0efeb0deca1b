import java.nio.file.Path;
import java.util.List;

/// Builds what people install on the system it runs on: an application image, tried out at once,
/// and the installers made of it.
///
/// Run by `./mvnw -Pdist verify`, which first fills `target/jars` (the class path) and
/// `target/modules` (JavaFX): `java Packager.java FOLDER VERSION PLATFORM WHAT`.
final class Packager {
  private Packager() {}

  /// @param arguments this module's folder, the version, the classifier of PyTorch's libraries,
  ///   and `image` or `installers`
  public static void main(String[] arguments) throws Exception {
    Product product = new Product(Path.of(arguments[0]), arguments[1], arguments[2]);
    Natives natives = new Natives(product);
    natives.sortOut();
    new CompiledStyles(Trees.files(product.target("modules"))).addTo(product.input());
    Path runtime = new JavaRuntime(product).link(natives.javafx());
    AppImage image = new AppImage(product, runtime);
    image.build();
    new Trial(image).check();
    Path sample = new ShippedSamples(image).record(natives.hasEngine());
    new StartCache(image).train(sample);
    if (natives.hasEngine()) {
      new Trial(image).selfTest();
    } else {
      System.out.println("there is no PyTorch for this system: no self-test, which trains");
    }
    new Sizes(product, image).parts();
    if (arguments[3].equals("installers")) {
      List<Path> made =
          switch (product.system()) {
            case LINUX -> new LinuxPackages(product, image).build();
            case MAC, WINDOWS -> new NativeInstallers(product, image).build();
          };
      new Sizes(product, image).table(made);
    }
  }
}
