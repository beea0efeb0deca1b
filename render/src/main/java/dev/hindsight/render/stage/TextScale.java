package dev.hindsight.render.stage;

import java.util.List;
import javafx.css.CssMetaData;
import javafx.css.Styleable;
import javafx.css.StyleableProperty;
import javafx.css.StyleablePropertyFactory;
import javafx.scene.layout.Region;

/// The text scale relative to the default, as the style sheet sets it with `-hs-text-scale`; 1 if
/// it does not. An invisible child of nodes that paint text themselves. FX thread.
public final class TextScale extends Region {
  /// The name of the property in style sheets.
  public static final String STYLE = "-hs-text-scale";

  /// Style class of nodes that read the property.
  public static final String STYLE_CLASS = "hs-text-scale";

  private static final StyleablePropertyFactory<TextScale> FACTORY =
      new StyleablePropertyFactory<>(Region.getClassCssMetaData());

  private final StyleableProperty<Number> factor =
      FACTORY.createStyleableNumberProperty(this, "factor", STYLE, scale -> scale.factor, 1.0);

  /// @param changed called when the scale changes
  public TextScale(Runnable changed) {
    getStyleClass().add(STYLE_CLASS);
    setManaged(false);
    setMouseTransparent(true);
    if (factor instanceof javafx.beans.value.ObservableValue<?> watched) {
      watched.addListener((_, _, _) -> changed.run());
    }
  }

  /// Factor on the default size.
  public double factor() {
    return factor.getValue().doubleValue();
  }

  @Override
  public List<CssMetaData<? extends Styleable, ?>> getCssMetaData() {
    return FACTORY.getCssMetaData();
  }
}
