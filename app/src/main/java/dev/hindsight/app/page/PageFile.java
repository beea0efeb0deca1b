package dev.hindsight.app.page;

import dev.hindsight.trainer.AtomicFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/// The file of a page: a template with a style, a script and two blocks of data, compressed as zlib
/// and written in base64.
///
/// Its security policy forbids the browser every connection and every script but this one, which it
/// names by its hash: text of a recording can never run.
final class PageFile {
  private static final String TEMPLATE = "page.html";
  private static final String SCRIPT = "page.js";
  private static final String STYLE = "page.css";

  private PageFile() {}

  /// Writes the file atomically.
  ///
  /// @param title plain text
  /// @param json the data
  /// @param weights of the attention; may be empty
  /// @return its size
  static long write(Path out, String title, byte[] json, byte[] weights) throws IOException {
    String script = resource(SCRIPT);
    String style = resource(STYLE);
    // The placeholders are replaced in one pass, so that none in a title is.
    StringBuilder page = new StringBuilder();
    for (String part : resource(TEMPLATE).split("@@", -1)) {
      page.append(
          switch (part) {
            case "TITLE" -> escaped(title);
            case "SCRIPT" -> script;
            case "STYLE" -> style;
            case "SCRIPT_HASH" -> hash(script);
            case "STYLE_HASH" -> hash(style);
            case "DATA" -> packed(json);
            case "WEIGHTS" -> weights.length == 0 ? "" : packed(weights);
            default -> part;
          });
    }
    byte[] bytes = page.toString().getBytes(StandardCharsets.UTF_8);
    AtomicFile.write(out, bytes);
    return bytes.length;
  }

  private static String packed(byte[] bytes) {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
    try (DeflaterOutputStream out = new DeflaterOutputStream(packed, deflater)) {
      out.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      deflater.end();
    }
    return Base64.getEncoder().encodeToString(packed.toByteArray());
  }

  private static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return "sha256-" + Base64.getEncoder().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = PageFile.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the program lacks " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
