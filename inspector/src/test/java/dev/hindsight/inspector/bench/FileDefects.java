package dev.hindsight.inspector.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hindsight.trainer.env.drive.MutantDrives;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Defects in files: checksums, digests and what they cover; and worlds of faulty code.
final class FileDefects {
  private FileDefects() {}

  static List<Defect> all() {
    return List.of(
        Defect.of(
            "a digest of the data that is not its digest",
            "scripted room sky",
            s -> {
              s.file()
                  .json(
                      "summary.json",
                      root ->
                          root.put(
                              "hash",
                              root.path("hash").asText().replace('a', 'b').replace('3', '4')));
              return whole(s.file().writeWithOldDigest(s.out()), "digest|hash");
            }),
        Defect.of(
            "a column changed under its old digest",
            "scripted room sky",
            s -> {
              s.add("pose", s.ticks() / 2, 0, 0.25);
              return whole(s.file().writeWithOldDigest(s.out()), "digest|hash");
            }),
        Defect.of(
            "a byte that its checksum does not fit", "scripted room sky", FileDefects::flipped),
        Defect.of(
            "a digest of the scenario that is not its digest",
            "scripted crash near",
            s -> {
              s.file()
                  .json(
                      "manifest.json",
                      root -> {
                        ObjectNode config = (ObjectNode) root.path("environment").path("config");
                        String sha = config.path("scenario_sha256").asText();
                        config.put(
                            "scenario_sha256",
                            sha.substring(1) + (sha.charAt(0) == '0' ? '1' : '0'));
                      });
              return whole(s.written(), "scenario|map");
            }),
        Defect.of(
            "other bytes in the scenario",
            "scripted crash near",
            s -> {
              s.file()
                  .array(
                      "static/scenario.npy",
                      data -> {
                        int at = data.remaining() / 2;
                        data.put(at, (byte) (data.get(at) ^ 1));
                      });
              return whole(s.written(), "scenario|map");
            }),
        Defect.of(
            "a fixed array changed under the old digest",
            "scripted room sky",
            s -> {
              s.file().array("static/size.npy", data -> data.putFloat(0, 9));
              return whole(s.file().writeWithOldDigest(s.out()), "digest|hash|size");
            }),
        Defect.of(
            "another size of a body",
            "scripted room sky",
            s -> {
              s.file().array("static/size.npy", data -> data.putFloat(0, data.getFloat(0) + 1));
              return whole(s.file().writeWithOldMembers(s.out()), "size");
            }),
        Defect.of(
            "another road",
            "scripted near",
            s -> {
              s.file()
                  .array(
                      "static/road/points.npy", data -> data.putFloat(40, data.getFloat(40) + 3));
              return whole(s.file().writeWithOldMembers(s.out()), "road");
            }),
        Defect.of(
            "another size of a body in an older recording",
            "scripted sky",
            s -> {
              s.file().array("static/size.npy", data -> data.putFloat(0, data.getFloat(0) + 1));
              return whole(s.written(), "static/size");
            }),
        Defect.of(
            "another road in an older recording",
            "scripted",
            s -> {
              s.file()
                  .array(
                      "static/road/points.npy", data -> data.putFloat(40, data.getFloat(40) + 3));
              return whole(s.written(), "static/road/points");
            }),
        Defect.of(
            "a final pose moved under the old digest",
            "scripted room sky",
            s -> {
              s.file().array("final/pose.npy", data -> data.putFloat(0, data.getFloat(0) + 1));
              return whole(s.file().writeWithOldDigest(s.out()), "digest|hash|final");
            }),
        Defect.of(
            "another final pose",
            "scripted room sky",
            s -> {
              s.file().array("final/pose.npy", data -> data.putFloat(0, data.getFloat(0) + 1));
              return whole(s.file().writeWithOldMembers(s.out()), "pose|final");
            }),
        Defect.of(
            "another final pose in an older recording",
            "scripted room",
            s -> {
              s.file().array("final/pose.npy", data -> data.putFloat(0, data.getFloat(0) + 1));
              return whole(s.written(), "pose|final");
            }),
        Defect.of(
            "another final goal",
            "scripted room",
            s -> {
              s.file().array("final/goal.npy", data -> data.putFloat(0, data.getFloat(0) + 1));
              return whole(s.file().writeWithOldMembers(s.out()), "goal|final");
            }),
        Defect.of(
            "another chain of states",
            "scripted room sky",
            s -> {
              String chunk = s.file().members("channels/state_hash/").getFirst();
              int at = s.ticks() / 2;
              s.file()
                  .array(
                      chunk, data -> data.putLong(8 * Math.min(at, data.remaining() / 8 - 1), 42));
              return Optional.of(
                  ExpectedFinding.between(
                      s.written(), 0, at, ExpectedFinding.ANY, "state|hash|chain"));
            }),
        Defect.of(
            "a summary of other ticks",
            "scripted room",
            s -> {
              s.file().json("summary.json", root -> root.put("ticks", s.ticks() + 5));
              return whole(s.written(), "tick");
            }),
        Defect.of(
            "another code version",
            "scripted room",
            s -> {
              s.file()
                  .json(
                      "manifest.json",
                      root -> ((ObjectNode) root.path("environment")).put("codeVersion", "1"));
              s.add("pose", s.ticks() / 2, 0, 0.5);
              return Optional.of(ExpectedFinding.at(s.written(), s.ticks() / 2, 0, "pose"));
            }),
        mutant("a ghost flag left on", MutantDrives.Bug.GHOST_FLAG, "see|ghost|sight|trial"),
        mutant(
            "experts that are not rewound",
            MutantDrives.Bug.EXPERTS_NOT_REWOUND,
            "log|rewound|other_pose|trial"),
        mutant("trials from frame 0", MutantDrives.Bug.FRAME_ZERO, "init_steps|frame|begin|trial"),
        mutant(
            "an integrator that is kept",
            MutantDrives.Bug.INTEGRATOR_KEPT,
            "integrat|kept|acceler|trial"),
        mutant(
            "a contact that is kept", MutantDrives.Bug.COLLISION_KEPT, "contact|collision|trial"),
        Defect.of(
            "a goal paid at every tick",
            "room",
            s ->
                Optional.of(
                    ExpectedFinding.between(
                        MutantDrives.goalPaidAgain(fresh(s)),
                        0,
                        Integer.MAX_VALUE,
                        ExpectedFinding.ANY,
                        "paid|goal|again"))));
  }

