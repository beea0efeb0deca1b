package dev.hindsight.inspector.live;

import javafx.scene.image.Image;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;

/// The system's clipboard. FX thread.
public final class SystemClipboard {
  private SystemClipboard() {}

  /// Replaces the content of the clipboard by a text.
  public static void copy(String text) {
    ClipboardContent content = new ClipboardContent();
    content.putString(text);
    Clipboard.getSystemClipboard().setContent(content);
  }

  /// The text in the clipboard; empty without one.
  public static String text() {
    String text = Clipboard.getSystemClipboard().getString();
    return text == null ? "" : text;
  }

  /// Replaces the content of the clipboard by an image.
  public static void copy(Image image) {
    ClipboardContent content = new ClipboardContent();
    content.putImage(image);
    Clipboard.getSystemClipboard().setContent(content);
  }
}
