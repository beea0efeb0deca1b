package dev.hindsight.trainer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UserFolderTest {
  /// Java knows a home folder from the system's list of users.
  @ParameterizedTest
  @CsvSource({
    "Linux, /srv/ada, /srv/ada",
    "Mac OS X, /srv/ada, /srv/ada",
    "Windows 11, /srv/ada, /root",
    "Linux, ada, /root",
  })
  void homeIsTheVariableOfTheShell(String system, String variable, Path home) {
    assertEquals(home, UserFolder.home(system, "/root", Map.of("HOME", variable)));
  }
}
