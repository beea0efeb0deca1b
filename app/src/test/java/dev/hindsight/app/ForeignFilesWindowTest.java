package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.foreign.TensorTable;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.settings.WindowSize;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.FileTab;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.policy.program.Port;
import dev.hindsight.trainer.policy.program.PortRole;
import dev.hindsight.trainer.policy.program.ProgramForm;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.NpzFile;
import dev.hindsight.trainer.rollout.foreign.dataset.MappedArrays.Meaning;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Labeled;
import javafx.scene.control.Spinner;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files of other programs in the window: a policy is asked about, recorded with, and the tensors
/// of what is none are shown.
class ForeignFilesWindowTest {
  private static final Path FILES =
      Path.of(System.getProperty("hindsight.root", ".."))
          .resolve("trainer/src/test/resources/dev/hindsight/trainer/policy/program");

  private static final Path PICTURES = Path.of("target", "screenshots");

  @TempDir private Path home;

  private TemporaryHome moved;
  private WindowUnderTest window;

  @BeforeEach
  void openTheWindow() throws TimeoutException {
    moved = new TemporaryHome(home);
    window = new WindowUnderTest(new Preferences(Theme.DARK, WindowSize.SMALLEST, List.of()));
  }

  @AfterEach
  void closeTheWindow() {
    window.close();
    moved.close();
  }

  private Path open(String name) throws IOException, TimeoutException {
    Path file = Files.copy(FILES.resolve(name), home.resolve(name));
    window.onFx(() -> {
      window.context().open(file);
      return true;
    });
    window.until(() -> window.context().workspace().state().active().isPresent());
    return file;
  }

  private boolean disabled(String id) {
    return window.onFx(() -> window.find(id, Button.class).isDisabled());
  }

  private String message() {
    return window.onFx(() -> window.find("policy.message", Labeled.class).getText());
  }

  private <T> void choose(String id, T item) {
    window.onFx(() -> {
      box(id).setValue(item);
      return true;
    });
  }

  @SuppressWarnings("unchecked")
  private <T> ComboBox<T> box(String id) {
    return window.find(id, ComboBox.class);
  }

  /// Takes pictures in both themes; no text may be cut off.
  private void picture(String name) throws IOException, TimeoutException {
    Files.createDirectories(PICTURES);
    for (Theme theme : Theme.values()) {
      window.onFx(() -> {
        window.context().preferences().send(kept -> kept.with(theme));
        return true;
      });
      WindowScreenshots pictures =
          new WindowScreenshots(window, PICTURES, theme.name().toLowerCase(Locale.ROOT), 1280, 800);
      pictures.take(name);
      assertEquals(List.of(), pictures.cutOff());
    }
  }

  @Test
  void aPolicyWhoseNamesSpeakActsAtOnce() throws IOException, TimeoutException {
    open("darkroom.onnx");
    choose("policy.environment", BuiltInEnvironments.named("darkroom"));
    window.until(() -> message().startsWith("It acts"));
    assertFalse(disabled("policy.record"));
    assertEquals(PortRole.LOGITS, window.onFx(() -> box("policy.out.0.role").getValue()));
    assertFalse(Files.exists(home.resolve("darkroom.policy.json")));
  }

