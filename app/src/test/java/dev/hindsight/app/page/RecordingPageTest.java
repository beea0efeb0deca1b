package dev.hindsight.app.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hindsight.app.SampleRecording;
import dev.hindsight.inspector.bookmark.Bookmark;
import dev.hindsight.inspector.bookmark.BookmarkFile;
import dev.hindsight.inspector.bookmark.BookmarkMark;
import dev.hindsight.inspector.bookmark.BookmarkPlace;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionWords;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Column;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.RequestedTicks;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.RolloutWriter;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.rollout.Summary;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A page holds the numbers of its recording, is one file, and lets nothing else in.
class RecordingPageTest {
  @TempDir private static Path shared;
  private static Path driven;

  @TempDir private Path folder;

  @BeforeAll
  static void record() {
    driven = SampleRecording.in(shared);
  }

  private static RecordingPage.Report write(
      Rollout rollout, Path out, RequestedTicks ticks, RecordingPage.ShownPart part) {
    return new RecordingPage(rollout, out, OptionalInt.of(1), ticks, part)
        .run(Progress.SILENT, new Cancellation());
  }

  private WrittenPage page(Rollout rollout) throws IOException {
    Path out = folder.resolve("page.html");
    write(rollout, out, RequestedTicks.ALL, RecordingPage.ShownPart.EVERYTHING);
    return WrittenPage.read(out);
  }

  @Test
  void theNumbersAreThoseOfTheRecording() throws IOException {
    try (Rollout rollout = Rollouts.open(driven)) {
      WrittenPage page = page(rollout);
      assertEquals(rollout.ticks(), page.data().path("ticks").size());
      assertEquals(List.of(), page.differences(rollout));
    }
  }

  @Test
  void aPageThatIsLateByATickIsFound() throws IOException {
    try (Rollout rollout = Rollouts.open(driven)) {
      WrittenPage page = page(rollout);
      ArrayNode frames = (ArrayNode) page.data().path("frames");
      frames.insert(0, frames.get(0));
      assertFalse(page.differences(rollout).isEmpty(), "bodies of the tick before");
    }
  }

  @Test
  void aPageWithSwappedTrialsIsFound() throws IOException {
    try (Rollout rollout = Rollouts.open(driven)) {
      WrittenPage page = page(rollout);
      ((ObjectNode) page.data().path("scores").get(1)).put("score", -1.0);
      assertFalse(page.differences(rollout).isEmpty());
    }
  }

  @Test
  void nothingIsLoadedAndOnlyItsOwnScriptMayRun() throws IOException {
    try (Rollout rollout = Rollouts.open(driven)) {
      String text = page(rollout).text();
      assertTrue(text.contains("default-src 'none'; script-src 'sha256-"), "the policy");
      for (String reference : List.of("http:", "https:", "src=", "href=", "@import", "url(")) {
        assertFalse(text.contains(reference), reference);
      }
      assertFalse(text.contains("unsafe-inline"));
    }
  }

  @Test
  void theNameOfARecordingIsOnlyText() throws IOException {
    Path named = Files.copy(driven, folder.resolve("<script>alert(1)<!--@@DATA@@.rollout"));
    try (Rollout rollout = Rollouts.open(named)) {
      String text = page(rollout).text();
      assertTrue(text.contains("<h1 id=\"title\">&lt;script&gt;alert(1)&lt;!--@@DATA@@.rollout"));
    }
  }

  @Test
  void onlyTheTicksAroundBookmarksAreShown() throws IOException {
    Path copy = Files.copy(driven, folder.resolve("marked.rollout"));
    try (Rollout rollout = Rollouts.open(copy)) {
      Path out = folder.resolve("marked.html");
      Problem none =
          assertThrows(
              Problem.class,
              () -> write(rollout, out, RequestedTicks.ALL, RecordingPage.ShownPart.BOOKMARKED));
      assertTrue(none.getMessage().contains("no bookmark"), none.getMessage());
      assertFalse(Files.exists(out));
      Bookmark bookmark =
          new Bookmark(
              BookmarkPlace.of(rollout.trials(), 70, 2), 3, "here", BookmarkMark.BLUE, "a note");
      new BookmarkFile(copy).write(List.of(bookmark));
      write(rollout, out, RequestedTicks.ALL, RecordingPage.ShownPart.BOOKMARKED);
      WrittenPage page = WrittenPage.read(out);
      assertEquals(70 - RecordingPage.AROUND, page.data().path("ticks").get(0).asInt());
      assertEquals(3 + 2 * RecordingPage.AROUND, page.data().path("ticks").size());
      assertEquals("here", page.data().path("bookmarks").get(0).path("name").asText());
      assertEquals(List.of(), page.differences(rollout));
    }
  }

  @Test
  void eightHundredTicksOfEightAgentsWithAttentionAreUnderFiveMegabytes() throws IOException {
    Path file = folder.resolve("attending.rollout");
    writeAttending(file, 800, 8, 2, 800);
    try (Rollout rollout = Rollouts.open(file)) {
      Path out = folder.resolve("attending.html");
      RecordingPage.Report report =
          write(rollout, out, RequestedTicks.ALL, RecordingPage.ShownPart.EVERYTHING);
      assertTrue(report.attention());
      assertTrue(report.bytes() < 5_000_000, report.bytes() + " bytes");
      assertEquals(report.bytes(), Files.size(out));
      WrittenPage page = WrittenPage.read(out);
      assertEquals(List.of(), page.differences(rollout));
      int slots = page.data().path("attention").path("slots").asInt();
      double stored =
          rollout.channel("attention/layer0").orElseThrow().value(700, (1 * 2 + 1) * 800 + 650);
      double shown = (page.weights()[(800 + 700) * slots + 650] & 0xff) / 255.0;
      assertEquals(Math.sqrt(stored), shown, 0.5 / 255 + 1e-6, "agent 1, head 1");
    }
  }

