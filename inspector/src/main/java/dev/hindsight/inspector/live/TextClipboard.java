package dev.hindsight.inspector.live;

import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;

/// The system's clipboard, for text. FX thread.
public final class TextClipboard {
  private TextClipboard() {}

  /// Replaces the content of the clipboard by a text.
  public static void copy(String text) {
    ClipboardContent content = new ClipboardContent();
    content.putString(text);
    Clipboard.getSystemClipboard().setContent(content);
  }
}
