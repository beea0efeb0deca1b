package dev.hindsight.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// What the launcher of a checkout does before it starts Java, in unusual environments.
@EnabledOnOs(value = OS.LINUX, disabledReason = "the launchers of other systems differ")
class LauncherScriptTest {
  private static String script(String commands, List<String> without, String... environment)
      throws IOException, InterruptedException {
    Path functions =
        Path.of(System.getProperty("hindsight.root", ".."))
            .resolve(".mvn/find-jdk.sh")
            .toAbsolutePath()
            .normalize();
    assumeTrue(Files.exists(functions), "the launcher's functions are not here");
    ProcessBuilder builder =
        new ProcessBuilder("bash", "-c", "set -euo pipefail; . '" + functions + "'; " + commands)
            .redirectErrorStream(true);
    without.forEach(builder.environment()::remove);
    for (int i = 0; i < environment.length; i += 2) {
      builder.environment().put(environment[i], environment[i + 1]);
    }
    Process process = builder.start();
    String told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), told);
    return told.strip();
  }

  @Test
  void aJdkIsFoundWithoutAHomeFolder() throws Exception {
    Path jdk = Path.of(System.getProperty("java.home"));
    assumeTrue(Files.isExecutable(jdk.resolve("bin/javac")), "the tests run on no JDK");
    assertEquals(jdk.toString(), script("find_jdk", List.of("HOME"), "JAVA_HOME", jdk.toString()));
    // The whole search, with nothing at the first places.
    String last =
        script("find_jdk || echo none", List.of("HOME", "JAVA_HOME"), "PATH", "/usr/bin:/bin");
    assertTrue(last.equals("none") || last.startsWith("/"), last);
  }

  @Test
  void javaNamesFilesInUtf8InEveryLocale() throws Exception {
    String says = "name_files_in_utf8; locale charmap; echo ${LC_ALL:-unset}";
    assertEquals("UTF-8\nunset", script(says, List.of(), "LC_ALL", "C"));
    assertEquals("UTF-8\nunset", script(says, List.of("LC_ALL"), "LANG", "POSIX"));
    assertEquals("UTF-8\nC.UTF-8", script(says, List.of(), "LC_ALL", "C.UTF-8"));
  }
}
