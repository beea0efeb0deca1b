package dev.hindsight.render.stage;

import java.util.List;
import javafx.css.CssMetaData;
import javafx.css.Styleable;
import javafx.css.StyleableProperty;
import javafx.css.StyleablePropertyFactory;
import javafx.scene.layout.Region;

/// How large words are to be, times the usual, as the style sheet says with `-hs-text-scale`; 1
/// where it says nothing. A child, without any size, of whatever paints words itself. FX thread.
public final class TextScale extends Region {
  /// The name of the property in style sheets.
  public static final String STYLE = "-hs-text-scale";

  /// Who has this class is told.
  public static final String STYLE_CLASS = "hs-text-scale";

  private static final StyleablePropertyFactory<TextScale> FACTORY =
      new StyleablePropertyFactory<>(Region.getClassCssMetaData());

  private final StyleableProperty<Number> factor =
      FACTORY.createStyleableNumberProperty(this, "factor", STYLE, scale -> scale.factor, 1.0);

  /// @param changed is called when it becomes another one
  public TextScale(Runnable changed) {
    getStyleClass().add(STYLE_CLASS);
    setManaged(false);
    setMouseTransparent(true);
    if (factor instanceof javafx.beans.value.ObservableValue<?> watched) {
      watched.addListener((_, _, _) -> changed.run());
    }
  }

  /// Times the usual size.
  public double factor() {
    return factor.getValue().doubleValue();
  }

  @Override
  public List<CssMetaData<? extends Styleable, ?>> getCssMetaData() {
    return FACTORY.getCssMetaData();
  }
}