  @Test
  void whatNamesDoNotSayIsAskedForTriedKeptAndRecordedWith() throws IOException, TimeoutException {
    Path file = open("unnamed.pt");
    window.until(() -> window.has("policy.in.1.role"));
    choose("policy.environment", BuiltInEnvironments.named("darkroom"));
    window.until(() -> message().contains("x, s"));
    assertTrue(disabled("policy.keep") && disabled("policy.record"));

    choose("policy.in.1.role", PortRole.STATE);
    window.type("policy.in.1.shape", "-1, 3");
    window.until(() -> window.has("policy.out.1.role"));
    choose("policy.out.0.role", PortRole.STATE);
    choose("policy.out.1.role", PortRole.PROBABILITIES);
    window.until(() -> message().contains("add up to 1"));
    assertTrue(disabled("policy.record"));
    picture("policy-form-wrong");
    window.type("policy.in.1.shape", "three");
    window.until(() -> message().contains("'three'"));
    window.type("policy.in.1.shape", "-1, 3");
    choose("policy.out.1.role", PortRole.LOGITS);
    window.until(() -> message().startsWith("It acts"));
    picture("policy-form");

    window.press("policy.keep");
    window.until(() -> Files.exists(ProgramForm.beside(file)));
    window.until(() -> message().startsWith("Kept as"));
    ProgramForm kept = ProgramForm.of(file).orElseThrow();
    assertEquals(
        List.of(PortRole.OBSERVATION, PortRole.STATE),
        kept.inputs().stream().map(Port::role).toList());
    assertEquals(List.of(-1, 3), kept.inputs().get(1).shape());

    window.press("policy.record");
    window.until(() -> window.has("draft.record"));
    assertEquals(
        "darkroom",
        window.<String>onFx(() -> this.<EnvironmentType>box("draft.environment").getValue().id()));
    assertEquals("sample", window.<String>onFx(() -> this.<String>box("draft.actions").getValue()));
    window.onFx(() -> {
      window.find("draft.ticks", Spinner.class).getEditor().setText("6");
      window.find("draft.ticks", Spinner.class).commitValue();
      return true;
    });
    window.press("draft.record");
    window.until(() -> window.context().workspace().state().document().isPresent());
    window.untilComplete();
    Document document =
        window.onFx(() -> window.context().workspace().state().document().orElseThrow());
    window.until(() -> !document.live());
    assertEquals("torchscript", document.rollout().manifest().policy().id());
  }

  @Test
  void aKeptFormIsShownAgain() throws IOException, TimeoutException {
    Path kept = home.resolve("unnamed.policy.json");
    Files.writeString(
        kept,
        """
        {"inputs": [{"name": "x", "role": "observation"}, {"name": "s", "role": "state", "shape": [-1, 3]}],
         "outputs": [{"name": "first", "role": "state"}, {"name": "second", "role": "logits"}]}
        """);
    open("unnamed.onnx");
    window.until(() -> window.has("policy.message") && message().startsWith("It acts"));
    assertEquals(
        "-1, 3", window.onFx(() -> window.find("policy.in.1.shape", TextField.class).getText()));
    assertEquals(PortRole.LOGITS, window.onFx(() -> box("policy.out.1.role").getValue()));
  }

  @Test
  void aFormInWhichSuchAPolicyIsChosenLeadsToWhatFlowsInAndOut()
      throws IOException, TimeoutException {
    Path file = Files.copy(FILES.resolve("unnamed.onnx"), home.resolve("unnamed.onnx"));
    window.onFx(() -> {
      window.context().openRecordingDraft(Optional.empty(), Optional.empty());
      return true;
    });
    window.until(() -> window.has("draft.record"));
    choose("draft.environment", BuiltInEnvironments.named("darkroom"));
    assertFalse(window.onFx(() -> window.find("draft.policy.form", Hyperlink.class).isVisible()));
    window.answer(file);
    window.press("draft.policy.browse");
    window.until(() -> window.find("draft.policy.form", Hyperlink.class).isVisible());
    assertTrue(window.words("draft.policy.form").startsWith("Say"));
    picture("policy-link");
    window.press("draft.policy.form");
    window.until(() -> window.has("policy.in.1.role"));
    assertEquals(
        "darkroom",
        window.<String>onFx(() -> this.<EnvironmentType>box("policy.environment").getValue().id()));

    window.onFx(() -> {
      window.context().openEvaluation();
      return true;
    });
    window.until(() -> window.has("evaluation.checkpoint.form"));
    window.settle();
    window.answer(file);
    window.press("evaluation.checkpoint.browse");
    window.until(() -> window.find("evaluation.checkpoint.form", Hyperlink.class).isVisible());
    assertTrue(window.words("evaluation.checkpoint.form").startsWith("Say"));
  }

  @Test
  void tensorsOfNoPolicyAreShownAndComparedWithAnotherFile() throws IOException, TimeoutException {
    Path file = open("nested.pt");
    window.until(() -> !table().getItems().isEmpty());
    TensorTable wanted = TensorTable.read(file, Optional.empty());
    assertEquals(wanted.rows().size(), (int) window.onFx(() -> table().getItems().size()));
    assertEquals(
        wanted.rows().getFirst().summary().norm(),
        window.onFx(() -> table().getItems().getFirst().summary().norm()));
    window.answer(Files.copy(FILES.resolve("plain.pt"), home.resolve("plain.pt")));
    window.press("tensors.compare");
    window.until(() -> window.words("tensors.summary").contains("plain.pt"));
    assertTrue(
        window.words("tensors.summary").contains("0 pairs"), window.words("tensors.summary"));
    window.answer(file);
    window.press("tensors.compare");
    window.until(() -> window.words("tensors.summary").contains(wanted.rows().size() + " pairs"));
    assertEquals(
        0, window.onFx(() -> table().getItems().getFirst().difference().orElseThrow().largest()));
    picture("tensors");
    window.type("tensors.filter", "weight");
    assertTrue(window.onFx(() -> table().getItems().size()) < wanted.rows().size());
  }

