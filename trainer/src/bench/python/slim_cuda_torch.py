"""A PyTorch 2.7.1 with CUDA in 110 MB instead of five gigabytes, for a machine with a GPU on which nothing can be installed.

    python3 slim_cuda_torch.py --arch 90 --out pt271 [--work FOLDER]
    hindsight gpu --folder pt271 --use

It takes Bytedeco's builds from Maven Central (PyTorch 2.7.1 for CUDA 12.9, OpenBLAS, the run-time library of CUDA 12.6), keeps the kernels of one
GPU architecture, and of those the ones that training needs, and lets cuBLAS 13 take the place of cuBLAS 12. cuBLAS, cuDNN and their like come from
the PyTorch that the machine has: link them as docs/how-to/test-on-a-gpu.md says. Only for tests: a user installs PyTorch with pip.

Removed kernels are zeros in the library; calling one is an error of CUDA ("no kernel image"), not a wrong number.
"""

import argparse
import ctypes
import mmap
import re
import shutil
import struct
import subprocess
import urllib.request
import zipfile
from pathlib import Path

CENTRAL = "https://repo.maven.apache.org/maven2/org/bytedeco/"
JARS = {
    "pytorch/2.7.1-1.5.12/pytorch-2.7.1-1.5.12-linux-x86_64-gpu.jar":
        ["libtorch.so", "libtorch_cpu.so", "libtorch_cuda.so", "libtorch_cuda_linalg.so", "libc10.so", "libc10_cuda.so", "libgomp.so.1"],
    "openblas/0.3.30-1.5.12/openblas-0.3.30-1.5.12-linux-x86_64.jar":
        ["libopenblas.so.0", "libgfortran.so.5", "libquadmath.so.0"],
    "cuda/12.6-9.5-1.5.11/cuda-12.6-9.5-1.5.11-linux-x86_64-redist.jar":
        ["libcudart.so.12", "libcupti.so.12"],
}

# Names of kernels that no training of ours calls; a module goes if all of its kernels match.
UNUSED = re.compile(
    "flash|fmha|[aA]ttention_?[kK]ernel|cutlass|[Ss]parse|quantize|qint|grid_sample|gamma|bessel|airy|polynomial|hermite|legendre|chebyshev|zeta"
    "|kthvalue|Median|ctc_loss|nested|asin|acos|atan|sinh|cosh|complex|upsample|adaptive_|max_pool|avg_pool|fractional|nll_loss2d"
    "|DeviceRadixSort|DeviceSegmentedRadix|DeviceScanByKey|RenormKernel|MinMaxOps|NanSum|frexp|gcd|lcm|erfinv|embedding_bag|kaiser"
    "|reflection_pad|replication_pad|depthwise|im2col|vol2|spectral|amp_|fused_adagrad|FusedSgd")

FATBIN = 0xBA55ED50
LZ4 = """
#include <stdint.h>
#include <string.h>
long lz4(const uint8_t *s, long n, uint8_t *d, long cap) {
  const uint8_t *e = s + n; uint8_t *o = d;
  while (s < e) {
    unsigned token = *s++, x; long l = token >> 4, m = token & 15;
    if (l == 15) do { x = *s++; l += x; } while (x == 255);
    if (o + l > d + cap) return -1;
    memcpy(o, s, l); o += l; s += l;
    if (s >= e) break;
    unsigned back = s[0] | s[1] << 8; s += 2;
    if (m == 15) do { x = *s++; m += x; } while (x == 255);
    m += 4;
    if (o + m > d + cap || o - d < back) return -2;
    for (uint8_t *q = o - back; m--;) *o++ = *q++;
  }
  return o - d;
}
"""


def sections(elf):
    """Name, offset and size of each section."""
    table, = struct.unpack_from("<Q", elf, 40)
    count, names = struct.unpack_from("<HH", elf, 60)
    headers = [struct.unpack_from("<IIQQQQIIQQ", elf, table + i * 64) for i in range(count)]
    for header in headers:
        start = headers[names][4] + header[0]
        yield elf[start:elf.find(b"\0", start)].decode(), header[4], header[5]


def images(elf, start, size):
    """Offset, header's size, payload's size and architecture of each program for a GPU."""
    at = start
    while at < start + size - 16:
        if struct.unpack_from("<I", elf, at)[0] != FATBIN:
            at += 8
            continue
        header, length = struct.unpack_from("<HQ", elf, at + 6)
        inner = at + header
        while inner < at + header + length:
            own, payload = struct.unpack_from("<IQ", elf, inner + 4)
            yield inner, own, payload, struct.unpack_from("<I", elf, inner + 28)[0]
            inner += own + payload
        at += header + length


