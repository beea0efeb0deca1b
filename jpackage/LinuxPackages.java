import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/// The `.deb`, the `.rpm` and the portable `.tar.gz`, each where the system has the tools for it.
///
/// Both packages hold nothing but files in the places the desktop looks at, so that the package
/// manager that put them there takes them away again: no script runs at installation or removal.
/// They are packed with the quickest level of xz, which takes a fifth of the time of the usual ones
/// and is a tenth larger.
final class LinuxPackages {
  private final Product product;
  private final AppImage image;
  private final Path installers;
  private final Path tree;

  LinuxPackages(Product product, AppImage image) {
    this.product = product;
    this.image = image;
    this.installers = product.target("installers");
    this.tree = product.target("tree");
  }

  List<Path> build() throws IOException, InterruptedException {
    Trees.delete(installers);
    Files.createDirectories(installers);
    plant();
    List<Path> made = new ArrayList<>(List.of(archive()));
    if (Programs.isThere("dpkg-deb")) {
      made.add(deb());
    }
    if (Programs.isThere("rpmbuild")) {
      made.add(rpm());
    }
    return made;
  }

  /// Lays out the root of the file system as it is after an installation.
  private void plant() throws IOException {
    Trees.delete(tree);
    Trees.copy(image.folder(), tree.resolve("opt").resolve(Product.NAME));
    Path share = tree.resolve("usr/share");
    Path bin = Files.createDirectories(tree.resolve("usr/bin"));
    Files.createSymbolicLink(
        bin.resolve(Product.NAME), Path.of("../../opt", Product.NAME, "bin", Product.NAME));
    put("linux/hindsight.desktop", share.resolve("applications/hindsight.desktop"));
    put("linux/hindsight.xml", share.resolve("mime/packages/hindsight.xml"));
    for (int pixels : new int[] {16, 24, 32, 48, 64, 128, 256, 512}) {
      Path icons = share.resolve("icons/hicolor/" + pixels + "x" + pixels);
      copy(product.icon(pixels), icons.resolve("apps/hindsight.png"));
      copy(product.icon(pixels), icons.resolve("mimetypes/application-x-hindsight-rollout.png"));
    }
    copy(product.project("THIRD-PARTY.md"), share.resolve("doc/hindsight/THIRD-PARTY.md"));
    put("linux/copyright", share.resolve("doc/hindsight/copyright"));
  }

  private Path archive() throws IOException, InterruptedException {
    Path file = installers.resolve(product.fileName() + ".tar.gz");
    Programs.run(
        product.target("image"),
        List.of(
            "tar",
            "--owner=0",
            "--group=0",
            "--transform=s,^" + Product.NAME + "," + Product.NAME + "-" + product.version() + ",",
            "--use-compress-program=gzip -9",
            "-cf",
            file.toString(),
            Product.NAME));
    return file;
  }

  private Path deb() throws IOException, InterruptedException {
    Path root = product.target("deb");
    Trees.delete(root);
    Files.createDirectories(root.resolve("DEBIAN"));
    Trees.link(tree, root);
    String control =
        Files.readString(product.folder().resolve("linux/control"))
            .replace("@VERSION@", product.version())
            .replace("@ARCHITECTURE@", product.processor().equals("arm64") ? "arm64" : "amd64")
            .replace("@KILOBYTES@", Long.toString(Trees.bytes(tree) / 1024));
    Files.writeString(root.resolve("DEBIAN/control"), control);
    Path file = installers.resolve(product.fileName() + ".deb");
    Programs.run(
        root,
        List.of(
            "dpkg-deb", "--root-owner-group", "-Zxz", "-z1", "--build", ".", file.toString()));
    return file;
  }

  private Path rpm() throws IOException, InterruptedException {
    Path top = product.target("rpm");
    Trees.delete(top);
    Files.createDirectories(top);
    String arch = product.processor().equals("arm64") ? "aarch64" : "x86_64";
    Programs.run(
        product.folder(),
        List.of(
            "rpmbuild",
            "--quiet",
            "-bb",
            "--target",
            arch,
            "--define",
            "_topdir " + top,
            "--define",
            "hindsight_version " + product.version(),
            "--define",
            "hindsight_tree " + tree,
            product.folder().resolve("linux/hindsight.spec").toString()));
    Path file = installers.resolve(product.fileName() + ".rpm");
    for (Path built : Trees.files(top.resolve("RPMS").resolve(arch))) {
      Files.move(built, file, StandardCopyOption.REPLACE_EXISTING);
    }
    return file;
  }

  private void put(String resource, Path place) throws IOException {
    copy(product.folder().resolve(resource), place);
  }

  private static void copy(Path file, Path place) throws IOException {
    Files.createDirectories(place.getParent());
    Files.copy(file, place, StandardCopyOption.COPY_ATTRIBUTES);
  }
}