  private static Defect mutant(String title, MutantDrives.Bug bug, String cause) {
    return Defect.of(
        title,
        "room",
        s ->
            Optional.of(
                ExpectedFinding.between(
                    MutantDrives.record(fresh(s), bug), 30, 32, ExpectedFinding.ANY, cause)));
  }

  private static Path fresh(PlantingContext s) throws IOException {
    return Files.createDirectories(s.recorder().folder().resolve(s.name()));
  }

  private static Optional<ExpectedFinding> whole(Path file, String cause) {
    return Optional.of(ExpectedFinding.anywhere(file, cause));
  }

  /// Flips a bit of the reward column's numbers, in the file itself.
  private static Optional<ExpectedFinding> flipped(PlantingContext s) {
    try {
      byte[] bytes = Files.readAllBytes(s.right());
      byte[] name = "channels/reward/".getBytes(StandardCharsets.US_ASCII);
      int at = 0;
      while (!java.util.Arrays.equals(bytes, at, at + name.length, name, 0, name.length)) {
        at++;
      }
      while (bytes[at] != (byte) 0x93) {
        at++;
      }
      int data = at + 10 + ((bytes[at + 8] & 0xff) | (bytes[at + 9] & 0xff) << 8);
      bytes[data + 2] ^= 1;
      return whole(Files.write(s.out(), bytes), "checksum|crc|damaged|reward");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
