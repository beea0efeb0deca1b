package dev.hindsight.trainer.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.gpu.Requirements.Machine;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RequirementsTest {
  private static final Machine GOOD = new Machine("Linux", "amd64", Requirement.found("driver"));

  @TempDir private Path folder;

  @BeforeEach
  void install() throws IOException {
    FakeTorch.libraries(folder);
  }

  private InstalledTorch torch(String version, String cuda) {
    return new InstalledTorch(folder, version, Optional.of(cuda), "chosen");
  }

  private static List<String> missing(Optional<InstalledTorch> torch, Machine machine) {
    return Requirements.of(torch, machine).stream()
        .filter(one -> one.state() == Requirement.State.MISSING)
        .map(Requirement::what)
        .toList();
  }

  private List<String> missing(String version, String cuda) {
    return missing(Optional.of(torch(version, cuda)), GOOD);
  }

  @Test
  void theRightOneMeetsThemAll() {
    Optional<InstalledTorch> right = Optional.of(torch("2.7.1+cu128", "12.8"));
    List<Requirement> all = Requirements.of(right, GOOD);
    assertEquals(right, new GpuFinding(right, List.of(), all).usable());
    assertEquals(List.of(), missing("2.7.0+cu128", "12.8"));
  }

  @Test
  void anotherVersionIsNamed() {
    assertEquals(List.of("version 2.8.0+cu128 is not 2.7.x"), missing("2.8.0+cu128", "12.8"));
    assertEquals(List.of("version 2.70.1 is not 2.7.x"), missing("2.70.1", "12.8"));
  }

  @Test
  void anotherCudaIsNamed() {
    assertEquals(List.of("it is built for CUDA 12.6, not 12.8"), missing("2.7.1+cu126", "12.6"));
    InstalledTorch without = new InstalledTorch(folder, "2.7.1+cpu", Optional.empty(), "chosen");
    assertEquals(List.of("it is built without CUDA"), missing(Optional.of(without), GOOD));
  }

  @Test
  void everyLibraryThatIsNotThereIsNamed() throws IOException {
    for (String name : FakeTorch.LIBRARIES) {
      Path file = folder.resolve(System.mapLibraryName(name));
      Files.delete(file);
      assertEquals(
          List.of(folder + " lacks " + file.getFileName()), missing("2.7.1+cu128", "12.8"));
      Files.createFile(file);
    }
  }

  @Test
  void aMachineThatCannotIsTold() {
    Requirement driver = Machine.driver(List.of(folder.resolve("none")));
    assertEquals(Requirement.State.MISSING, driver.state());
    assertEquals(Requirement.State.FOUND, Machine.driver(List.of(folder)).state());
    Path other = folder.resolve("none");
    assertEquals(Requirement.State.FOUND, Machine.driver(List.of(other, folder)).state());
    assertEquals(
        List.of("PyTorch with CUDA cannot be used on Mac OS X on aarch64", "no PyTorch was found"),
        missing(Optional.empty(), new Machine("Mac OS X", "aarch64", Requirement.found("driver"))));
  }

  @Test
  void whatIsMissingSaysWhatToDo() {
    Requirements.of(
            Optional.empty(),
            new Machine("Linux", "riscv64", Machine.driver(List.of(folder.resolve("none")))))
        .forEach(one -> {
          assertEquals(Requirement.State.MISSING, one.state());
          assertFalse(one.remedy().isEmpty(), one.toString());
        });
  }

  /// The requirements match what the shipped bridge was built for.
  @Test
  void theBridgeThatFitsIsShipped() throws IOException {
    ClassLoader shipped = Requirements.class.getClassLoader();
    String bridge = "jnilib/linux-x86_64/" + Requirements.FLAVOR + "/libdjl_torch.so";
    assertNotNull(shipped.getResource(bridge), bridge);
    Properties about = new Properties();
    try (InputStream in =
        Objects.requireNonNull(shipped.getResourceAsStream("jnilib/pytorch.properties"))) {
      about.load(in);
    }
    String version = about.getProperty("jni_version", "");
    assertTrue(version.startsWith(Requirements.VERSION + "-"), version);
  }
}
