package dev.hindsight.trainer.rollout;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Python and Hindsight read each other's recordings.
class PythonTest {
  @TempDir Path folder;

  @Test
  void theStandardLibraryReadsOurs() throws Exception {
    Path file = folder.resolve("ours.rollout");
    TestRecordings.write(file, TestRecordings.COLUMNS, 12, 5);
    String printed =
        Python.run(
            """
            import ast, hashlib, json, struct, sys, zipfile
            z = zipfile.ZipFile(sys.argv[1])
            assert z.testzip() is None
            infos = z.infolist()
            assert infos[0].filename == "manifest.json" and infos[-1].filename == "summary.json"
            manifest = json.loads(z.read("manifest.json"))
            assert manifest["format"] == "hindsight-rollout" and manifest["agents"] == 3
            assert manifest["static"][0]["name"] == "road/points", manifest
            def load(name):
                raw = z.read(name)
                size = struct.unpack_from("<H", raw, 8)[0]
                head = ast.literal_eval(raw[10:10 + size].decode())
                assert not head["fortran_order"]
                kind = {"<f4": "f", "<i4": "i", "|b1": "?", "<i8": "q"}[head["descr"]]
                count = (len(raw) - 10 - size) // struct.calcsize(kind)
                return head["shape"], struct.unpack_from(f"<{count}{kind}", raw, 10 + size)
            numbers = []
            for chunk in range(3):
                shape, values = load(f"channels/action/{chunk:06d}.npy")
                assert shape == (5 if chunk < 2 else 2, 3), shape
                numbers += values
            whole = hashlib.sha256()
            for i in infos[1:-1]:
                whole.update(f"{i.filename} {i.file_size} {i.CRC:08x}\\n".encode())
            assert json.loads(z.read("summary.json"))["hash"] == whole.hexdigest()
            for i in infos:
                z.fp.seek(i.header_offset + 26)
                name, extra = struct.unpack("<HH", z.fp.read(4))
                assert (i.header_offset + 30 + name + extra) % 64 == 0
            print(numbers, load("static/road/points.npy")[1])
            """,
            file.toString());
    int[] actions = new int[36];
    for (int i = 0; i < 36; i++) {
      actions[i] = TestRecordings.number(1, i / 3, i % 3);
    }
    String numbers = Arrays.toString(actions);
    assertEquals(numbers + " (1.0, 2.0, 3.0, 4.0, 5.0, 6.0)", printed);
  }

  @Test
  void weReadWhatTwentyLinesOfTheStandardLibraryWrite() throws Exception {
    Path file = folder.resolve("theirs.rollout");
    Python.run(
        """
        import json, struct, sys, zipfile
        def npy(kind, shape, values):
            head = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape!r}}}"
            head += " " * (-(len(head) + 11) % 16) + "\\n"
            code = {"<f4": "f", "|b1": "?"}[kind]
            return (b"\\x93NUMPY\\x01\\x00" + struct.pack("<H", len(head)) + head.encode()
                    + struct.pack(f"<{len(values)}{code}", *values))
        manifest = {"format": "hindsight-rollout", "version": 1, "made_with": {"love": [1, None]},
            "channels": [{"name": "speed", "dtype": "<f4", "shape": ["tick", "agent"]},
                         {"name": "lit", "dtype": "bool", "shape": ["tick"], "colour": "red"}]}
        with zipfile.ZipFile(sys.argv[1], "w") as z:
            z.writestr("manifest.json", json.dumps(manifest))
            z.writestr("channels/speed/000000.npy", npy("<f4", (2, 2), [0.5, 1.5, 2.5, 3.5]))
            z.writestr("channels/speed/000001.npy", npy("<f4", (1, 2), [4.5, 5.5]))
            z.writestr("channels/lit/000000.npy", npy("|b1", (2,), [True, False]))
            with z.open("channels/lit/000001.npy", "w", force_zip64=True) as m:
                m.write(npy("|b1", (1,), [True]))
        """,
        file.toString());
    Rollouts.verify(file);
    try (Rollout rollout = Rollouts.open(file)) {
      assertEquals(3, rollout.ticks());
      assertEquals(2, rollout.manifest().agents());
      assertEquals(2, rollout.manifest().chunkTicks());
      assertEquals("{made_with={\"love\":[1,null]}}", rollout.manifest().extra().toString());
      assertFalse(rollout.complete());
      float[] row = new float[2];
      rollout.channel("speed").orElseThrow().read(2, 0, row, 2);
      assertArrayEquals(new float[] {4.5f, 5.5f}, row);
      Channel lit = rollout.channel("lit").orElseThrow();
      assertEquals("{colour=\"red\"}", lit.spec().extra().toString());
      assertEquals(
          List.of(1L, 0L, 1L), List.of(lit.integer(0, 0), lit.integer(1, 0), lit.integer(2, 0)));
      assertEquals(1, rollout.trials().count());
    }
  }

  @Test
  void weReadWhatNumpyWrites() throws Exception {
    Path file = folder.resolve("numpy.rollout");
    Python.runWithNumpy(
        """
        import io, json, sys, zipfile
        import numpy as np
        a = np.arange(24, dtype="<i8").reshape(2, 3, 4)
        road = np.asfortranarray(np.arange(6, dtype="<f8").reshape(3, 2))
        with zipfile.ZipFile(sys.argv[1], "w") as z:
            z.writestr("manifest.json", json.dumps({"format": "hindsight-rollout", "version": 1,
                "channels": [{"name": "x", "dtype": "<i8", "shape": ["tick", "agent", 4]}],
                "static": [{"name": "road", "dtype": "<f8", "shape": ["point", 2]}]}))
            for name, array in (("static/road.npy", road), ("channels/x/000000.npy", a)):
                with z.open(name, "w") as member:
                    np.save(member, array)
            z.writestr("summary.json", json.dumps({"ticks": 2, "totals": {"loss": float("nan")}}))
        """,
        file.toString());
    try (Rollout rollout = Rollouts.open(file)) {
      assertTrue(rollout.complete());
      assertEquals(23, rollout.channel("x").orElseThrow().integer(1, 11));
      assertArrayEquals(
          new float[] {0, 1, 2, 3, 4, 5}, rollout.fixed("road").orElseThrow().floats());
      assertEquals(Double.NaN, rollout.summary().orElseThrow().totals().get("loss"));
    }
  }
}
