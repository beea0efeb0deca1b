package dev.hindsight.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.TamperedRecording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Recordings whose manifest was changed in one place, or that lack a member: every command gives
/// its result or one line. Without `-Dhindsight.hostile=all` a seeded sample of all changes is
/// tried.
@Timeout(600)
class HostileRecordingTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final boolean ALL = "all".equals(System.getProperty("hindsight.hostile"));
  private static final List<String> VALUES =
      List.of("-1", "0", "2000000000", "1e300", "null", "\"\\u001b[2J\"", "[]", "{\"a\":[1]}");

  @TempDir private Path folder;
  private Path room = Path.of("room.rollout");

  @BeforeEach
  void record() {
    room = folder.resolve("room.rollout");
    CapturedCommand run =
        CapturedCommand.of(
            "record",
            "--env",
            "darkroom",
            "--actions",
            "random",
            "--ticks",
            "60",
            "--out",
            room.toString());
    assertEquals(0, run.exitCode(), run.err());
  }

  private List<List<String>> commands(Path file) {
    String name = file.toString();
    return List.of(
        List.of("info", name),
        List.of("scores", name),
        List.of("audit", name),
        List.of("verify", name),
        List.of("replay", name),
        List.of("find", name, "--when", "reward[0] > 0.5"),
        List.of("moments", name),
        List.of("frame", name, "--tick", "3", "--out", folder.resolve("x.png").toString()),
        List.of(
            "branch",
            name,
            "--at",
            "3",
            "--action",
            "0=south",
            "--out",
            folder.resolve("b.rollout").toString()),
        List.of("credit", name, "--agent", "0", "--tick", "3"));
  }

  private void tried(Path file, String what) throws IOException {
    for (List<String> line : commands(file)) {
      CapturedCommand run = CapturedCommand.of(line.toArray(String[]::new));
      String told = run.out() + run.err();
      assertFalse(told.contains("a bug in Hindsight"), () -> what + ": " + line + ": " + told);
      assertFalse(told.contains("a defect"), () -> what + ": " + line + ": " + told);
      assertFalse(told.contains("not enough memory"), () -> what + ": " + line + ": " + told);
      assertTrue(
          told.chars().noneMatch(c -> Character.isISOControl(c) && c != '\n' && c != '\t'),
          () -> what + ": " + line);
      if (run.exitCode() != 0 && run.out().isEmpty()) {
        assertEquals(1, run.err().lines().count(), () -> what + ": " + line + ": " + told);
      }
    }
  }

  private String manifest() throws IOException {
    String[] manifest = {""};
    var _ = TamperedRecording.of(room).text("manifest.json", text -> manifest[0] = text);
    return manifest[0];
  }

  /// The places of a JSON tree, as paths of keys and indices.
  private static void places(JsonNode node, List<Object> path, List<List<Object>> all) {
    if (!path.isEmpty()) {
      all.add(List.copyOf(path));
    }
    if (node.isObject()) {
      node.properties()
          .forEach(field -> {
            path.add(field.getKey());
            places(field.getValue(), path, all);
            path.removeLast();
          });
    }
    for (int i = 0; node.isArray() && i < Math.min(2, node.size()); i++) {
      path.add(i);
      places(node.get(i), path, all);
      path.removeLast();
    }
  }

  private static String changed(String manifest, List<Object> path, String value) {
    try {
      JsonNode root = JSON.readTree(manifest);
      JsonNode at = at(root, path.subList(0, path.size() - 1));
      JsonNode put = JSON.readTree(value);
      switch (at) {
        case ObjectNode object -> object.set((String) path.getLast(), put);
        case ArrayNode array -> array.set((int) path.getLast(), put);
        default -> throw new IllegalStateException(path.toString());
      }
      return root.toString();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void noChangeOfTheManifestIsMoreThanALine() throws IOException {
    String manifest = manifest();
    List<List<Object>> places = new ArrayList<>();
    places(JSON.readTree(manifest), new ArrayList<>(), places);
    Random random = new Random(7);
    Path file = folder.resolve("hostile.rollout");
    List<AssertionError> failures = new ArrayList<>();
    for (List<Object> place : places) {
      for (String value : VALUES) {
        if (ALL || random.nextInt(400) == 0) {
          Path saved =
              TamperedRecording.of(room)
                  .text("manifest.json", text -> changed(text, place, value))
                  .saveAs(file);
          try {
            tried(saved, place + " = " + value);
          } catch (AssertionError failure) {
            failures.add(failure);
            System.err.println("HOSTILE " + failure.toString().lines().limit(1).toList());
          }
        }
      }
    }
    assertEquals(List.of(), failures);
  }

  /// Texts and keys with a line break, in any place: what they say reads nowhere like the program's
  /// own words.
  @Test
  void noTextOfTheManifestBeginsALineOfItsOwn() throws IOException {
    String manifest = manifest();
    JsonNode root = JSON.readTree(manifest);
    List<List<Object>> places = new ArrayList<>();
    places(root, new ArrayList<>(), places);
    Random random = new Random(5);
    Path file = folder.resolve("hostile.rollout");
    List<String> begun = new ArrayList<>();
    for (List<Object> place : places) {
      boolean text = at(root, place).isTextual();
      for (String planted :
          List.of(text ? changed(manifest, place, "\"x\\nPLANTED\"") : "", keyed(root, place))) {
        if (!planted.isEmpty() && (ALL || random.nextInt(16) == 0)) {
          Path saved = TamperedRecording.of(room).text("manifest.json", _ -> planted).saveAs(file);
          begun.addAll(begun(saved, place));
        }
      }
    }
    assertEquals(List.of(), begun);
  }

  private List<String> begun(Path saved, List<Object> place) {
    String name = saved.toString();
    List<List<String>> all = new ArrayList<>(commands(saved));
    all.add(List.of("info", name, "--provenance"));
    all.add(List.of("diff", name, room.toString()));
    all.add(List.of("compare", name, room.toString()));
    all.add(List.of("groups", name));
    List<String> begun = new ArrayList<>();
    for (List<String> line : all) {
      CapturedCommand run = CapturedCommand.of(line.toArray(String[]::new));
      if ((run.out() + run.err()).lines().anyMatch(told -> told.startsWith("PLANTED"))) {
        begun.add(place + ": " + line.getFirst());
      }
    }
    return begun;
  }

  /// The manifest with one more key of an object, whose value is another's; empty where there is no
  /// object.
  private static String keyed(JsonNode manifest, List<Object> place) {
    JsonNode root = manifest.deepCopy();
    if (at(root, place.subList(0, place.size() - 1)) instanceof ObjectNode object) {
      object.set("y\nPLANTED", at(root, place).deepCopy());
      return root.toString();
    }
    return "";
  }

  private static JsonNode at(JsonNode root, List<Object> path) {
    JsonNode at = root;
    for (Object step : path) {
      at = step instanceof Integer index ? at.get(index) : at.get((String) step);
    }
    return at;
  }

  @Test
  void whatARecordingDoesNotSayIsUnknown() throws IOException {
    Path saved =
        TamperedRecording.of(room)
            .text(
                "manifest.json",
                text ->
                    changed(changed(text, List.of("environment"), "{}"), List.of("policy"), "{}"))
            .saveAs(folder.resolve("silent.rollout"));
    List<String> told = CapturedCommand.of("info", saved.toString()).out().lines().toList();
    assertEquals("environment   unknown", told.get(1));
    assertEquals("policy        unknown", told.get(2));
  }

  /// What a run of all changes found: a gap between segments, and a room of endless walls.
  @Test
  void changesThatOnceFailedAreNoMoreThanALine() throws IOException {
    for (List<Object> place :
        List.<List<Object>>of(
            List.of("observation", "segments", 1, "offset"),
            List.of("environment", "config", "size"))) {
      for (String value : List.of("0", "2000000000", "1e300")) {
        tried(
            TamperedRecording.of(room)
                .text("manifest.json", text -> changed(text, place, value))
                .saveAs(folder.resolve("hostile.rollout")),
            place + " = " + value);
      }
    }
  }

  /// A column of the right name and of another shape or type.
  private Path shaped(String column, NpyArray rows) throws IOException {
    return TamperedRecording.of(room)
        .withoutDigests()
        .array("channels/" + column + "/000000.npy", rows)
        .text("manifest.json", text -> declared(text, column, rows))
        .saveAs(folder.resolve(column + "-shaped.rollout"));
  }

  private static String declared(String manifest, String column, NpyArray rows) {
    try {
      JsonNode root = JSON.readTree(manifest);
      for (JsonNode each : root.get("channels")) {
        if (each.get("name").asText().equals(column)) {
          ArrayNode shape = ((ObjectNode) each).put("dtype", rows.dtype().code()).putArray("shape");
          shape.add("tick").add("agent");
          Arrays.stream(rows.shape()).skip(2).forEach(shape::add);
        }
      }
      return root.toString();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private void exportedAndCompared(Path file, String what) throws IOException {
    tried(file, what);
    String name = file.toString();
    for (List<String> line :
        List.of(
            List.of("compare", name, room.toString()),
            List.of("compare", room.toString(), name),
            List.of("export", name, "--out", folder.resolve("x.html").toString()),
            List.of("export", name, "--out", folder.resolve("x.hdf5").toString()))) {
      CapturedCommand run = CapturedCommand.of(line.toArray(String[]::new));
      assertFalse(run.err().contains("a bug in Hindsight"), () -> what + line + run.err());
    }
  }

  @Test
  void aColumnOfAnotherShapeIsNoMoreThanALine() throws IOException {
    Path wide = shaped("truncation", NpyArray.of(new float[180], 60, 1, 3));
    exportedAndCompared(wide, "truncation of three floats");
    CapturedCommand.refused("a row of truncation has 12 bytes", "replay", wide.toString());
    Path blind = shaped("observation", NpyArray.of(new int[60], 60, 1));
    exportedAndCompared(blind, "observation of one number");
    CapturedCommand.refused(
        "not 20 numbers", "export", blind.toString(), "--out", folder.resolve("y.h5").toString());
    exportedAndCompared(shaped("pose", NpyArray.of(new int[180], 60, 1, 3)), "whole poses");
  }

  @Test
  void endlessActionsAreBareNumbers() throws IOException {
    String factor = "{\"name\":\"a\",\"levels\":[" + "1,".repeat(69_999) + "1]}";
    exportedAndCompared(
        TamperedRecording.of(room)
            .text(
                "manifest.json",
                text ->
                    changed(
                        text, List.of("actions"), "{\"factors\":[" + factor + "," + factor + "]}"))
            .saveAs(folder.resolve("endless.rollout")),
        "70,000 times 70,000 actions");
  }

  /// Other programs write a time limit that means none.
  @Test
  void anEndlessTimeLimitTakesNoMemory() throws IOException {
    Path trained = folder.resolve("trained.rollout");
    CapturedCommand.succeeding(
        "record", "--env", "darkroom", "--checkpoint", "darkroom-5x5", "--out", trained.toString());
    Path endless =
        TamperedRecording.of(trained)
            .withoutDigests()
            .text(
                "manifest.json",
                text -> changed(text, List.of("trials", "timeoutTicks"), "2147483647"))
            .saveAs(folder.resolve("endless.rollout"));
    for (List<String> line :
        List.of(
            List.of("moments", endless.toString()),
            List.of("credit", endless.toString(), "--at", "12"),
            List.of("ablate", endless.toString(), "--at", "12", "--earlier-trials"))) {
      CapturedCommand of = CapturedCommand.succeeding(line.toArray(String[]::new));
      assertEquals(
          CapturedCommand.of(
                  line.stream()
                      .map(word -> word.equals(endless.toString()) ? trained.toString() : word)
                      .toArray(String[]::new))
              .out()
              .replace(trained.toString(), ""),
          of.out().replace(endless.toString(), ""));
    }
  }

  @Test
  void aRecordingOfNobodyIsNoMoreThanALine() throws IOException {
    Path nobody = folder.resolve("nobody.rollout");
    Files.copy(shaped("reward", NpyArray.of(new float[0], 60, 0)), nobody);
    TamperedRecording lies = TamperedRecording.of(nobody);
    for (String member : lies.members()) {
      if (member.startsWith("final/")
          || (member.startsWith("channels/") && !member.startsWith("channels/reward/"))) {
        lies.without(member);
      }
    }
    lies.text("manifest.json", HostileRecordingTest::ofNobody).save();
    exportedAndCompared(nobody, "no agents");
    CapturedCommand.refused(
        "no agent acts", "export", nobody.toString(), "--out", folder.resolve("n.h5").toString());
  }

  private static String ofNobody(String manifest) {
    try {
      ObjectNode root = ((ObjectNode) JSON.readTree(manifest)).put("agents", 0);
      ArrayNode channels = JSON.createArrayNode();
      root.get("channels")
          .forEach(each -> {
            if (each.get("name").asText().equals("reward")) {
              channels.add(each);
            }
          });
      return root.set("channels", channels).toString();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void noConditionIsMoreThanALine() {
    int deep = 20_000;
    for (String condition :
        List.of(
            "(".repeat(deep) + "tick > 3" + ")".repeat(deep),
            "!".repeat(deep) + "true",
            "-".repeat(deep) + "tick > 0",
            "tick > 3" + " && tick > 3".repeat(deep),
            "x".repeat(1_000_000),
            "tick > " + "1".repeat(100_000),
            "b'\\xff' == b'a'",
            "tick > 3 ? [".repeat(1_000),
            "\0")) {
      CapturedCommand run = CapturedCommand.of("find", room.toString(), "--when", condition);
      String start = condition.substring(0, Math.min(20, condition.length()));
      assertFalse((run.out() + run.err()).contains("a bug in Hindsight"), () -> start + run.err());
      assertTrue(run.err().lines().count() <= 1, () -> start + run.err());
    }
  }

  @Test
  void noMissingMemberIsMoreThanALine() throws IOException {
    Path file = folder.resolve("hostile.rollout");
    Random random = new Random(11);
    for (String member : TamperedRecording.of(room).members()) {
      if (!ALL && random.nextInt(8) > 0) {
        continue;
      }
      tried(TamperedRecording.of(room).without(member).saveAs(file), "without " + member);
    }
    assertTrue(Files.exists(room));
  }
}
