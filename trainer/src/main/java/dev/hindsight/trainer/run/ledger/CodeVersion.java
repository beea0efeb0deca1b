package dev.hindsight.trainer.run.ledger;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/// The version of this program with the first digits of the training jar's digest, which
/// distinguishes two builds of one version.
public final class CodeVersion {
  private static final int DIGITS = 12;
  private static final String TEXT = make();

  private CodeVersion() {}

  /// For instance `0.1.0+3f9a0c11be27`; `development` if the classes do not come from a jar.
  public static String text() {
    return TEXT;
  }

  private static String make() {
    String version = CodeVersion.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version + jar().map(d -> "+" + d).orElse("");
  }

  private static Optional<String> jar() {
    CodeSource source = CodeVersion.class.getProtectionDomain().getCodeSource();
    try {
      byte[] bytes = Files.readAllBytes(Path.of(source.getLocation().toURI()));
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
      return Optional.of(HexFormat.of().formatHex(digest).substring(0, DIGITS));
    } catch (IOException | URISyntaxException | IllegalArgumentException _) {
      return Optional.empty();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
