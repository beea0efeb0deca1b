package dev.hindsight.app.fx;

import javafx.scene.control.Button;
import javafx.scene.layout.Region;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.javafx.FontIcon;

/// Buttons with an icon and a text that keep their width. FX thread.
public final class IconButton {
  private IconButton() {}

  /// A button.
  ///
  /// @param words its text
  /// @param run what it does
  public static Button of(String id, String words, Ikon icon, Runnable run) {
    Button button = new Button(words, new FontIcon(icon));
    button.setId(id);
    button.setMinWidth(Region.USE_PREF_SIZE);
    button.setOnAction(_ -> run.run());
    return button;
  }
}
