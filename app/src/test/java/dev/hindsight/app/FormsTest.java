package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.settings.WindowSize;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.env.drive.map.BuiltInMaps;
import dev.hindsight.trainer.env.excavation.maps.SiteFolder;
import dev.hindsight.trainer.env.excavation.maps.SiteGenerator;
import dev.hindsight.trainer.env.excavation.maps.SiteKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Labeled;
import javafx.scene.control.MenuButton;
import javafx.scene.control.Spinner;
import javafx.scene.control.Tooltip;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// From an empty window to a recording and its film, through the forms.
class FormsTest {
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

  @Test
  void theFormRecordsAndTheRecordingReplacesTheForm() throws TimeoutException {
    Document document = recordByForm("drive", 2, 15);

    assertEquals(30, document.rollout().ticks());
    assertEquals(2, document.rollout().trials().count());
    assertEquals(1, window.<Integer>onFx(() -> window.context().workspace().state().tabs().size()));
  }

  @Test
  void theFormChangesWithTheEnvironment() throws TimeoutException {
    Document document = recordByForm("darkroom", 3, 5);

    assertEquals("darkroom", document.rollout().manifest().environment().id());
    assertTrue(document.rollout().ticks() <= 15);
  }

  @Test
  void twoRecordingsOfOneFormAreTwoFiles() throws TimeoutException, IOException {
    recordByForm("darkroom", 1, 5);
    recordByForm("darkroom", 1, 5);

    try (Stream<Path> files = Files.list(home.resolve("Hindsight"))) {
      assertEquals(2, files.count());
    }
  }

  @Test
  void whatIsTypedWrongIsToldInTheFormAndRecordsNothing() throws TimeoutException {
    open();
    window.onFx(() -> {
      window.find("draft.seed", javafx.scene.control.TextField.class).setText("one");
      return true;
    });

    assertTrue(window.<Boolean>onFx(() -> button("draft.record").isDisabled()));
    assertTrue(
        window.onFx(() -> window.find("draft.message", Labeled.class).getText()).contains("'one'"));
  }

  @Test
  void aFolderOfSitesOpensTheFormThatRecordsOnIt() throws TimeoutException {
    Path sites = home.resolve("my-sites");
    SiteFolder.write(sites, List.of(SiteGenerator.generate(SiteKind.RING, 32, 5)));
    window.onFx(() -> {
      window.context().open(sites);
      return true;
    });
    window.until(() -> window.has("draft.record"));
    assertEquals(
        "excavation",
        window.<String>onFx(() -> this.<EnvironmentType>box("draft.environment").getValue().id()));
    Document document = record(1, 5);

    assertEquals(
        "my-sites-random-seed0.rollout", document.rollout().file().getFileName().toString());
    assertEquals("1", sites(document));
  }

  @Test
  void theFormOffersShippedSitesAndNone() throws TimeoutException {
    open();
    window.onFx(() -> {
      this.<EnvironmentType>box("draft.environment")
          .setValue(BuiltInEnvironments.named("excavation"));
      return true;
    });
    List<String> offered = window.onFx(() -> this.<String>box("draft.map.box").getItems());
    assertTrue(offered.containsAll(List.of("", "ring-1", "trench-1", "relocation-1")));
    window.onFx(() -> {
      this.<String>box("draft.map.box").setValue("trench-1");
      return true;
    });
    Document document = record(1, 5);

    assertEquals("1", sites(document));
  }

  @Test
  void aFolderOfSitesIsChosenInTheFormThatRecords() throws TimeoutException {
    Path sites = home.resolve("chosen-sites");
    SiteFolder.write(sites, List.of(SiteGenerator.generate(SiteKind.RING, 32, 5)));
    open();
    window.onFx(() -> {
      this.<EnvironmentType>box("draft.environment")
          .setValue(BuiltInEnvironments.named("excavation"));
      return true;
    });
    window.answer(sites);
    window.press("draft.map.folder");
    assertEquals(sites.toString(), window.onFx(() -> box("draft.map.box").getValue()));
    Document document = record(1, 5);
    assertEquals("1", sites(document));
    assertTrue(
        document.rollout().file().getFileName().toString().startsWith("chosen-sites"),
        document.rollout().file().toString());
    window.onFx(() -> {
      window.context().close(document);
      return true;
    });
    open();
    assertFalse(window.has("draft.map.folder"), "a folder is no map to drive on");
  }

