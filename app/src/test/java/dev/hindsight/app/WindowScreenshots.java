package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.training.TrainingPane;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.Control;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.control.ScrollPane;
import javafx.scene.image.PixelFormat;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.text.Text;
import javax.imageio.ImageIO;
import org.kordamp.ikonli.javafx.FontIcon;

/// Takes pictures of a window and notes which texts are cut off.
final class WindowScreenshots {
  private static final String COMPUTING = "Computing ";
  private static final int PULSES = 3;

  private final WindowUnderTest window;
  private final Path folder;
  private final String suffix;
  private final int width;
  private final int height;
  private final List<String> cutOff = new ArrayList<>();

  /// @param suffix the end of every picture's name, before the size
  WindowScreenshots(WindowUnderTest window, Path folder, String suffix, int width, int height) {
    this.window = window;
    this.folder = folder;
    this.suffix = suffix;
    this.width = width;
    this.height = height;
  }

  /// Takes pictures in both themes and three sizes; nothing may be cut off.
  static void takeAll(WindowUnderTest window, Path folder, String name)
      throws IOException, TimeoutException {
    for (Theme theme : Theme.values()) {
      window.onFx(() -> {
        window.context().preferences().send(kept -> kept.with(theme));
        return true;
      });
      for (int[] size : new int[][] {{1024, 700}, {1280, 800}, {1920, 1080}}) {
        WindowScreenshots pictures =
            new WindowScreenshots(
                window, folder, theme.name().toLowerCase(Locale.ROOT), size[0], size[1]);
        pictures.take(name);
        assertEquals(List.of(), pictures.cutOff());
      }
    }
  }

  /// Saves a picture of the window's content once everything has settled.
  ///
  /// Lays it out in a scene without a window: the headless screen has 1000 by 1000 pixels and
  /// cannot show a larger window.
  void take(String name) throws IOException, TimeoutException {
    int[] pixels = new int[width * height];
    look(
        name,
        studio -> {
          // A canvas drawn before any window has painted it only appears in the second picture.
          studio.snapshot(null);
          studio
              .snapshot(null)
              .getPixelReader()
              .getPixels(0, 0, width, height, PixelFormat.getIntArgbInstance(), pixels, 0, width);
        });
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    image.setRGB(0, 0, width, height, pixels, 0, width);
    String file = name + "-" + suffix + "-" + width + "x" + height + ".png";
    ImageIO.write(image, "png", folder.resolve(file).toFile());
  }

  /// Does what pulses do to a scene in a window: table cells find their width in a second one.
  static void layOut(Scene studio) {
    for (int pulse = 0; pulse < PULSES; pulse++) {
      studio.getRoot().applyCss();
      studio.getRoot().layout();
    }
  }

  /// As [#take], without a picture.
  ///
  /// @param look receives the content once everything has settled, on the FX thread
  void look(String name, Consumer<Scene> look) throws TimeoutException {
    Scene studio =
        window.onFx(() -> {
          Parent root = window.stage().getScene().getRoot();
          window.stage().getScene().setRoot(new Region());
          Scene scene = new Scene(root, width, height);
          scene.snapshot(null);
          return scene;
        });
    window.settle();
    window.until(() -> {
      // What is drawn only where it is visible needs the size that the picture will have.
      layOut(studio);
      return drawn(studio.getRoot());
    });
    window.onFx(() -> {
      layOut(studio);
      look.accept(studio);
      note(name, studio.getRoot());
      Parent root = studio.getRoot();
      studio.setRoot(new Region());
      window.stage().getScene().setRoot(root);
      return true;
    });
  }

  /// Whether a node is complete: charts are drawn one per frame, and panels that compute without a
  /// task say so meanwhile.
  private static boolean drawn(Node node) {
    if (node.isVisible()
        && node instanceof Label label
        && String.valueOf(label.getText()).startsWith(COMPUTING)) {
      return false;
    }
    if (node instanceof TrainingPane training) {
      return training.upToDate();
    }
    return !(node instanceof Parent parent)
        || parent.getChildrenUnmodifiable().stream().allMatch(WindowScreenshots::drawn);
  }

  /// Every text that was shortened, and every control of the bars beyond the edge of the window,
  /// with its picture.
  List<String> cutOff() {
    return List.copyOf(cutOff);
  }

  /// Notes what is cut off in a laid-out node. FX thread.
  void note(String picture, Node node) {
    if (!node.isVisible()) {
      return;
    }
    if (node instanceof Labeled labeled && !labeled.isWrapText() && labeled.getText() != null) {
      labeled.getChildrenUnmodifiable().stream()
          .filter(text -> text instanceof Text && !(text instanceof FontIcon))
          .map(text -> ((Text) text).getText())
          .filter(shown -> !shown.equals(labeled.getText()))
          .forEach(
              shown -> cutOff.add(picture + ": '" + labeled.getText() + "' as '" + shown + "'"));
    }
    if (node instanceof Control control
        && control.getParent() instanceof HBox
        && !scrolled(control)
        && control.localToScene(control.getLayoutBounds()).getMaxX() > width + 1) {
      cutOff.add(picture + ": " + control.getId() + " beyond the edge");
    }
    if (node instanceof Parent parent) {
      parent.getChildrenUnmodifiable().forEach(child -> note(picture, child));
    }
  }

  private static boolean scrolled(Node node) {
    return Stream.iterate(node, Objects::nonNull, Node::getParent)
        .anyMatch(ScrollPane.class::isInstance);
  }
}
