package dev.hindsight.trainer.learn;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Lets MKL, which computes PyTorch's matrix products, use its fast kernels on AMD processors.
///
/// MKL asks its own function `mkl_serv_intel_cpu_true` who made the processor and takes slow
/// kernels if it was not Intel, though an AMD processor with AVX2 runs the fast ones as well
/// (`docs/measurements/training-speed.md` has the figures). A library in the process's global scope
/// that defines this function before PyTorch loads answers in its place, as a preloaded one would.
/// That library is written here, byte by byte, and loaded from memory: nothing on disk can take its
/// place. Results differ from the slow kernels' by rounding.
final class MklFastPath {
  /// System property; `false` leaves MKL's own choice.
  static final String SETTING = "hindsight.mkl.fast";

  static final String QUESTION = "mkl_serv_intel_cpu_true";

  /// `RTLD_NOW | RTLD_GLOBAL` of Linux's `dlfcn.h`.
  private static final int AT_ONCE_AND_GLOBAL = 0x102;

  /// `MFD_CLOEXEC` of Linux's `memfd_create`.
  private static final int CLOSED_IN_CHILDREN = 1;

  private MklFastPath() {}

  /// Must run before PyTorch is loaded. Does nothing where the fast kernels are not known to run,
  /// or where the system refuses: this is only tuning.
  static void prepare() {
    if (Boolean.parseBoolean(System.getProperty(SETTING, "true"))
        && System.getProperty("os.name").equals("Linux")
        && System.getProperty("os.arch").equals("amd64")
        && suits(processors())) {
      boolean _ = answer();
    }
  }

  private static String processors() {
    try {
      return Files.readString(Path.of("/proc/cpuinfo"));
    } catch (IOException e) {
      return "";
    }
  }

  /// Whether these processors, in the words of `/proc/cpuinfo`, are AMD's and run the fast kernels.
  static boolean suits(String processors) {
    return valueOf("vendor_id", processors).equals("AuthenticAMD")
        && List.of(valueOf("flags", processors).split(" ")).containsAll(List.of("avx2", "fma"));
  }

  private static String valueOf(String name, String processors) {
    return processors
        .lines()
        .filter(line -> line.startsWith(name))
        .findFirst()
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .orElse("");
  }

  /// Loads the library from memory into the global scope.
  ///
  /// @return whether the system took it
  static boolean answer() {
    Optional<MethodHandle> create =
        CLibrary.function(
            "memfd_create",
            FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT));
    Optional<MethodHandle> open =
        CLibrary.function(
            "dlopen",
            FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.JAVA_INT));
    Optional<MethodHandle> close =
        CLibrary.function(
            "close", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
    if (create.isEmpty() || open.isEmpty() || close.isEmpty()) {
      return false;
    }
    try (Arena arena = Arena.ofConfined()) {
      int file = (int) create.get().invokeExact(arena.allocateFrom(QUESTION), CLOSED_IN_CHILDREN);
      if (file < 0) {
        return false;
      }
      Path path = Path.of("/proc/self/fd", Integer.toString(file));
      Files.write(path, library());
      MemorySegment handle =
          (MemorySegment)
              open.get().invokeExact(arena.allocateFrom(path.toString()), AT_ONCE_AND_GLOBAL);
      int _ = (int) close.get().invokeExact(file);
      return handle.address() != 0;
    } catch (IOException e) {
      return false;
    } catch (Throwable e) {
      throw new IllegalStateException("the C library's functions take other parameters", e);
    }
  }

  /// A shared library for Linux on x86-64 with one function, which returns 1: an ELF file with its
  /// readable part in the first page and what the loader writes to in the second.
  private static byte[] library() {
    byte[] names = ("\0" + QUESTION + "\0").getBytes(StandardCharsets.US_ASCII);
    int page = 0x1000;
    int hash = 64 + 4 * 56;
    int symbols = hash + 24;
    int strings = symbols + 2 * 24;
    int code = (strings + names.length + 15) / 16 * 16;
    // endbr64; mov eax, 1; ret
    byte[] body = {(byte) 0xf3, 0x0f, 0x1e, (byte) 0xfa, (byte) 0xb8, 1, 0, 0, 0, (byte) 0xc3};
    int readable = code + body.length;
    long[] table = {4, hash, 5, strings, 6, symbols, 10, names.length, 11, 24, 0, 0};
    int written = Long.BYTES * table.length;
    ByteBuffer file = ByteBuffer.allocate(page + written).order(ByteOrder.LITTLE_ENDIAN);

    // The header: 64 bits, little endian, a shared object for x86-64, four program headers.
    file.put(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1, 0}).putLong(0);
    file.putShort((short) 3).putShort((short) 62).putInt(1);
    file.putLong(0).putLong(64).putLong(0).putInt(0);
    file.putShort((short) 64).putShort((short) 56).putShort((short) 4);
    file.putShort((short) 64).putShort((short) 0).putShort((short) 0);
    segment(file, Segment.LOAD, 5, 0, readable, page);
    segment(file, Segment.LOAD, 6, page, written, page);
    segment(file, Segment.DYNAMIC, 6, page, written, 8);
    // Without this one the loader would make the process's stack executable.
    segment(file, Segment.STACK, 6, 0, 0, 16);

    // One bucket, which starts with symbol 1 of 2; then no symbol and the function.
    file.putInt(1).putInt(2).putInt(1).putInt(0).putInt(0);
    file.position(symbols + 24);
    file.putInt(1).put((byte) 0x12).put((byte) 0).putShort((short) 1);
    file.putLong(code).putLong(body.length);
    file.position(strings).put(names);
    file.position(code).put(body);
    file.position(page);
    for (long each : table) {
      file.putLong(each);
    }
    return file.array();
  }

  private enum Segment {
    LOAD(1),
    DYNAMIC(2),
    STACK(0x6474e551);

    private final int code;

    Segment(int code) {
      this.code = code;
    }
  }

  /// Adds a program header; the address in memory is the place in the file.
  ///
  /// @param access 4 to read, 2 to write, 1 to execute
  private static void segment(
      ByteBuffer file, Segment kind, int access, long place, long length, long alignment) {
    file.putInt(kind.code).putInt(access).putLong(place).putLong(place).putLong(place);
    file.putLong(length).putLong(length).putLong(alignment);
  }
}
