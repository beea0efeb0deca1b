package dev.hindsight.app.fx;

import static dev.hindsight.app.text.AppText.wording;
import static java.nio.charset.StandardCharsets.UTF_8;

import atlantafx.base.theme.PrimerDark;
import atlantafx.base.theme.PrimerLight;
import dev.hindsight.app.settings.Theme;
import java.net.URL;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.application.Application;
import javafx.scene.paint.Color;

/// The style of the whole window: AtlantaFX's theme, definitions of the colours that ControlsFX
/// expects, and our own rules.
///
/// All of it is one *user-agent* sheet. ControlsFX adds its rules as user-agent sheets of its
/// controls, which see only names defined at that level.
public final class StyleSheet {
  private static final double FONT_PIXELS = 13;
  private static final double ICON_PIXELS = 17;

  /// `LiveTree` counts with the same height.
  private static final double ROW_PIXELS = 22;

  private static final String FOLDER = "/dev/hindsight/assets/css/";

  private StyleSheet() {}

  /// Applies the style to every window of the process. FX thread.
  ///
  /// @param fontPercent size of text and icons, in per cent of the usual one
  public static void apply(Theme theme, int fontPercent) {
    Application.setUserAgentStylesheet(dataUri(theme, fontPercent));
  }

  /// The background of a window: what the sheets of the theme call `-color-bg-default`.
  public static Color ground(Theme theme) {
    return switch (theme) {
      case DARK -> Color.web("#0d1117");
      case LIGHT -> Color.WHITE;
    };
  }

  /// A sheet that imports the parts. JavaFX uses the compiled form beside a part (`.bss`) where
  /// there is one, which loads faster than its text: themes have one, our own parts get theirs in
  /// an installation and in a checkout started by `./hindsight` (`jpackage/CompiledStyles.java`).
  static String dataUri(Theme theme, int fontPercent) {
    String imports =
        Stream.concat(Stream.of(base(theme)), parts(theme).stream())
            .map(url -> wording("StyleSheet.import_url", url))
            .collect(Collectors.joining("\n"));
    String sheet = imports + "\n" + sizes(fontPercent);
    return "data:text/css;base64," + Base64.getEncoder().encodeToString(sheet.getBytes(UTF_8));
  }

  /// All other sizes are relative to the text size.
  ///
  /// Even rows are whole pixels high: with 22.1 pixels a row, the table rounds the place of each
  /// row on its own, and how it was scrolled to that place decides which way.
  private static String sizes(int fontPercent) {
    double scale = fontPercent / 100.0;
    return String.format(
        Locale.ROOT,
        """
        .root { -fx-font-size: %.2fpx; }
        .ikonli-font-icon { -fx-icon-size: %dpx; }
        .hs-text-scale { -hs-text-scale: %.2f; }
        .hs-docks .hs-even-rows { -fx-fixed-cell-size: %dpx; }
        """,
        FONT_PIXELS * scale,
        Math.round(ICON_PIXELS * scale),
        scale,
        Math.round(ROW_PIXELS * scale));
  }

  private static String base(Theme theme) {
    String path =
        switch (theme) {
          case DARK -> new PrimerDark().getUserAgentStylesheet();
          case LIGHT -> new PrimerLight().getUserAgentStylesheet();
        };
    return url(StyleSheet.class.getResource(path));
  }

  private static List<String> parts(Theme theme) {
    String scene =
        switch (theme) {
          case DARK -> "dark.css";
          case LIGHT -> "light.css";
        };
    return Stream.of("bridge.css", scene, "hindsight.css", "docks.css")
        .map(name -> url(StyleSheet.class.getResource(FOLDER + name)))
        .toList();
  }

  private static String url(@org.jspecify.annotations.Nullable URL resource) {
    return Objects.requireNonNull(resource, "a style sheet is missing from the build").toString();
  }
}
