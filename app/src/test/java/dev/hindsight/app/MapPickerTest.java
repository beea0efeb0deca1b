package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.app.form.MapPicker;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import javafx.scene.control.CheckMenuItem;
import javafx.scene.control.MenuButton;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MapPickerTest {
  @TempDir private Path folder;

  @Test
  void aMapThatIsAddedAgainIsTickedAgain() throws IOException, TimeoutException {
    Path map = Files.createFile(folder.resolve("mine.json"));
    try (WindowUnderTest window = new WindowUnderTest(Preferences.INITIAL)) {
      List<List<String>> told = new ArrayList<>();
      MapPicker picker =
          window.onFx(() ->
              new MapPicker(
                  "maps",
                  "all",
                  BuiltInEnvironments.named("drive").scenarios(),
                  List.of(),
                  window.context(),
                  told::add));
      MenuButton menu = (MenuButton) picker.getChildren().getFirst();
      MenuButton more = (MenuButton) picker.getChildren().getLast();
      int offered = menu.getItems().size();
      for (int time = 0; time < 2; time++) {
        window.answer(map);
        window.onFx(() -> {
          more.getItems().getFirst().fire();
          return true;
        });
        assertEquals(List.of(map.toString()), told.getLast());
        assertEquals(offered + 1, menu.getItems().size());
        CheckMenuItem item = (CheckMenuItem) menu.getItems().getLast();
        assertEquals(true, window.onFx(item::isSelected));
        window.onFx(() -> {
          item.setSelected(false);
          return true;
        });
        assertEquals(List.of(), told.getLast());
      }
    }
  }
}
