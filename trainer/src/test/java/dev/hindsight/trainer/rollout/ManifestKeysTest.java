package dev.hindsight.trainer.rollout;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Keys of manifest and summary that other programs read.
class ManifestKeysTest {
  @Test
  void partnersHaveTheseKeysInThisOrder() {
    RecordedPartners partners =
        new RecordedPartners(
            2,
            List.of(
                new RecordedPartners.RecordedPartner(
                    "bold", 1, new Manifest.PolicyInfo("drive-lstm", "3d", "b", "/b", "argmax")),
                new RecordedPartners.RecordedPartner(
                    "scripted", 0.5, new Manifest.PolicyInfo("scripted", "", "", "argmax"))));
    assertEquals(
        """
        {egos=2, partners=[\
        {"name":"bold","weight":1.0,"id":"drive-lstm","checkpointSha256":"3d",\
        "checkpointName":"b","checkpointPath":"/b"},\
        {"name":"scripted","weight":0.5,"id":"scripted","checkpointSha256":"",\
        "checkpointName":"","checkpointPath":""}]}\
        """,
        partners.keys().toString());
  }

  @Test
  void digestsHaveTheseKeysInThisOrder() {
    Map<String, String> manifest = new LinkedHashMap<>();
    manifest.put("seed", "1d3f00aa");
    manifest.put("agents", "00000001");
    assertEquals(
        """
        {"manifest":{"seed":"1d3f00aa","agents":"00000001"},\
        "arrays":{"channels/pose":["0a","0b"]}}\
        """,
        new MemberDigests(manifest, Map.of("channels/pose", List.of("0a", "0b")))
            .json()
            .toString());
  }

  @Test
  void declaredSettingsHaveTheseKeysInThisOrder() {
    assertEquals(
        """
        {provenance={"declared":{"dt":{"value":"0.1","source":"user","where":"--set"}},\
        "versions":{"hindsight":"1.0"}}}\
        """,
        DeclaredSetting.manifest(
                Map.of("dt", new DeclaredSetting("0.1", DeclaredSetting.Source.USER, "--set")),
                Map.of("hindsight", "1.0"))
            .toString());
  }
}
