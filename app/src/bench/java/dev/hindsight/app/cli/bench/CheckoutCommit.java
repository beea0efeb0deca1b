package dev.hindsight.app.cli.bench;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/// The commit of the checkout that this program runs from. Changes that are not committed do not
/// show.
final class CheckoutCommit {
  private static final Pattern HASH = Pattern.compile("[0-9a-f]{40,64}");
  private static final String REF = "ref: ";
  private static final String GITDIR = "gitdir: ";

  private CheckoutCommit() {}

  /// Empty if the program is installed, or its checkout has no commit.
  static Optional<String> here() {
    try {
      Path classes =
          Path.of(CheckoutCommit.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      return of(classes);
    } catch (URISyntaxException | IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  /// The commit of the checkout that a file lies in.
  static Optional<String> of(Path file) {
    for (Path folder = file.toAbsolutePath(); folder != null; folder = folder.getParent()) {
      Path git = folder.resolve(".git");
      if (Files.exists(git)) {
        try {
          return head(folder, git);
        } catch (IOException _) {
          return Optional.empty();
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<String> head(Path folder, Path git) throws IOException {
    Path own = git;
    if (Files.isRegularFile(git)) {
      String text = Files.readString(git).strip();
      if (!text.startsWith(GITDIR)) {
        return Optional.empty();
      }
      own = folder.resolve(text.substring(GITDIR.length()));
    }
    String head = Files.readString(own.resolve("HEAD")).strip();
    if (!head.startsWith(REF)) {
      return hash(head);
    }
    String ref = head.substring(REF.length());
    Path common = own.resolve("commondir");
    Path shared = Files.exists(common) ? own.resolve(Files.readString(common).strip()) : own;
    Path loose = shared.resolve(ref);
    if (Files.isRegularFile(loose)) {
      return hash(Files.readString(loose).strip());
    }
    Path packed = shared.resolve("packed-refs");
    return Files.notExists(packed)
        ? Optional.empty()
        : Files.readAllLines(packed).stream()
            .filter(line -> line.endsWith(" " + ref))
            .findFirst()
            .flatMap(line -> hash(line.substring(0, line.indexOf(' '))));
  }

  private static Optional<String> hash(String text) {
    return Optional.of(text).filter(HASH.asMatchPredicate());
  }
}
