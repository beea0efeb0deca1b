package dev.hindsight.trainer.gpu;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What an installed PyTorch needs so that Hindsight can compute on a GPU.
///
/// The bridge to PyTorch is built for 2.7 and CUDA 12.8, for Linux and Windows on x86-64. Within
/// 2.7 the binary interface does not change.
final class Requirements {
  /// The version that the shipped bridge fits.
  static final String VERSION = "2.7.1";

  /// The build of that bridge, as DJL names it.
  static final String FLAVOR = "cu128";

  /// The build of the bridge to a PyTorch without CUDA.
  private static final String CPU_FLAVOR = "cpu";

  private static final String SERIES = "2.7.";
  private static final String CUDA = "12.8";
  private static final String INSTALL =
      "pip install torch==2.7.1 --index-url https://download.pytorch.org/whl/cu128";

  private Requirements() {}

  /// All requirements, in the order in which users should fix them.
  static List<Requirement> of(Optional<InstalledTorch> torch) {
    return of(torch, Machine.here());
  }

  /// The same for a given machine.
  static List<Requirement> of(Optional<InstalledTorch> torch, Machine machine) {
    List<Requirement> all = new ArrayList<>();
    all.add(system(machine));
    all.add(machine.driver());
    if (torch.isEmpty()) {
      all.add(Requirement.missing("no PyTorch was found", INSTALL));
      return all;
    }
    all.add(version(torch.get()));
    all.add(cuda(torch.get()));
    all.add(libraries(torch.get()));
    return all;
  }

  /// The build of the bridge that fits a PyTorch, as DJL names it: a PyTorch without CUDA also
  /// fits, for the CPU.
  ///
  /// With a PyTorch of another version the bridge may load, but the first call to a missing
  /// function ends the process.
  ///
  /// @throws Problem if none fits
  static String bridge(InstalledTorch torch) {
    boolean cpu = torch.cuda().isEmpty();
    String misfits =
        (cpu ? Stream.of(version(torch)) : Stream.of(version(torch), cuda(torch)))
            .filter(one -> one.state() == Requirement.State.MISSING)
            .map(Requirement::what)
            .collect(Collectors.joining(", "));
    if (!misfits.isEmpty()) {
      throw new Problem(
          wording("Requirements.this_pytorch_cannot_be_used", misfits),
          torch.libraries().toString(),
          wording("Requirements.install_one_that_fits", INSTALL));
    }
    return cpu ? CPU_FLAVOR : FLAVOR;
  }

  private static Requirement system(Machine machine) {
    boolean x86 = machine.arch().matches("amd64|x86_64");
    boolean known = machine.system().startsWith("Linux") || machine.system().startsWith("Windows");
    String here = machine.system() + " on " + machine.arch();
    return known && x86
        ? Requirement.found(here)
        : Requirement.missing("PyTorch with CUDA cannot be used on " + here, "compute on the CPU");
  }

  private static Requirement version(InstalledTorch torch) {
    return torch.version().startsWith(SERIES)
        ? Requirement.found("version " + torch.version())
        : Requirement.missing("version " + torch.version() + " is not " + SERIES + "x", INSTALL);
  }

  private static Requirement cuda(InstalledTorch torch) {
    if (torch.cuda().equals(Optional.of(CUDA))) {
      return Requirement.found("built for CUDA " + CUDA);
    }
    return Requirement.missing(
        torch
            .cuda()
            .map(built -> "it is built for CUDA " + built + ", not " + CUDA)
            .orElse("it is built without CUDA"),
        INSTALL);
  }

  private static Requirement libraries(InstalledTorch torch) {
    String lacking =
        Stream.of("c10", "torch", "torch_cpu", "c10_cuda", "torch_cuda")
            .map(System::mapLibraryName)
            .filter(name -> !Files.isRegularFile(torch.libraries().resolve(name)))
            .collect(Collectors.joining(", "));
    return lacking.isEmpty()
        ? Requirement.found("its libraries in " + torch.libraries())
        : Requirement.missing(torch.libraries() + " lacks " + lacking, INSTALL);
  }

  /// The relevant facts about a machine.
  ///
  /// @param system name of the operating system
  /// @param driver whether it has a GPU driver
  record Machine(String system, String arch, Requirement driver) {
    /// The kernel's own driver, and the one that Windows provides to a Linux inside it.
    private static final List<Path> LINUX_DRIVERS =
        List.of(Path.of("/proc/driver/nvidia/version"), Path.of("/usr/lib/wsl/lib/libcuda.so.1"));

    static Machine here() {
      String system = System.getProperty("os.name");
      List<Path> files =
          system.startsWith("Windows")
              ? List.of(
                  Path.of(
                      System.getenv().getOrDefault("SystemRoot", "C:\\Windows"),
                      "System32/nvcuda.dll"))
              : LINUX_DRIVERS;
      return new Machine(
          system, System.getProperty("os.arch").toLowerCase(Locale.ROOT), driver(files));
    }

    /// @param files a machine with a driver has one of them; the usual one first
    static Requirement driver(List<Path> files) {
      return files.stream()
          .filter(Files::exists)
          .findFirst()
          .map(file -> Requirement.found("the NVIDIA driver (" + file + ")"))
          .orElseGet(() ->
              Requirement.missing(
                  "there is no NVIDIA driver (" + files.getFirst() + ")",
                  "install the NVIDIA driver of your system, 570 or later"));
    }
  }
}