  @Test
  void aRefusedPolicyShowsItsTensorsAndWhy() throws IOException, TimeoutException {
    open("noisy.pt");
    window.until(() -> !table().getItems().isEmpty());
    assertTrue(
        window.words("tensors.message").contains("randn_like"), window.words("tensors.message"));
  }

  @Test
  void theSameFileInTwoTabsIsTwoForms() throws IOException, TimeoutException {
    Path file = open("darkroom.onnx");
    window.onFx(() -> {
      window.context().openPolicy(file, Optional.of("darkroom"));
      return true;
    });
    assertEquals(
        2,
        (int)
            window.onFx(() ->
                (int)
                    window.context().workspace().state().tabs().stream()
                        .filter(FileTab.class::isInstance)
                        .count()));
  }

  @Test
  void arraysWhoseNamesSayNothingAreAskedForAndOpenAsARecording()
      throws IOException, TimeoutException {
    Path file = unnamedArrays();
    window.onFx(() -> {
      window.context().open(file);
      return true;
    });
    window.until(() -> window.has("arrays.b"));
    assertTrue(disabled("arrays.open"));
    assertTrue(window.words("arrays.message").contains("a, b, c"));
    choose("arrays.a", Meaning.OBSERVATION);
    choose("arrays.b", Meaning.REWARD);
    choose("arrays.c", Meaning.REWARD);
    assertEquals(Meaning.COLUMN, window.onFx(() -> box("arrays.b").getValue()));
    choose("arrays.c", Meaning.EPISODE);
    choose("arrays.b", Meaning.REWARD);
    window.until(() -> window.words("arrays.message").contains("has 2 numbers a step"));
    assertTrue(disabled("arrays.open"));
    window.onFx(() -> {
      window.find("arrays.agents", Spinner.class).getEditor().setText("2");
      window.find("arrays.agents", Spinner.class).commitValue();
      return true;
    });
    window.until(() -> window.words("arrays.message").startsWith("2 episodes"));
    picture("arrays-form");
    window.press("arrays.open");
    window.until(() -> window.context().workspace().state().document().isPresent());
    window.untilComplete();
    Document document =
        window.onFx(() -> window.context().workspace().state().document().orElseThrow());
    assertEquals(2, document.rollout().manifest().agents());
    assertEquals(3, document.rollout().trials().start(1));

    window.onFx(() -> {
      window.command("edit.arrays");
      return true;
    });
    window.until(
        () -> window.context().workspace().state().active().orElseThrow() instanceof FileTab);
    assertEquals(3, (int) window.onFx(() -> window.context().workspace().state().tabs().size()));
  }

  @Test
  void weightsOfNumpyOpenAsTensors() throws IOException, TimeoutException {
    open("arrays.npz");
    window.until(() -> !table().getItems().isEmpty());
    assertTrue(window.words("tensors.summary").contains("2 are not finite"));
    picture("tensors-of-numpy");
    window.press("tensors.arrays");
    window.until(() -> window.has("arrays.odd"));
    window.press("arrays.tensors");
    window.until(() -> !window.has("arrays.odd"));
  }

  /// Six steps of two agents in two episodes.
  private Path unnamedArrays() throws IOException {
    Map<String, NpyArray> arrays = new LinkedHashMap<>();
    arrays.put("a", NpyArray.of(new float[6 * 2 * 3], 6, 2, 3));
    arrays.put("b", NpyArray.of(new float[6 * 2], 6, 2));
    arrays.put("c", NpyArray.of(new int[] {0, 0, 0, 1, 1, 1}, 6));
    return NpzFile.write(home.resolve("unnamed.npz"), arrays);
  }

  @SuppressWarnings("unchecked")
  private TableView<TensorTable.Row> table() {
    return window.find("tensors.table", TableView.class);
  }
}
