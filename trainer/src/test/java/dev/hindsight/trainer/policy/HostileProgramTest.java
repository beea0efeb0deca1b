package dev.hindsight.trainer.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.policy.program.Program;
import dev.hindsight.trainer.policy.program.ProgramFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Files with code that would do more than compute are refused in one line, before any runtime sees
/// them.
class HostileProgramTest {
  @TempDir private Path folder;

  @Test
  void thePoliciesThatTheseAreMadeFromAreRead() throws IOException {
    assertEquals(ProgramFormat.TORCHSCRIPT, read(zip(members())).program().orElseThrow().format());
    assertEquals(ProgramFormat.ONNX, read(bytes("plain.onnx")).program().orElseThrow().format());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "torch.save(obs, \"/tmp/x\")",
        "torch.from_file(\"/etc/passwd\", False, 4)",
        "torch.randn([2, 3])",
        "torch .save(obs, \"/tmp/x\")",
        "torch. save(obs, \"/tmp/x\")",
        "(obs).save(\"/tmp/x\")",
        "obs.save(\"/tmp/x\")",
        "obs.set_(obs)",
        "ops.mylib.run(obs)",
        "ops.aten.save(obs, \"/tmp/x\")",
        "ops.prim.rpc_sync(obs)",
        "__torch__.torch.classes.mylib.Thing(obs)",
        "getattr(obs, \"save\")(\"/tmp/x\")",
        "getattr(torch, \"save\")(obs)",
        "fork(obs)",
        "print(\"text\")",
        "torch.zeros([100000000000])",
        "torch.as_strided(obs, [9], [1])",
        "torch.warn(\"text\")",
        "unknown(obs)",
        "torch.add(obs, obs) # torch.save",
        "torch.add(obs, \"\\\" torch.save(obs)",
        "eval(obs)"
      })
  void codeThatDoesMoreThanComputeIsRefused(String code) throws IOException {
    assertRefused(zip(with(line("x = " + code))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "while True:\n      pass",
        "import os",
        "f = obs.save",
        "f = torch.save",
        "f = torch",
        "with open(\"x\") as f:\n      pass"
      })
  void statementsThatNoPolicyNeedsAreRefused(String code) throws IOException {
    assertRefused(zip(with(line(code))));
  }

  @Test
  void aMethodCalledLikeAnOperatorHidesNothing() throws IOException {
    String code =
        text("code/__torch__.py")
            + "  def save(self: __torch__.Plain) -> NoneType:\n    return None\n";
    Map<String, byte[]> members = members();
    members.put("code/__torch__.py", code.getBytes(StandardCharsets.UTF_8));
    assertRefused(zip(members));
  }

  @Test
  void textsMaySayAnything() throws IOException {
    read(zip(with(line("x = torch.format(\"torch.save(while import) {}\", 1)"))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "c__torch__ Plain>cos system",
        "c__torch__ Plain>c__torch__.torch.classes.x Y",
        "ctorch FloatStorage>ctorch load",
        "ctorch._utils _rebuild_tensor_v2>cbuiltins exec"
      })
  void aPickleNamesNothingElse(String change) throws IOException {
    String before = change.replace(' ', '\n').split(">")[0];
    String after = change.replace(' ', '\n').split(">")[1];
    Map<String, byte[]> members = members();
    String pickle =
        new String(Objects.requireNonNull(members.get("data.pkl")), StandardCharsets.ISO_8859_1);
    assertTrue(pickle.contains(before));
    members.put("data.pkl", pickle.replace(before, after).getBytes(StandardCharsets.ISO_8859_1));
    assertRefused(zip(members));
  }

  @Test
  void aTensorDoesNotReachBeyondItsNumbers() throws IOException {
    Map<String, byte[]> members = members();
    members.put("data/0", new byte[8]);
    assertRefused(zip(members));
    members.remove("data/0");
    assertRefused(zip(members));
  }

  @Test
  void everyStrideAndOffsetIsChecked() throws IOException {
    Map<String, byte[]> members = members();
    byte[] pickle = Objects.requireNonNull(members.get("data.pkl"));
    int refused = 0;
    for (int i = 0; i < pickle.length - 1; i++) {
      if (pickle[i] == 'K') {
        byte[] changed = pickle.clone();
        changed[i + 1] = (byte) 255;
        members.put("data.pkl", changed);
        try {
          read(zip(members));
        } catch (Problem _) {
          refused++;
        }
      }
    }
    assertTrue(refused > 10, refused + " refused");
  }

  @Test
  void aBombIsRefusedBeforeItUnpacks() throws IOException {
    Map<String, byte[]> members = members();
    members.put("code/big.py", new byte[8 << 20]);
    assertRefused(zip(members));
  }

  @Test
  void membersThatWereNotLookedAtAreNotLoaded() throws IOException {
    Map<String, byte[]> members = members();
    members.put("extra/run.sh", new byte[3]);
    members.put("code/__torch__.py.debug_pkl", new byte[3]);
    Program program = read(zip(members)).program().orElseThrow();
    Path anew = folder.resolve("anew.zip");
    Files.write(anew, program.bytes());
    try (ZipFile zip = new ZipFile(anew.toFile())) {
      assertTrue(zip.stream().noneMatch(entry -> entry.getName().matches(".*(run.sh|debug_pkl)")));
      assertTrue(zip.stream().anyMatch(entry -> entry.getName().endsWith("/data.pkl")));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"../numbers", "/etc/passwd", "sub/numbers", "", "gone"})
  void numbersOfAnOnnxFileLieInItsFolder(String place) throws IOException {
    Files.createDirectories(folder.resolve("sub"));
    Files.write(folder.resolve("sub/numbers"), new byte[8]);
    assertRefused(onnx("", external(place, 2)));
  }

  @Test
  void numbersBehindALinkAreRefusedAndThoseBesideAreRead() throws IOException {
    Files.write(folder.resolve("numbers"), new byte[8]);
    Program program = read(onnx("", external("numbers", 2))).program().orElseThrow();
    assertEquals(8, Objects.requireNonNull(program.data().get("w")).bytes().length);
    assertRefused(onnx("", external("numbers", 3)));
    Path outside = Files.createTempFile("outside", "");
    Files.write(outside, new byte[8]);
    try {
      Files.createSymbolicLink(folder.resolve("link"), outside);
      assertRefused(onnx("", external("link", 2)));
    } finally {
      Files.delete(outside);
    }
  }

  @ParameterizedTest
  @CsvSource({"Relu,com.example", "Loop,", "RandomUniform,", "Relu,com.microsoft"})
  void onnxOperatorsOfOthersAreRefused(String operator, String domain) throws IOException {
    byte[] node = join(field(4, operator), field(7, domain == null ? "" : domain));
    assertRefused(onnx("", field(1, node)));
  }

  @Test
  void damagedFilesAreRefusedOrReadAndNothingElse() throws IOException {
    Random random = new Random(1);
    for (String name : new String[] {"plain.onnx", "recurrent.onnx", "plain.pt"}) {
      byte[] whole = bytes(name);
      for (int i = 0; i < 300; i++) {
        byte[] bytes =
            i < 100 ? java.util.Arrays.copyOf(whole, random.nextInt(whole.length)) : whole.clone();
        for (int k = 0; i >= 100 && k < 4; k++) {
          bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        }
        try {
          read(bytes);
        } catch (Problem problem) {
          assertFalse(problem.getMessage().contains("\n"));
        }
      }
    }
  }

  private void assertRefused(byte[] bytes) {
    Problem problem = assertThrows(Problem.class, () -> read(bytes));
    assertFalse(problem.getMessage().contains("\n"), problem.getMessage());
  }

  private Checkpoint read(byte[] bytes) throws IOException {
    Path file = folder.resolve("policy.bin");
    Files.write(file, bytes);
    return Checkpoints.read(file);
  }

  /// The code of the plain policy with one more line at the start of its method.
  private static String line(String statement) throws IOException {
    return text("code/__torch__.py")
        .replace("    body = self.body\n", "    " + statement + "\n    body = self.body\n");
  }

  private static Map<String, byte[]> with(String code) throws IOException {
    Map<String, byte[]> members = members();
    assertFalse(code.equals(text("code/__torch__.py")));
    members.put("code/__torch__.py", code.getBytes(StandardCharsets.UTF_8));
    return members;
  }

  private static String text(String member) throws IOException {
    return new String(Objects.requireNonNull(members().get(member)), StandardCharsets.UTF_8);
  }

  private static Map<String, byte[]> members() throws IOException {
    Path file = Files.createTempFile("plain", ".pt");
    Files.write(file, bytes("plain.pt"));
    Map<String, byte[]> members = new LinkedHashMap<>();
    try (ZipFile zip = new ZipFile(file.toFile())) {
      for (ZipEntry entry : zip.stream().toList()) {
        try (InputStream in = zip.getInputStream(entry)) {
          members.put(
              entry.getName().substring(entry.getName().indexOf('/') + 1), in.readAllBytes());
        }
      }
    } finally {
      Files.delete(file);
    }
    return members;
  }

  private static byte[] zip(Map<String, byte[]> members) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, byte[]> member : members.entrySet()) {
        zip.putNextEntry(new ZipEntry("x/" + member.getKey()));
        zip.write(member.getValue());
        zip.closeEntry();
      }
    }
    return bytes.toByteArray();
  }

  private static byte[] external(String place, int count) {
    byte[] entry = join(field(1, "location"), field(2, place));
    return field(
        5,
        join(
            new byte[] {0x08, (byte) count, 0x10, 1},
            field(8, "w"),
            field(13, entry),
            new byte[] {0x70, 1}));
  }

  private static byte[] onnx(String domain, byte[] graph) {
    return join(new byte[] {0x08, 8}, field(8, field(1, domain)), field(7, graph));
  }

  private static byte[] field(int number, String text) {
    return field(number, text.getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] field(int number, byte[] bytes) {
    assertTrue(bytes.length < 16_384);
    byte[] head = {
      (byte) (number << 3 | 2), (byte) (bytes.length & 0x7f | 0x80), (byte) (bytes.length >>> 7)
    };
    return join(head, bytes);
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  private static byte[] bytes(String name) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(
            Program.class.getResourceAsStream("/dev/hindsight/trainer/policy/program/" + name))) {
      return in.readAllBytes();
    }
  }
}
