package dev.hindsight.app.fx;

import atlantafx.base.theme.Styles;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.javafx.FontIcon;

/// A row of pills, at least two, one of which is pressed: each stands for a view. FX thread.
public final class PillRow extends HBox {
  /// @param pills from left to right
  public PillRow(ToggleButton... pills) {
    super(pills);
    ToggleGroup group = new ToggleGroup();
    group.getToggles().addAll(pills);
    group
        .selectedToggleProperty()
        .addListener((_, before, now) -> {
          if (now == null) {
            group.selectToggle(before);
          }
        });
    for (int i = 0; i < pills.length; i++) {
      pills[i]
          .getStyleClass()
          .add(
              i == 0
                  ? Styles.LEFT_PILL
                  : i == pills.length - 1 ? Styles.RIGHT_PILL : Styles.CENTER_PILL);
    }
  }

  /// A pill.
  public static ToggleButton pill(String id, String words, Ikon icon) {
    ToggleButton pill = new ToggleButton(words, new FontIcon(icon));
    pill.setId(id);
    pill.setMinWidth(Region.USE_PREF_SIZE);
    return pill;
  }
}