  /// Slots count from the last wipe of the memory, here when all twenty are full; readers look for
  /// ticks.
  @Test
  void attentionNamesTheTickThatASlotHolds() throws IOException {
    Path file = folder.resolve("wiped.rollout");
    writeAttending(file, 40, 2, 1, 20);
    try (Rollout rollout = Rollouts.open(file)) {
      Path out = folder.resolve("wiped.html");
      write(rollout, out, RequestedTicks.ALL, RecordingPage.ShownPart.EVERYTHING);
      JsonNode since = WrittenPage.read(out).data().path("attention").path("since");
      assertEquals(40, since.size());
      for (int tick = 0; tick < 40; tick++) {
        assertEquals(tick < 20 ? 0 : 20, since.path(tick).asInt(-1), "at tick " + tick);
      }
    }
  }

  /// Random walks with random attention on the past, which compresses worse than a policy's.
  private static void writeAttending(Path file, int ticks, int agents, int heads, int slots) {
    List<Column> columns =
        List.of(
            column("pose", Dtype.F4, agents, 3),
            new Column(ChannelSpec.perTick("reward", Dtype.F4, "1", "", "agent"), List.of(agents)),
            new Column(ChannelSpec.perTick("trial", Dtype.I4, "1", ""), List.of()),
            new Column(
                ChannelSpec.perTick("attention/layer0", Dtype.F2, "1", "", "agent", "head", "slot"),
                List.of(agents, heads, slots)));
    Manifest manifest =
        new Manifest(
            Manifest.FORMAT,
            Manifest.VERSION,
            "test",
            "",
            new Manifest.EnvironmentInfo("walk", Map.of(), ""),
            new Manifest.PolicyInfo("transformer", "", "", "sample"),
            0,
            agents,
            0.1,
            new Manifest.Trials(4, ticks / 4),
            16,
            new ObservationLayout(List.of()),
            columns.stream().map(Column::spec).toList(),
            List.of(),
            Map.of());
    Random random = new Random(7);
    float[] pose = new float[3 * agents];
    try (RolloutWriter writer = RolloutWriter.create(file, manifest, columns)) {
      for (int tick = 0; tick < ticks; tick++) {
        ByteBuffer poses = writer.row(0);
        for (int i = 0; i < pose.length; i++) {
          pose[i] += (float) random.nextGaussian();
          poses.putFloat(pose[i]);
        }
        for (int agent = 0; agent < agents; agent++) {
          writer.row(1).putFloat((float) random.nextGaussian());
        }
        writer.row(2).putInt(tick / (ticks / 4));
        ByteBuffer weights = writer.row(3);
        for (int row = 0; row < agents * heads; row++) {
          for (int slot = 0; slot < slots; slot++) {
            weights.putShort(
                Float.floatToFloat16(slot <= tick ? random.nextFloat() / (tick + 1) : 0));
          }
        }
        writer.endTick();
      }
      writer.finish(Summary.of(List.of(), Map.of(), 0));
    }
  }

  private static Column column(String name, Dtype dtype, int agents, int width) {
    return new Column(
        ChannelSpec.perTick(name, dtype, "1", "", "agent", width), List.of(agents, width));
  }

  @Test
  void aBrowserShowsTheSameNumbers() throws Exception {
    Optional<String> browser = browser();
    assumeTrue(browser.isPresent(), "skipped: there is no headless Chromium");
    try (Rollout rollout = Rollouts.open(driven)) {
      page(rollout);
      for (int[] moment : new int[][] {{0, 0}, {37, 2}, {rollout.ticks() - 1, 1}}) {
        String shown = shown(browser.get(), "#tick=" + moment[0] + "&agent=" + moment[1]);
        assertTrue(shown.contains("data-ready=\"true\""), "the script ran to its end");
        assertEquals(moment[0], Integer.parseInt(output(shown, "tick")));
        double reward = rollout.channel("reward").orElseThrow().value(moment[0], moment[1]);
        assertEquals((float) reward, Float.parseFloat(output(shown, "reward")));
        long action = rollout.channel("action").orElseThrow().integer(moment[0], moment[1]);
        String words = ActionWords.of(new Moment(rollout, moment[0], moment[1])).orElseThrow();
        assertEquals(action + " (" + words + ")", output(shown, "action"));
        String[] pose = output(shown, "pose").split(" ", -1);
        for (int i = 0; i < 3; i++) {
          assertEquals(
              (float) rollout.channel("pose").orElseThrow().value(moment[0], 3 * moment[1] + i),
              Float.parseFloat(pose[i]));
        }
      }
    }
  }

  private static String output(String shown, String id) {
    Matcher found = Pattern.compile("<output id=\"" + id + "\">([^<]*)</output>").matcher(shown);
    assertTrue(found.find(), id);
    return found.group(1);
  }

  private String shown(String browser, String fragment) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                browser,
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--virtual-time-budget=10000",
                "--user-data-dir=" + folder.resolve("browser"),
                "--dump-dom",
                folder.resolve("page.html").toUri() + fragment));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(process.waitFor(120, TimeUnit.SECONDS));
    return text;
  }

  private static Optional<String> browser() {
    return List.of("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
        .stream()
        .filter(name -> Files.isExecutable(Path.of("/usr/bin", name)))
        .findFirst();
  }
}
