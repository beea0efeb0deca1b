package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.settings.WindowSize;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeoutException;
import javafx.css.PseudoClass;
import javafx.scene.AccessibleAttribute;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.control.Spinner;
import javafx.scene.image.PixelReader;
import javafx.scene.image.WritableImage;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Every focusable control has a name, and shows that it has the keyboard focus.
class AccessibilityTest {
  private static final PseudoClass FOCUSED = PseudoClass.getPseudoClass("focused");
  private static final PseudoClass FOCUS_VISIBLE = PseudoClass.getPseudoClass("focus-visible");

  /// Fewer different pixels do not make a focus ring.
  private static final int LEAST = 24;

  @TempDir private static Path folder;

  private TemporaryHome moved;

  @BeforeEach
  void moveHome() {
    moved = new TemporaryHome(folder);
  }

  @AfterEach
  void moveBack() {
    moved.close();
  }

  /// Finds a problem of a focusable control.
  private interface Check {
    Optional<String> complaint(Node node);
  }

  @Test
  void everythingThatTakesTheKeyboardHasAName() throws TimeoutException {
    assertEquals(Set.of(), complaints(Theme.DARK, AccessibilityTest::nameless));
  }

  @ParameterizedTest
  @EnumSource(Theme.class)
  void everythingThatTakesTheKeyboardShowsIt(Theme theme) throws TimeoutException {
    assertEquals(Set.of(), complaints(theme, AccessibilityTest::unseen));
  }

  @Test
  void aButtonWithoutWordsIsComplainedAbout() throws TimeoutException {
    try (WindowUnderTest window = open(Theme.DARK)) {
      assertTrue(window.onFx(() -> nameless(new Button()).isPresent()));
      assertTrue(window.onFx(() -> nameless(new Button("Open")).isEmpty()));
    }
  }

  @Test
  void aControlThatLooksTheSameWithTheKeyboardIsComplainedAbout() throws TimeoutException {
    try (WindowUnderTest window = open(Theme.DARK)) {
      Region plain = new Region();
      plain.setMinSize(40, 20);
      Button button = new Button("Open");
      Scene scene = window.onFx(() -> new Scene(new VBox(plain, button)));
      window.onFx(() -> scene.snapshot(null));
      assertTrue(window.onFx(() -> unseen(plain).isPresent()));
      assertTrue(window.onFx(() -> unseen(button).isEmpty()));
    }
  }

  private static WindowUnderTest open(Theme theme) throws TimeoutException {
    Path gone = folder.resolve("gone.rollout");
    return new WindowUnderTest(new Preferences(theme, WindowSize.SMALLEST, List.of(gone)));
  }

  private static Set<String> complaints(Theme theme, Check check) throws TimeoutException {
    Set<String> found = new TreeSet<>();
    try (WindowUnderTest window = open(theme)) {
      UserInput userInput = new UserInput(window);
      window.settle();
      look(window, "welcome", check, found);
      userInput.press("Ctrl+R");
      look(window, "new recording", check, found);
      userInput.press("Ctrl+T");
      look(window, "training", check, found);
      userInput.press("Ctrl+Shift+V");
      look(window, "evaluation", check, found);
      userInput.press("Ctrl+Shift+Y");
      look(window, "study", check, found);
      window.onFx(() -> {
        window.context().open(SampleRecording.in(folder));
        return true;
      });
      window.until(() -> window.context().workspace().state().document().isPresent());
      userInput.press("N");
      look(window, "recording", check, found);
      for (String keys : List.of("Ctrl+E", "Ctrl+Shift+E", "Ctrl+Shift+S", "Ctrl+K", "F1")) {
        userInput.press(keys);
        look(window, keys, check, found);
        userInput.press("ESCAPE");
      }
    }
    return found;
  }

  private static void look(WindowUnderTest window, String where, Check check, Set<String> found)
      throws TimeoutException {
    window.settle();
    List<Node> nodes = new ArrayList<>();
    window.onFx(() -> {
      collect(window.stage().getScene().getRoot(), nodes);
      assertTrue(nodes.size() > 3, where + " has next to nothing that takes the keyboard");
      for (Node node : nodes) {
        check.complaint(node).ifPresent(words -> found.add(where + ": " + words));
      }
      return true;
    });
  }

  private static void collect(Node node, List<Node> found) {
    if (!node.isVisible() || node.isDisabled()) {
      return;
    }
    if (node.isFocusTraversable() && node.getBoundsInLocal().getWidth() > 0) {
      found.add(node);
    }
    if (node instanceof Parent parent) {
      parent.getChildrenUnmodifiable().forEach(child -> collect(child, found));
    }
  }

  private static Optional<String> nameless(Node node) {
    String text = node.getAccessibleText();
    boolean named =
        (text != null && !text.isBlank())
            || (node instanceof Labeled labeled
                && labeled.getText() != null
                && !labeled.getText().isBlank())
            || node.queryAccessibleAttribute(AccessibleAttribute.LABELED_BY) instanceof Label;
    return named ? Optional.empty() : Optional.of(place(node) + " has no name");
  }

  /// Draws it without and with the keyboard focus. The field of a spinner passes the focus to its
  /// spinner, which shows it.
  private static Optional<String> unseen(Node node) {
    if (node.getParent() instanceof Spinner<?>) {
      return Optional.empty();
    }
    boolean focused = node.getPseudoClassStates().contains(FOCUSED);
    boolean visible = node.getPseudoClassStates().contains(FOCUS_VISIBLE);
    WritableImage without = picture(node, false, false);
    WritableImage with = picture(node, true, true);
    picture(node, focused, visible);
    return different(without, with) >= LEAST
        ? Optional.empty()
        : Optional.of(place(node) + " does not show that it has the keyboard");
  }

  private static WritableImage picture(Node node, boolean focused, boolean visible) {
    node.pseudoClassStateChanged(FOCUSED, focused);
    node.pseudoClassStateChanged(FOCUS_VISIBLE, visible);
    node.applyCss();
    if (node instanceof Parent parent) {
      parent.layout();
    }
    return node.snapshot(null, null);
  }

  private static int different(WritableImage a, WritableImage b) {
    if (a.getWidth() != b.getWidth() || a.getHeight() != b.getHeight()) {
      return Integer.MAX_VALUE;
    }
    PixelReader one = a.getPixelReader();
    PixelReader other = b.getPixelReader();
    int count = 0;
    for (int y = 0; y < a.getHeight(); y++) {
      for (int x = 0; x < a.getWidth(); x++) {
        count += one.getArgb(x, y) == other.getArgb(x, y) ? 0 : 1;
      }
    }
    return count;
  }

  private static String place(Node node) {
    String above =
        node.getParent() == null ? "" : " in " + node.getParent().getClass().getSimpleName();
    return node.getClass().getSimpleName()
        + " "
        + (node.getId() == null ? node.getStyleClass() : "#" + node.getId())
        + above;
  }
}