def kernels(elf, at, own, lz4):
    """The readable names of the kernels of a program."""
    packed, = struct.unpack_from("<I", elf, at + 16)
    unpacked, = struct.unpack_from("<Q", elf, at + 56)
    room = ctypes.create_string_buffer(unpacked)
    if lz4(elf[at + own:at + own + packed], packed, room, unpacked) != unpacked:
        raise ValueError(f"the program at {at} is not packed with LZ4")
    names = [name[len(".text."):] for name, _, _ in sections(room.raw) if name.startswith(".text.")]
    readable = subprocess.run(["c++filt"], input="\n".join(names), text=True, capture_output=True, check=True).stdout.splitlines()
    return [name + " " + words for name, words in zip(names, readable)]


def slim(library, arch, work):
    """Overwrites all programs with zeros but those that training needs on an architecture."""
    (work / "lz4.c").write_text(LZ4)
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", work / "lz4.so", work / "lz4.c"], check=True)
    lz4 = ctypes.CDLL(str(work / "lz4.so")).lz4
    lz4.restype, lz4.argtypes = ctypes.c_long, [ctypes.c_char_p, ctypes.c_long, ctypes.c_char_p, ctypes.c_long]
    with open(library, "r+b") as file, mmap.mmap(file.fileno(), 0) as elf:
        start, size = next((o, s) for n, o, s in sections(elf) if n == ".nv_fatbin")
        kept = 0
        for at, own, payload, built_for in list(images(elf, start, size)):
            names = kernels(elf, at, own, lz4) if built_for == arch else []
            if built_for == arch and not (names and all(UNUSED.search(name) for name in names)):
                kept += payload
            else:
                elf[at + own:at + own + payload] = bytes(payload)
        if kept == 0:
            raise SystemExit(f"{library} has no kernels for sm_{arch}")
        print(f"{library}: {kept / 1e6:.0f} of {size / 1e6:.0f} MB of kernels kept")


def expect_cublas_13(library):
    """Names cuBLAS 13 where the library names cuBLAS 12; the functions that PyTorch calls are the same."""
    elf = bytearray(library.read_bytes())
    where = {name: (start, size) for name, start, size in sections(bytes(elf))}
    strings, length = where[".dynstr"]
    for old in (b"\0libcublas.so.12\0", b"\0libcublasLt.so.12\0"):
        at = elf.find(old, strings, strings + length)
        if at >= 0:
            elf[at:at + len(old)] = old.replace(b".12", b".13")
    at = where[".gnu.version_r"][0]
    while True:
        _, count, _, first, following = struct.unpack_from("<HHIII", elf, at)
        one = at + first
        for _ in range(count):
            name_at, step = struct.unpack_from("<II", elf, one + 8)
            name = bytes(elf[strings + name_at:elf.index(b"\0", strings + name_at)])
            struct.pack_into("<I", elf, one, elf_hash(name))
            one += step
        if following == 0:
            break
        at += following
    library.write_bytes(elf)


def elf_hash(name):
    """The hash of a version's name, as the dynamic linker computes it."""
    value = 0
    for byte in name:
        value = (value << 4) + byte
        high = value & 0xF0000000
        value = (value ^ (high >> 24)) & ~high & 0xFFFFFFFF
    return value


def stub(library, caller, work):
    """A library whose functions, those that another calls, return an error: for Fourier transforms, which nothing of ours needs."""
    called = subprocess.run(["nm", "-D", "--undefined-only", caller], text=True, capture_output=True, check=True).stdout
    names = sorted({line.split()[1].split("@")[0] for line in called.splitlines() if " cufft" in line})
    (work / "stub.c").write_text("".join(f"int {name}(void) {{ return 5; }}\n" for name in names))
    (work / "stub.map").write_text(f"{library.name} {{ global: *; }};\n")
    subprocess.run(["cc", "-shared", "-fPIC", f"-Wl,-soname,{library.name}", f"-Wl,--version-script={work / 'stub.map'}",
                    "-o", library, work / "stub.c"], check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--arch", type=int, required=True, help="compute capability without its point: 90 for an H100 or H200")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--work", type=Path, default=Path("slim-work"), help="for 2.7 GB of downloads, kept")
    chosen = parser.parse_args()
    libraries = chosen.out / "lib"
    libraries.mkdir(parents=True, exist_ok=True)
    chosen.work.mkdir(parents=True, exist_ok=True)
    for jar, names in JARS.items():
        local = chosen.work / Path(jar).name
        if not local.exists():
            part = local.with_suffix(".part")
            urllib.request.urlretrieve(CENTRAL + jar, part)
            part.rename(local)
        with zipfile.ZipFile(local) as archive:
            for member in archive.namelist():
                if Path(member).name in names:
                    with archive.open(member) as source, open(libraries / Path(member).name, "wb") as target:
                        shutil.copyfileobj(source, target)
    cuda = libraries / "libtorch_cuda.so"
    slim(cuda, chosen.arch, chosen.work)
    expect_cublas_13(cuda)
    stub(libraries / "libcufft.so.11", cuda, chosen.work)
    (chosen.out / "build-version").write_text("2.7.1+cu128\n")


if __name__ == "__main__":
    main()
