package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.settings.WindowSize;
import dev.hindsight.trainer.run.foreign.ImportedRun;
import dev.hindsight.trainer.run.foreign.LoggedMetrics;
import dev.hindsight.trainer.run.ledger.RunLedger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeoutException;
import javafx.scene.control.Button;
import javafx.scene.control.ChoiceBox;
import javafx.scene.control.ListView;
import javafx.scene.control.MenuItem;
import javafx.scene.control.TableView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Logs of other programs beside runs of this one: they have no environment of the list and no
/// checkpoint, and the window must not ask for either.
class ImportedRunWindowTest {
  @TempDir private Path home;

  @Test
  void itsMetricsAreChartedAndWhatItLacksIsNotOffered() throws TimeoutException, IOException {
    try (TemporaryHome _ = new TemporaryHome(home)) {
      Path progress = home.resolve("progress.csv");
      StringBuilder rows =
          new StringBuilder("rollout/ep_rew_mean,time/total_timesteps,time/time_elapsed\n");
      for (int i = 1; i <= 40; i++) {
        rows.append(i / 2.0).append(',').append(2048 * i).append(',').append(3 * i).append('\n');
      }
      Files.writeString(progress, rows);
      ImportedRun.enter(
          LoggedMetrics.read(progress), progress, home.resolve("imported"), RunLedger.ofUser());

      try (WindowUnderTest window =
          new WindowUnderTest(new Preferences(Theme.DARK, WindowSize.SMALLEST, List.of()))) {
        window.press("button.file.train");
        window.until(() -> window.has("training.toRuns"));
        window.press("training.toRuns");
        window.until(() -> window.has("training.runs"));
        TableView<?> table = window.find("training.runs", TableView.class);
        window.until(() -> table.getItems().size() == 1);
        window.onFx(() -> {
          table.getSelectionModel().selectAll();
          return true;
        });
        window.until(() -> window.has("charts.metrics"));
        window.until(() -> metrics(window).contains("rollout"));
        window.until(() -> window.has("charts.empty"));
        assertEquals(
            "These runs have none of these figures. Choose other metrics above.",
            window.words("charts.empty"));
        window.onFx(() -> {
          ChoiceBox<?> choice = window.find("charts.metrics", ChoiceBox.class);
          choice.getSelectionModel().select(metrics(window).indexOf("rollout"));
          return true;
        });
        window.until(() -> window.has("chart.compare.rollout/ep_rew_mean"));

        List<String> offered =
            window.onFx(() -> {
              table.getContextMenu().show(window.stage());
              table.getContextMenu().hide();
              return table.getContextMenu().getItems().stream()
                  .filter(item -> !item.isDisable())
                  .map(MenuItem::getText)
                  .toList();
            });
        assertEquals(
            List.of("Histograms and texts", "Edit name", "Edit tags", "Edit note", "Delete…"),
            offered);
        assertTrue(window.crashes().isEmpty(), window.crashes().toString());
      }
    }
  }

  @Test
  void itsHistogramsAndTextsAreShownOverSteps() throws TimeoutException, IOException {
    try (TemporaryHome _ = new TemporaryHome(home)) {
      Path events =
          Files.copy(
              Path.of(System.getProperty("hindsight.root", ".."))
                  .resolve("app/src/test/resources/dev/hindsight/app/histograms.tfevents"),
              home.resolve("events.out.tfevents.1"));
      ImportedRun.enter(
          LoggedMetrics.read(events), events, home.resolve("imported"), RunLedger.ofUser());

      try (WindowUnderTest window =
          new WindowUnderTest(new Preferences(Theme.DARK, WindowSize.SMALLEST, List.of()))) {
        window.press("button.file.train");
        window.until(() -> window.has("training.toRuns"));
        window.press("training.toRuns");
        window.until(() -> window.has("training.runs"));
        TableView<?> table = window.find("training.runs", TableView.class);
        window.until(() -> table.getItems().size() == 1);
        window.onFx(() -> {
          table.getSelectionModel().selectAll();
          return true;
        });
        window.until(() -> window.find("training.logged", Button.class).isVisible());
        window.press("training.logged");
        window.until(() -> window.has("logged.bands"));
        assertEquals("layer/weights", window.words("logged.title"));
        picture(window, "logged-histograms");
        ListView<?> tags = window.find("logged.tags", ListView.class);
        window.onFx(() -> {
          tags.getSelectionModel().select(2);
          return true;
        });
        window.until(() -> window.has("logged.texts"));
        assertEquals(
            3,
            (int) window.onFx(() -> window.find("logged.texts", ListView.class).getItems().size()));
        picture(window, "logged-texts");
        window.type("logged.filter", "bias");
        assertEquals(1, (int) window.onFx(() -> tags.getItems().size()));
        assertTrue(window.crashes().isEmpty(), window.crashes().toString());
      }
    }
  }

  private static void picture(WindowUnderTest window, String name)
      throws IOException, TimeoutException {
    Path pictures = Files.createDirectories(Path.of("target", "screenshots"));
    for (Theme theme : Theme.values()) {
      window.onFx(() -> {
        window.context().preferences().send(kept -> kept.with(theme));
        return true;
      });
      WindowScreenshots taken =
          new WindowScreenshots(window, pictures, theme.name().toLowerCase(Locale.ROOT), 1280, 800);
      taken.take(name);
      assertEquals(List.of(), taken.cutOff());
    }
  }

  private static List<String> metrics(WindowUnderTest window) {
    return window.onFx(() -> {
      ChoiceBox<?> choice = window.find("charts.metrics", ChoiceBox.class);
      return choice.getItems().stream().map(String::valueOf).toList();
    });
  }
}
