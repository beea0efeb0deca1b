package dev.hindsight.app.fx;

import static java.nio.charset.StandardCharsets.UTF_8;

import atlantafx.base.theme.PrimerDark;
import atlantafx.base.theme.PrimerLight;
import dev.hindsight.app.settings.Theme;
import java.net.URL;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.application.Application;

/// The looks of the whole window: AtlantaFX's theme, a bridge that gives the colours ControlsFX
/// expects their names, and our own rules.
///
/// All of it is one *user-agent* sheet. ControlsFX brings its rules as user-agent sheets of single
/// controls; only names that are defined at that level reach them.
public final class StyleSheet {
  private static final String FOLDER = "/dev/hindsight/assets/css/";

  private StyleSheet() {}

  /// Dresses every window of the process. FX thread.
  public static void apply(Theme theme) {
    Application.setUserAgentStylesheet(dataUri(theme));
  }

  /// A sheet that imports the parts; imported, the theme comes in its compiled form, which loads
  /// faster than its text would.
  static String dataUri(Theme theme) {
    String imports =
        Stream.concat(Stream.of(base(theme)), parts(theme).stream())
            .map(url -> "@import url(\"" + url + "\");")
            .collect(Collectors.joining("\n"));
    return "data:text/css;base64," + Base64.getEncoder().encodeToString(imports.getBytes(UTF_8));
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