  @Test
  void aFolderOfMapsAddsEachOfThemToATraining() throws TimeoutException, IOException {
    Path maps = Files.createDirectory(home.resolve("maps"));
    for (String name : List.of("b.bin", "a.bin")) {
      Files.write(maps.resolve(name), BuiltInMaps.bytes("intersection-1"));
    }
    Files.writeString(maps.resolve("notes.txt"), "no map");
    window.onFx(() -> {
      window.command("file.train");
      return true;
    });
    window.until(() -> window.has("training.environment"));
    window.onFx(() -> {
      this.<EnvironmentType>box("training.environment")
          .setValue(BuiltInEnvironments.named("drive"));
      return true;
    });
    window.settle();
    window.answer(maps);
    addFolder();
    window.settle();
    assertEquals(
        List.of(maps.resolve("a.bin").toString(), maps.resolve("b.bin").toString()),
        chosenMaps().subList(chosenMaps().size() - 2, chosenMaps().size()));

    Path empty = Files.createDirectory(home.resolve("empty"));
    List<String> before = chosenMaps();
    window.answer(empty);
    addFolder();
    window.settle();
    assertEquals(before, chosenMaps());
    assertTrue(
        window
            .onFx(() -> window.context().notices().state().toString())
            .contains("there is no map in this folder"));
  }

  @Test
  void aFolderOfSitesIsOneMapOfATraining() throws TimeoutException {
    Path sites = home.resolve("trained-sites");
    SiteFolder.write(sites, List.of(SiteGenerator.generate(SiteKind.RING, 32, 5)));
    window.onFx(() -> {
      window.command("file.train");
      return true;
    });
    window.until(() -> window.has("training.environment"));
    window.onFx(() -> {
      this.<EnvironmentType>box("training.environment")
          .setValue(BuiltInEnvironments.named("excavation"));
      return true;
    });
    window.settle();
    window.answer(sites);
    addFolder();
    window.settle();
    assertEquals(List.of(sites.toString()), chosenMaps());
  }

  private void addFolder() {
    window.onFx(() -> {
      window.find("training.maps.add", MenuButton.class).getItems().getLast().fire();
      return true;
    });
  }

  private List<String> chosenMaps() {
    return window.onFx(() -> {
      Tooltip all = window.find("training.maps.menu", MenuButton.class).getTooltip();
      return all == null ? List.of() : List.of(all.getText().split("\n"));
    });
  }

  @Test
  void theFilmIsMadeFromTheWindow() throws TimeoutException {
    recordByForm("darkroom", 2, 5);
    Path film = home.resolve("room.mp4");

    window.answer(film);
    openFilmForm();
    assertEquals("4", box("film.rate").getEditor().getText(), "a time lapse, as the command films");
    window.press("film.export");
    window.until(() -> Files.exists(film));

    assertEquals(List.of(), halves());
  }

  @Test
  void aFilmIsFinishedThoughItsTabIsClosed() throws TimeoutException {
    Document document = recordByForm("drive", 2, 60);
    Path film = home.resolve("closed.mp4");

    window.answer(film);
    openFilmForm();
    window.press("film.export");
    window.until(() -> window.has("task.cancel"));
    window.onFx(() -> {
      window.context().close(document);
      return true;
    });
    window.settle();

    assertEquals(List.of(), window.crashes());
    assertTrue(Files.exists(film));
  }

  @Test
  void aFilmThatIsCancelledLeavesNoFile() throws TimeoutException {
    recordByForm("drive", 2, 150);
    Path film = home.resolve("long.mp4");

    window.answer(film);
    openFilmForm();
    window.press("film.export");
    window.until(() -> window.has("task.cancel"));
    window.press("task.cancel");
    window.settle();

    assertFalse(Files.exists(film));
    assertEquals(List.of(), halves());
  }

  /// How many sites a recording has.
  private static String sites(Document document) {
    return document
        .rollout()
        .manifest()
        .environment()
        .config()
        .getOrDefault("sites", TextNode.valueOf("none"))
        .asText();
  }

  /// Unfinished files, and what remains of them.
  private List<String> halves() {
    try (Stream<Path> files = Files.list(home)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".part"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Document recordByForm(String environment, int trials, int ticks) throws TimeoutException {
    open();
    window.onFx(() -> {
      this.<EnvironmentType>box("draft.environment")
          .setValue(BuiltInEnvironments.named(environment));
      return true;
    });
    return record(trials, ticks);
  }

  private Document record(int trials, int ticks) throws TimeoutException {
    window.onFx(() -> {
      this.spinner("draft.trials").getValueFactory().setValue(trials);
      this.spinner("draft.ticks").getValueFactory().setValue(ticks);
      return true;
    });
    window.press("draft.record");
    window.until(() ->
        window
            .context()
            .workspace()
            .state()
            .active()
            .filter(Document.class::isInstance)
            .isPresent());
    window.settle();
    return window.onFx(() -> window.context().workspace().state().document().orElseThrow());
  }

  private void open() throws TimeoutException {
    window.press("button.file.record");
    window.until(() -> window.has("draft.record"));
  }

  private void openFilmForm() {
    window.press("button.file.film");
  }

  private Button button(String id) {
    return window.find(id, Button.class);
  }

  @SuppressWarnings("unchecked") // the form's own choice
  private <T> ComboBox<T> box(String id) {
    return window.find(id, ComboBox.class);
  }

  @SuppressWarnings("unchecked") // the form's own number
  private Spinner<Integer> spinner(String id) {
    return window.find(id, Spinner.class);
  }
}
