package dev.hindsight.trainer.learn;

import static dev.hindsight.trainer.text.TrainerText.wording;

import ai.djl.Device;
import ai.djl.engine.Engine;
import ai.djl.engine.EngineException;
import ai.djl.ndarray.NDManager;
import dev.hindsight.trainer.CacheCleanup;
import dev.hindsight.trainer.CacheFolder;
import dev.hindsight.trainer.NativeCache;
import dev.hindsight.trainer.NativeFolder;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.gpu.EngineChoice;
import dev.hindsight.trainer.gpu.TorchSearch;
import dev.hindsight.trainer.record.RecordingRequest;
import dev.hindsight.trainer.run.TrainingTask;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Starts PyTorch once per process, at the first use of a network; this takes half a second.
///
/// Everything it needs is on the class path: it downloads nothing and sends no data. Its native
/// libraries are unpacked to the [CacheFolder] at first use. Settings that the user has made in a
/// system property or environment variable stay unchanged.
public final class TorchEngine {
  /// System property: number of threads PyTorch computes with; one by default.
  ///
  /// The same number gives the same bits; another number may round differently.
  public static final String THREADS = RecordingRequest.TORCH_THREADS;

  private static final String NAME = "PyTorch";

  private static boolean prepared;

  private TorchEngine() {}

  /// A scope for arrays on the CPU; close it to free them all.
  ///
  /// @throws Problem if PyTorch cannot be loaded on this machine
  public static NDManager scope() {
    return start().newBaseManager(Device.cpu());
  }

  /// A scope for arrays on a device; close it to free them all.
  ///
  /// @throws Problem if PyTorch cannot be loaded on this machine, or sees no such device
  public static NDManager scope(TrainingTask.Device device) {
    return switch (device) {
      case CPU -> scope();
      case GPU -> {
        if (gpus() == 0) {
          throw new Problem(
              wording("TorchEngine.pytorch_sees_no_gpu_here"),
              "--device gpu",
              wording("TorchEngine.compute_on_the_cpu_or_see"));
        }
        yield start().newBaseManager(Device.gpu());
      }
    };
  }

  /// Number of GPUs that PyTorch can compute on.
  public static int gpus() {
    return start().getGpuCount();
  }

  /// Uses another PyTorch for this process, which must not have started one.
  ///
  /// @param libraries the folder of its libraries
  /// @throws Problem if it is of a version that cannot be used, or if a variable of the
  ///   environment, which DJL reads first, names another one
  public static void use(Path libraries) {
    Map<String, String> settings = EngineChoice.settings(libraries);
    String named = System.getenv(TorchSearch.LIBRARY_PATH);
    if (named != null && !Path.of(named).equals(libraries)) {
      throw new Problem(
          wording("TorchEngine.names_another_pytorch", TorchSearch.LIBRARY_PATH),
          named,
          wording("TorchEngine.unset_it"));
    }
    System.setProperty(TorchSearch.LIBRARY_PATH, libraries.toString());
    settings.forEach((key, value) -> System.getProperties().putIfAbsent(key, value));
  }

  private static synchronized Engine start() {
    boolean first = !prepared;
    if (first) {
      prepare();
      prepared = true;
    }
    try {
      Engine engine = Engine.getEngine(NAME);
      if (first) {
        tidy(engine.getVersion());
      }
      return engine;
    } catch (EngineException | LinkageError | IllegalStateException e) {
      throw new Problem(
          wording("TorchEngine.pytorch_cannot_be_loaded", root(e)),
          System.getProperty("os.name") + " " + System.getProperty("os.arch"),
          remedy(),
          e);
    }
  }

