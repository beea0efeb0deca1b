package dev.hindsight.app.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.SampleRecording;
import dev.hindsight.app.WindowUnderTest;
import dev.hindsight.app.dock.LayoutPreset;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.timeline.TimelineCommand;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.ViewCommand;
import dev.hindsight.inspector.live.SystemClipboard;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.TickAddress;
import dev.hindsight.trainer.rollout.TrialIndex;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A link to a moment survives as text, and opens that moment.
class MomentLinkTest {
  @TempDir private Path folder;

  @Test
  void aLinkReadsAsItWasWritten() {
    for (String file : List.of("/a/b.rollout", "/with space/it's.rollout", "/ü/\"q\".rollout")) {
      MomentLink link =
          new MomentLink(
              Path.of(file),
              Optional.of("2:14"),
              OptionalInt.of(3),
              Optional.of(LayoutPreset.INSPECT));
      assertEquals(link, MomentLink.parse(link.text()), link.text());
    }
    assertEquals(
        "hindsight open /a/b.rollout --at 2:14 --agent 3 --layout Inspect",
        new MomentLink(
                Path.of("/a/b.rollout"),
                Optional.of("2:14"),
                OptionalInt.of(3),
                Optional.of(LayoutPreset.INSPECT))
            .text());
  }

  @Test
  void otherTextIsNoLink() {
    for (String text :
        List.of(
            "",
            "hello",
            "rm -rf /",
            "hindsight record --out x",
            "hindsight open",
            "hindsight open a b",
            "hindsight open a --at",
            "hindsight open a --agent one",
            "hindsight open 'a",
            "hindsight open a --layout Nowhere",
            "hindsight open a; rm b",
            "hindsight open a\nhindsight open b")) {
      assertThrows(Problem.class, () -> MomentLink.parse(text), text);
    }
  }

  @Test
  void everyTickOfEveryEpisodeHasItsOwnAddress() {
    TrialIndex trials = new TrialIndex(new int[] {0, 3, 5, 9}, new int[] {0, 1, 0, 1}, 12);
    for (int tick = 0; tick < 12; tick++) {
      assertEquals(tick, TickAddress.of(TickAddress.inRecording(trials, tick), trials, 12));
    }
    assertEquals("2:1:3", TickAddress.inRecording(trials, 8));
    assertEquals("4", TickAddress.inRecording(new TrialIndex(new int[0], new int[0], 0), 4));
  }

  @Test
  void aCopiedLinkOpensTheMomentWithItsAgent() throws Exception {
    Path recording = SampleRecording.in(folder);
    Path copy = Files.copy(recording, folder.resolve("the same.rollout"));
    try (WindowUnderTest window = new WindowUnderTest(Preferences.INITIAL)) {
      Document document = window.open(copy);
      window.onFx(() -> {
        document.timeline().send(new TimelineCommand.Seek(57));
        document.view().send(new ViewCommand.Select(2));
        window.command("file.copyLink");
        return true;
      });
      String text = window.onFx(SystemClipboard::text);
      assertTrue(text.startsWith("hindsight open '" + copy + "' --at 2:17 --agent 2"), text);
      window.onFx(() -> {
        document.timeline().send(new TimelineCommand.Seek(0));
        document.view().send(new ViewCommand.Select(0));
        window.command("file.openLink");
        return true;
      });
      window.settle();
      Document front =
          window.onFx(() -> window.context().workspace().state().document().orElseThrow());
      assertEquals(57, window.onFx(() -> front.moment().tick()));
      assertEquals(2, window.onFx(() -> front.moment().agent()));
    }
  }
}
