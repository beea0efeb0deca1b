package dev.hindsight.trainer.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Scripts that stand for Python and print what the real one prints.
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the stand-in for Python is a shell script")
class PythonTorchTest {
  private static final String MARK = "\\nhindsight asks for torch: ";
  private static final String ANSWER = "printf '" + MARK + "2.7.1+cu128|12.8|/env/torch\\n'";

  @TempDir private Path folder;
  private Path python = Path.of("python3");

  @BeforeEach
  void install() throws IOException {
    python = Files.createDirectories(folder.resolve("bin")).resolve("python3");
  }

  private void python(String script) throws IOException {
    Files.writeString(python, "#!/bin/sh\n" + script + "\n");
    assertTrue(python.toFile().setExecutable(true));
  }

  private PythonTorch.Answer asked(String script) throws IOException {
    python(script);
    return PythonTorch.ask(Map.of("PATH", folder.resolve("bin").toString()));
  }

  private PythonTorch.Answer answer(String version, Optional<String> cuda) {
    return new PythonTorch.Answer(
        Optional.of(
            new InstalledTorch(Path.of("/env/torch/lib"), version, cuda, python.toString())),
        "");
  }

  private PythonTorch.Answer miss(String line) {
    return new PythonTorch.Answer(Optional.empty(), python + line);
  }

  @Test
  void itSaysWhereItsPackageIs() throws IOException {
    assertEquals(answer("2.7.1+cu128", Optional.of("12.8")), asked(ANSWER));
  }

  @Test
  void aPackageWithoutCudaHasNone() throws IOException {
    assertEquals(
        answer("2.7.1+cpu", Optional.empty()),
        asked("printf '" + MARK + "2.7.1+cpu||/env/torch\\n'"));
  }

  @Test
  void whatAnInstallationSaysByItselfIsNoAnswer() throws IOException {
    assertEquals(
        answer("2.7.1+cu128", Optional.of("12.8")),
        asked("echo Welcome; echo careful >&2; " + ANSWER + "; echo Goodbye"));
  }

  /// More than a pipe holds, on both outputs: without a reader it would block.
  @Test
  void oneThatSaysVeryMuchIsHeardToTheEnd() throws IOException {
    String much = "seq 100000; seq 100000 >&2; ";
    assertEquals(answer("2.7.1+cu128", Optional.of("12.8")), asked(much + ANSWER));
  }

  @Test
  void onlyThatTheModuleIsNotThereIsToldWithoutPythonsWords() throws IOException {
    String trace = "printf 'Traceback:\\n  line 1\\nModuleNotFoundError: No module named %s\\n' ";
    assertEquals(miss(" has no module torch"), asked(trace + "\"'torch'\" >&2; exit 1"));
    assertEquals(
        miss(" cannot import torch: ModuleNotFoundError: No module named 'typing_extensions'"),
        asked(trace + "\"'typing_extensions'\" >&2; exit 1"));
  }

  @Test
  void aBrokenInstallationIsToldInPythonsLastWords() throws IOException {
    assertEquals(
        miss(" cannot import torch: ImportError: libcudnn.so.9: cannot open shared object file"),
        asked(
            "printf 'Traceback:\\nImportError: libcudnn.so.9: cannot open shared object file\\n\\n'"
                + " >&2; exit 1"));
    assertEquals(miss(" cannot import torch: it ends with 132"), asked("exit 132"));
  }

  @Test
  void oneThatSaysSomethingElseIsTold() throws IOException {
    assertEquals(miss(" does not say where its torch is"), asked("echo hello"));
    assertEquals(miss(" does not say where its torch is"), asked("printf '" + MARK + "2.7\\n'"));
  }

  @Test
  void oneThatCannotBeRunIsTold() throws IOException {
    Files.writeString(python, "#!/no/such/interpreter\n");
    assertTrue(python.toFile().setExecutable(true));
    PythonTorch.Answer answer = PythonTorch.ask(Map.of("PATH", folder.resolve("bin").toString()));
    assertEquals(Optional.empty(), answer.torch());
    assertTrue(answer.line().contains(python.toString()), answer.line());
    assertEquals(1, answer.line().lines().count());
  }