  /// Must run before any class of the engine is loaded, which reads these settings once.
  private static void prepare() {
    int threads = Integer.getInteger(THREADS, 1);
    NativeHeap.keep();
    MklFastPath.prepare();
    // PyTorch's own warnings are for its developers. The oneDNN of PyTorch 2.7.1 computes some
    // LSTMs wrongly with AVX-512, which policies of other programs may have; with AVX2 it does not
    // (docs/foreign-policies.md).
    ProcessEnvironment.preset(Map.of("TORCH_CPP_LOG_LEVEL", "ERROR", "ONEDNN_MAX_CPU_ISA", "AVX2"));
    if (threads == 1) {
      // Idle OpenMP threads that a library creates anyway must not spin.
      ProcessEnvironment.preset(
          Map.of("OMP_WAIT_POLICY", "PASSIVE", "GOMP_SPINCOUNT", "0", "KMP_BLOCKTIME", "0"));
    } else {
      // Several threads synchronise many times per millisecond; a sleeping one would wake up too
      // late. Users who ask for several threads have the processors for them.
      ProcessEnvironment.preset(
          Map.of("OMP_WAIT_POLICY", "ACTIVE", "GOMP_SPINCOUNT", "200000", "KMP_BLOCKTIME", "200"));
    }
    checkUserFolders();
    userLibraries().or(() -> EngineChoice.ofUser().folder()).ifPresent(TorchEngine::use);
    boolean installed = NativeFolder.installed().isPresent();
    String cache =
        (installed && !another() ? CacheFolder.of("pytorch") : NativeCache.of("pytorch"))
            .toString();
    // DJL looks for CUDA through JNA, which would create its own folder in the home folder.
    String jna = (installed ? CacheFolder.of("jna") : NativeCache.of("jna")).toString();
    Map.of(
            "ai.djl.offline",
            "true",
            "OPT_OUT_TRACKING",
            "true",
            "DJL_CACHE_DIR",
            cache,
            "ENGINE_CACHE_DIR",
            engineFolder(cache),
            "jna.tmpdir",
            jna,
            "ai.djl.pytorch.num_interop_threads",
            "1",
            "ai.djl.pytorch.num_threads",
            Integer.toString(threads))
        .forEach((key, value) -> System.getProperties().putIfAbsent(key, value));
    NativeFolder.installed()
        .ifPresent(natives ->
            System.getProperties()
                .putIfAbsent("jna.boot.library.path", natives.resolve("jna").toString()));
  }

  /// Folders that the user chose by a variable or property: DJL unpacks libraries into the first
  /// two and loads those in the third.
  private static void checkUserFolders() {
    for (String name : List.of("DJL_CACHE_DIR", "ENGINE_CACHE_DIR")) {
      if (System.getenv(name) != null) {
        var _ = NativeCache.checked(Path.of(System.getenv(name)));
      }
    }
    userLibraries()
        .filter(libraries -> !libraries.isAbsolute())
        .ifPresent(libraries -> {
          throw new Problem(
              wording("TorchEngine.libraries_are_not_loaded_from_a"),
              TorchSearch.LIBRARY_PATH + " " + libraries,
              wording("TorchEngine.write_the_whole_path"));
        });
  }

  /// The libraries that the user named by a variable or property, as DJL reads them.
  private static Optional<Path> userLibraries() {
    return Optional.ofNullable(System.getenv(TorchSearch.LIBRARY_PATH))
        .or(() -> Optional.ofNullable(System.getProperty(TorchSearch.LIBRARY_PATH)))
        .map(Path::of);
  }

  /// An installation contains the unpacked engine in a read-only folder. Another PyTorch needs its
  /// own bridge, which is unpacked to the cache.
  private static String engineFolder(String cache) {
    return another() ? cache : NativeFolder.installed().map(Path::toString).orElse(cache);
  }

  /// DJL names the folder of a build by version, flavor and system.
  private static void tidy(String version) {
    CacheCleanup.keepFolders(
        CacheFolder.of("pytorch").resolve("pytorch"), name -> name.startsWith(version + "-"));
  }

  private static String remedy() {
    if (System.getenv(TorchSearch.LIBRARY_PATH) != null) {
      return wording("TorchEngine.unset_which_names_another_pytorch", TorchSearch.LIBRARY_PATH);
    }
    return another()
        ? wording("TorchEngine.go_back_to_the_one_that")
        : wording("TorchEngine.free_500_mb_in_or_delete", CacheFolder.of("pytorch"));
  }

  private static boolean another() {
    return userLibraries().isPresent();
  }

  private static String root(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause.getClass().getSimpleName() + " " + cause.getMessage();
  }
}
