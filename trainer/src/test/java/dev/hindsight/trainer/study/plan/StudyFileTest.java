package dev.hindsight.trainer.study.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.run.ledger.TrainingRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StudyFileTest {
  private static final String YAML =
      """
      environment: drive
      preset: near
      settings:
        learning_rate: 1e-3
        flag: no          # text, not false
        number: 010
      arms:
        memory:
        "no memory": { policy: mlp, number: 7 }
      seeds: [0, 3]
      partners:
        - scripted
        - drive-near
      evaluation:
        episodes: 40
        maps: crossing
        wipe_memory: true
        checkpoint: best
      """;

  private static final String JSON =
      """
      {"environment": "drive", "preset": "near",
       "settings": {"learning_rate": "1e-3", "flag": "no", "number": "010"},
       "arms": {"memory": {}, "no memory": {"policy": "mlp", "number": 7}},
       "seeds": [0, 3], "partners": ["scripted", "drive-near"],
       "evaluation": {"episodes": 40, "maps": ["crossing"], "wipe_memory": true,
                      "checkpoint": "best"}}
      """;

  @TempDir private Path folder;

  @Test
  void armsAreSettingsTimesPartners() throws IOException {
    StudySpec spec = read("study.yaml", YAML);
    assertEquals("study", spec.name());
    assertEquals(
        List.of(
            "memory / scripted",
            "memory / drive-near",
            "no memory / scripted",
            "no memory / drive-near"),
        spec.arms().stream().map(StudySpec.Arm::title).toList());
    assertEquals(8, spec.runs().size());
    assertEquals(8, spec.runs().stream().map(StudySpec.PlannedRun::key).distinct().count());
    StudySpec.PlannedRun last = spec.runs().getLast();
    assertEquals("no-memory-drive-near-seed-3", last.key());
    TrainingRequest request = spec.request(last);
    assertEquals(3, request.seed());
    assertEquals(Optional.of("drive-near"), request.coPlayer());
    assertEquals(
        Map.of("learning_rate", "1e-3", "flag", "no", "number", "7", "policy", "mlp"),
        request.settings());
    assertEquals(List.of("crossing"), spec.evaluation().maps());
    assertTrue(spec.evaluation().wipeMemory() && spec.evaluation().best());
    assertEquals(40, spec.evaluation().episodes());
  }

  @Test
  void yamlAndJsonDescribeTheSameStudy() throws IOException {
    assertEquals(read("study.yaml", YAML), read("study.json", JSON));
  }

  @Test
  void armsThatWouldShareAFolderAreNamedBoth() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("arms.yaml"), "environment: e\narms: {A b: {}, a-b: {}}\nseeds: [1]\n");
    Problem problem = assertThrows(Problem.class, () -> StudyFile.read(file));
    assertEquals("the arms a-b and A b would share the folder a-b", problem.what());
  }

  @Test
  void aJsonFileThatEndsTooEarlyIsToldInPlainWords() throws IOException {
    Path file = Files.writeString(folder.resolve("bad.json"), "[1,2");
    Problem problem = assertThrows(Problem.class, () -> StudyFile.read(file));
    assertEquals(
        "it is not JSON: unexpected end-of-input: expected close marker for Array", problem.what());
  }

  /// A study that someone else wrote must not choose where it is trained.
  @ParameterizedTest
  @ValueSource(strings = {"../../evil", "/tmp/evil", "a/b", "a\\b", "..", "."})
  void aNameIsThatOfAFolderAndNoWayToAnother(String name) throws IOException {
    Path file = folder.resolve("named.yaml");
    Files.writeString(
        file, "name: '" + name + "'\nenvironment: e\narms: {a: {}, b: {}}\nseeds: [1]\n");
    Problem problem = assertThrows(Problem.class, () -> StudyFile.read(file));
    assertTrue(problem.where().endsWith(": name"), problem.getMessage());
  }

  @Test
  void whatHoldsItselfOrTooMuchIsRefusedWithTheNameOfTheFile() throws IOException {
    StringBuilder doubled = new StringBuilder("x0: &x0 [a, a]\n");
    for (int i = 1; i < 40; i++) {
      doubled.append("x%d: &x%d [*x%d, *x%d]\n".formatted(i, i, i - 1, i - 1));
    }
    for (String text : List.of("a: &a [*a]\n", doubled.toString(), "a: " + "x".repeat(5 << 20))) {
      Path file = folder.resolve("large.yaml");
      Files.writeString(file, text);
      Problem problem = assertThrows(Problem.class, () -> StudyFile.read(file));
      assertTrue(problem.where().contains("large.yaml"), problem.getMessage());
    }
  }

  @Test
  void everyArmHasARunBeforeAnyHasTwo() throws IOException {
    List<StudySpec.PlannedRun> runs = read("study.yaml", YAML).runs();
    assertEquals(4, runs.subList(0, 4).stream().map(StudySpec.PlannedRun::arm).distinct().count());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{arms: {a: {}}, seeds: [1]}                     | environment",
        "{environment: darkroom, seeds: [1]}             | arms",
        "{environment: darkroom, arms: {}, seeds: [1]}   | arms",
        "{environment: darkroom, arms: {a: {}}}          | seeds",
        "{environment: e, arms: {a: {}}, seeds: [1, 1]}  | seeds",
        "{environment: e, arms: {a: {}}, seeds: [one]}   | one",
        "{environment: e, arms: {a: {}}, seed: [1]}      | seeds",
        "{environment: e, arms: {a: {}, A: {}}, seeds: [1]} | A",
        "{environment: e, arms: {a: {x: [1]}}, seeds: [1]}  | arms.a.x",
        "{environment: e, arms: {a: {}}, arms: {}, seeds: [1]} | arms",
        "{environment: e, arms: {a: {}}, seeds: [1], evaluation: {episode: 3}} | episodes",
        "{environment: e, arms: {a: {}}, seeds: [1], evaluation: {episodes: 0}} | episodes",
        "{environment: e, arms: {a: {}}, seeds: [1], evaluation: {checkpoint: last}} | latest",
        "{environment: e, arms: [a], seeds: [1]}         | arms",
        "just words                                      | study.yaml",
        "{environment: [                                 | study.yaml:2",
        "!!java.net.URL [http://x]                       | study.yaml"
      })
  void whatIsWrongIsNamed(String text, String named) throws IOException {
    Path file = folder.resolve("study.yaml");
    Files.writeString(file, text.strip() + "\n");
    Problem problem = assertThrows(Problem.class, () -> StudyFile.read(file));
    assertTrue(problem.getMessage().contains(named.strip()), problem.getMessage());
  }

  @Test
  void aKeyTwiceInJsonIsRefused() {
    assertThrows(
        Problem.class, () -> read("study.json", "{\"environment\":\"e\",\"environment\":\"f\"}"));
    assertThrows(Problem.class, () -> StudyFile.read(folder.resolve("absent.yaml")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"again.yaml", "again.json"})
  void aStudyThatIsOpenedAndSavedMeansTheSame(String name) throws IOException {
    String odd =
        """
        name: "no: 1"
        environment: drive
        algorithm: sac
        device: gpu
        maps: [crossing-1, "my map.bin"]
        settings: {eval_maps: "a, b", note: "x y=2", empty: "", "off": no}
        arms: {"yes": {a: 010}, "b: c": , "#d": {policy: mlp, lr: 1e-3}}
        seeds: 7
        partners: ["scripted:timid=1,scripted:bold=2", drive-near]
        evaluation: {seed: -3, actions: argmax, partners: none, settings: {k: "1, 2"}}
        """;
    for (String text : List.of(YAML, odd)) {
      StudySpec spec = read("study.yaml", text);
      StudySpec drafted = StudyFile.check(StudyDraft.of(spec));
      assertEquals(spec, drafted);
      Path file = folder.resolve(name);
      StudyFile.write(file, drafted);
      assertEquals(spec, StudyFile.read(file), Files.readString(file));
    }
  }

  @Test
  void aFormIsWrittenWithTheseKeysInThisOrder() {
    StudyDraft whole =
        new StudyDraft(
            " a ",
            "drive",
            "near",
            "sac",
            "gpu",
            List.of("m"),
            "x=1",
            List.of(new StudyDraft.ArmDraft("b ", "y=2"), new StudyDraft.ArmDraft("c", "")),
            "1, 2",
            "scripted; none",
            new StudyDraft.EvaluationDraft(
                "8", "0", List.of("n"), "drive-near", "z=", "argmax", "true", "best"));
    StudyDraft bare =
        new StudyDraft(
            "",
            "drive",
            " ",
            "",
            "",
            List.of(),
            "",
            List.of(),
            "",
            "",
            new StudyDraft.EvaluationDraft("", "", List.of(), "", "", "", "", ""));
    assertEquals(
        """
        {"name":"a","environment":"drive","preset":"near","algorithm":"sac","device":"gpu",\
        "maps":["m"],"settings":{"x":"1"},"arms":{"b":{"y":"2"},"c":{}},"seeds":["1","2"],\
        "partners":["scripted","none"],"evaluation":{"episodes":"8","seed":"0","maps":["n"],\
        "partners":"drive-near","settings":{"z":""},"actions":"argmax","wipe_memory":"true",\
        "checkpoint":"best"}}\
        """,
        whole.tree().toString());
    assertEquals(
        "{\"environment\":\"drive\",\"arms\":{},\"evaluation\":{}}", bare.tree().toString());
  }

  @Test
  void aFormIsRefusedWithTheWordsForTheFile() throws IOException {
    StudyDraft right = StudyDraft.of(read("study.yaml", YAML));
    StudyDraft.EvaluationDraft held = right.evaluation();
    Map<StudyDraft, String> wrong = new LinkedHashMap<>();
    wrong.put(draft(right, "", right.arms(), right.seeds(), held), "environment");
    wrong.put(draft(right, "drive", List.of(), right.seeds(), held), "arms");
    wrong.put(draft(right, "drive", right.arms(), " , ", held), "seeds");
    wrong.put(draft(right, "drive", right.arms(), "1 2 1", held), "seeds");
    wrong.put(draft(right, "drive", right.arms(), "1 two", held), "seeds");
    List<StudyDraft.ArmDraft> twins =
        List.of(new StudyDraft.ArmDraft("a", ""), new StudyDraft.ArmDraft("A", ""));
    wrong.put(draft(right, "drive", twins, right.seeds(), held), "arms.A");
    wrong.put(
        draft(right, "drive", right.arms(), "1", evaluation(held, "none", "0")),
        "evaluation.episodes");
    wrong.put(
        draft(right, "drive", right.arms(), "1", evaluation(held, "0", "0")),
        "evaluation.episodes");
    wrong.put(
        draft(right, "drive", right.arms(), "1", evaluation(held, "8", "x")), "evaluation.seed");
    int number = 0;
    for (Map.Entry<StudyDraft, String> one : wrong.entrySet()) {
      Problem ofForm = assertThrows(Problem.class, () -> StudyFile.check(one.getKey()));
      assertEquals(one.getValue(), ofForm.where());
      Path file = folder.resolve("wrong" + number++ + ".json");
      Files.writeString(file, one.getKey().tree().toString());
      Problem ofFile = assertThrows(Problem.class, () -> StudyFile.read(file));
      assertEquals(file + ": " + ofForm.where(), ofFile.where());
      assertEquals(ofForm.what(), ofFile.what());
      assertEquals(ofForm.remedy(), ofFile.remedy());
    }
    // In a file, the same key twice is refused while it is read.
    List<StudyDraft.ArmDraft> same =
        List.of(new StudyDraft.ArmDraft("a", ""), new StudyDraft.ArmDraft("a ", "x=1"));
    assertThrows(
        Problem.class, () -> StudyFile.check(draft(right, "drive", same, right.seeds(), held)));
  }

  private static StudyDraft draft(
      StudyDraft like,
      String environment,
      List<StudyDraft.ArmDraft> arms,
      String seeds,
      StudyDraft.EvaluationDraft evaluation) {
    return new StudyDraft(
        like.name(),
        environment,
        like.preset(),
        like.algorithm(),
        like.device(),
        like.maps(),
        like.settings(),
        arms,
        seeds,
        like.partners(),
        evaluation);
  }

  private static StudyDraft.EvaluationDraft evaluation(
      StudyDraft.EvaluationDraft like, String episodes, String seed) {
    return new StudyDraft.EvaluationDraft(
        episodes,
        seed,
        like.maps(),
        like.partners(),
        like.settings(),
        like.actions(),
        like.wipeMemory(),
        like.checkpoint());
  }

  private StudySpec read(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.writeString(file, text);
    return StudyFile.read(file);
  }
}