  @Test
  void aFolderCalledPython3IsNone() throws IOException {
    Files.createDirectories(python);
    assertEquals(
        "there is no python3 on the PATH",
        PythonTorch.ask(Map.of("PATH", folder.resolve("bin").toString())).line());
  }

  @Test
  void thePythonOfAnEnvironmentThatIsSwitchedOnComesFirst() throws IOException {
    python(ANSWER);
    for (String variable : List.of("VIRTUAL_ENV", "CONDA_PREFIX")) {
      PythonTorch.Answer answer =
          PythonTorch.ask(Map.of(variable, folder.toString(), "PATH", "/usr/bin:/bin"));
      assertEquals(
          python.toString(), answer.torch().map(InstalledTorch::source).orElse(answer.line()));
    }
  }

  /// A script in the current folder called `torch.py` must not run as this user.
  @Test
  void itRunsIsolatedAndNotInTheCurrentFolder() throws IOException {
    assertEquals(
        answer("2.7.1+cu128", Optional.of("12.8")),
        asked(
            "[ \"$1\" = -I ] && [ \"$PWD\" != '%s' ] && ".formatted(Path.of("").toAbsolutePath())
                + ANSWER));
  }

  /// `./bin/python3` of a downloaded folder must not run because a variable or the PATH is
  /// relative.
  @Test
  void aRelativeEnvironmentOrSearchPathIsIgnored() throws IOException {
    python(ANSWER);
    String relative = Path.of("").toAbsolutePath().relativize(folder).toString();
    for (String variable : List.of("VIRTUAL_ENV", "CONDA_PREFIX")) {
      assertEquals(
          "there is no python3 on the PATH",
          PythonTorch.ask(Map.of(variable, relative, "PATH", relative + "/bin:.:")).line());
    }
  }

  /// The real Python understands the script and finds what `pip install --user` installed; what
  /// `PYTHONPATH` names it must not import.
  @Test
  void theQuestionIsPython() throws IOException {
    String real = realPython();
    Path user = folder.resolve("user");
    Path torch = Files.createDirectories(userSite(real, user).resolve("torch"));
    Files.writeString(
        torch.resolve("__init__.py"), "from . import version\n__version__ = '2.7.1+cu128'\n");
    Files.writeString(torch.resolve("version.py"), "cuda = '12.8'\n");
    Path trap = Files.createDirectories(folder.resolve("trap"));
    Files.writeString(trap.resolve("torch.py"), "open('" + folder.resolve("sprung") + "', 'w')\n");
    python("PYTHONUSERBASE='%s' PYTHONPATH='%s' exec %s \"$@\"".formatted(user, trap, real));
    assertEquals(
        Optional.of(torch.resolve("lib")),
        PythonTorch.ask(Map.of("PATH", folder.resolve("bin").toString()))
            .torch()
            .map(InstalledTorch::libraries));
    assertFalse(Files.exists(folder.resolve("sprung")));
  }

  private static Path userSite(String python, Path base) throws IOException {
    ProcessBuilder asked =
        new ProcessBuilder(
            python, "-I", "-c", "import site; print(site.getusersitepackages(), end='')");
    asked.environment().put("PYTHONUSERBASE", base.toString());
    return Path.of(
        new String(asked.start().getInputStream().readAllBytes(), StandardCharsets.UTF_8));
  }

  /// Not that of a virtual environment, which sees nothing that `--user` installed.
  private static String realPython() {
    String path = Objects.requireNonNullElse(System.getenv("PATH"), "");
    Optional<Path> python =
        List.of(path.split(":")).stream()
            .map(folder -> Path.of(folder, "python3"))
            .filter(Files::isExecutable)
            .filter(file -> !Files.exists(file.resolve("../../pyvenv.cfg").normalize()))
            .findFirst();
    assumeTrue(python.isPresent(), "there is no python3 here");
    return python.orElseThrow().toString();
  }
}
