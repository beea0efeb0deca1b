package dev.hindsight.trainer.partner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.partner.PartnerPopulation.Partner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartnerPopulationTest {
  private static final PartnerPopulation THREE =
      PartnerPopulation.parse("scripted:timid=1, scripted:bold=2.5,my.safetensors");

  @TempDir Path folder;

  @Test
  void aListHasWeightsAndWithoutOneAWeightOfOne() {
    assertEquals(
        List.of(
            new Partner("scripted:timid", 1),
            new Partner("scripted:bold", 2.5),
            new Partner("my.safetensors", 1)),
        THREE.partners());
  }

  @Test
  void oneNameIsAPopulationOfOne() {
    assertEquals(PartnerPopulation.of("scripted"), PartnerPopulation.parse("scripted"));
    assertEquals("scripted", PartnerPopulation.of("scripted").text());
  }

  @Test
  void itsTextIsReadAsTheSamePopulation() {
    assertEquals("scripted:timid=1,scripted:bold=2.5,my.safetensors=1", THREE.text());
    assertEquals(THREE, PartnerPopulation.parse(THREE.text()));
  }

  @Test
  void aJsonFileHoldsWeightsByName() throws IOException {
    Path file = folder.resolve("partners.json");
    Files.writeString(
        file, "{\"scripted:timid\": 1, \"scripted:bold\": 2.5, \"my.safetensors\": 1}");
    assertEquals(THREE, PartnerPopulation.parse(file.toString()));
    Files.writeString(file, "[\"scripted:left\", \"scripted:right\"]");
    assertEquals(
        PartnerPopulation.parse("scripted:left,scripted:right"),
        PartnerPopulation.parse(file.toString()));
  }

  @Test
  void aTextFileHoldsOnePolicyALineAndItsCheckpointsLieBesideIt() throws IOException {
    Files.writeString(folder.resolve("near.safetensors"), "");
    Path file = folder.resolve("partners.txt");
    Files.writeString(file, "# who drives\nscripted:left = 3\n\nnear.safetensors # beside\n");
    assertEquals(
        List.of(
            new Partner("scripted:left", 3),
            new Partner(folder.resolve("near.safetensors").toString(), 1)),
        PartnerPopulation.parse(file.toString()).partners());
  }

  @Test
  void eachIsDrawnAsOftenAsItsWeightSays() {
    int[] drawn = new int[3];
    for (int seed = 0; seed < 9000; seed++) {
      drawn[THREE.draw(seed, 0)]++;
    }
    // 2000, 5000 and 2000 are expected; five standard deviations are 237.
    assertEquals(2000, drawn[0], 237);
    assertEquals(5000, drawn[1], 237);
    assertEquals(2000, drawn[2], 237);
  }

  @Test
  void successiveEpisodesOfASeedAreDrawnIndependently() {
    PartnerPopulation two = PartnerPopulation.parse("a,b");
    int[] pairs = new int[4];
    for (int episode = 0; episode < 4000; episode++) {
      pairs[2 * two.draw(7, episode) + two.draw(7, episode + 1)]++;
    }
    for (int pair : pairs) {
      assertEquals(1000, pair, 140);
    }
  }

  @Test
  void theDrawOfAnEpisodeNeedsNoEarlierOne() {
    int late = THREE.draw(3, 1000);
    for (int episode = 0; episode < 1000; episode++) {
      THREE.draw(3, episode);
    }
    assertEquals(late, THREE.draw(3, 1000));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a=0,b", "a=-1", "a=x", "a,a", "a,", "=1", "a=Infinity,b"})
  void whatIsNoPopulationIsRefusedInOneLine(String text) {
    Problem problem = assertThrows(Problem.class, () -> PartnerPopulation.parse(text));
    assertEquals(1, problem.getMessage().lines().count());
    assertTrue(problem.remedy().startsWith("name policies with weights"), problem.remedy());
  }

  @Test
  void aBrokenOrMissingFileIsAProblem() throws IOException {
    Path file = folder.resolve("partners.json");
    assertThrows(Problem.class, () -> PartnerPopulation.parse(file.toString()));
    Files.writeString(file, "{");
    assertThrows(Problem.class, () -> PartnerPopulation.parse(file.toString()));
    Files.writeString(file, "{\"a\": \"many\"}");
    assertThrows(Problem.class, () -> PartnerPopulation.parse(file.toString()));
    Files.writeString(file, "{}");
    assertThrows(Problem.class, () -> PartnerPopulation.parse(file.toString()));
  }
}
