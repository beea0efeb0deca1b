package dev.hindsight.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.scene.Tone;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PaletteTest {
  /// What a solid body may be.
  private static final List<Tone> STATES =
      List.of(Tone.AGENT, Tone.EXPERT, Tone.STATIC, Tone.COLLIDED, Tone.OFFROAD);

  /// What an aircraft may be.
  private static final List<Tone> IN_THE_AIR =
      List.of(Tone.AGENT, Tone.STATIC, Tone.CONFLICT, Tone.LOSS);

  /// What lies on the ground or about bodies and must be seen.
  private static final List<Tone> SIGNS =
      List.of(
          Tone.GOAL,
          Tone.LIMBO,
          Tone.GHOST,
          Tone.OBSERVED_PARTNER,
          Tone.OBSERVED_ROAD,
          Tone.ATTENTION);

  private static final double GRAPHICS = 3;
  private static final double BODIES = 2.4;
  private static final double WORDS = 4.5;
  private static final double APART = 10;

  static Stream<Palette> palettes() {
    return Stream.of(Palette.DARK, Palette.LIGHT);
  }

  @ParameterizedTest
  @MethodSource("palettes")
  void wordsOnAPlateAreReadable(Palette palette) {
    for (Tone tone : List.of(Tone.TEXT, Tone.TEXT_MUTED)) {
      double contrast = ColourVision.contrast(palette.rgb(tone), palette.plate());
      assertTrue(contrast >= WORDS, () -> tone + " " + contrast);
    }
  }

  @ParameterizedTest
  @MethodSource("palettes")
  void signsAndStatesStandOutFromGroundAndRoad(Palette palette) {
    for (int ground : List.of(palette.background(), palette.rgb(Tone.ROAD_SURFACE))) {
      for (Tone tone : SIGNS) {
        double contrast = ColourVision.contrast(palette.rgb(tone), ground);
        assertTrue(contrast >= GRAPHICS, () -> tone + " " + contrast);
      }
      for (Tone tone : Stream.concat(STATES.stream(), IN_THE_AIR.stream()).toList()) {
        double contrast = ColourVision.contrast(palette.rgb(tone), ground);
        assertTrue(contrast >= BODIES, () -> tone + " " + contrast);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("palettes")
  void statesAreToldApartByEveryKindOfSight(Palette palette) {
    assertEquals(List.of(), confused(palette, STATES));
    assertEquals(List.of(), confused(palette, IN_THE_AIR));
  }

  @Test
  void redAndGreenOfOneLightnessAreFoundOut() {
    Map<Tone, Integer> tones = new EnumMap<>(Palette.DARK.tones());
    tones.put(Tone.AGENT, 0x4f9a3a);
    tones.put(Tone.COLLIDED, 0xb97a2f);
    Palette d = Palette.DARK;
    Palette planted =
        new Palette("planted", d.background(), d.casing(), d.glass(), d.sign(), d.plate(), tones);
    assertTrue(
        confused(planted, STATES).stream().anyMatch(pair -> pair.contains("AGENT and COLLIDED")),
        () -> confused(planted, STATES).toString());
  }

  @Test
  void aPaletteWithoutAToneIsRefused() {
    Map<Tone, Integer> tones = new EnumMap<>(Palette.DARK.tones());
    tones.remove(Tone.LIMBO);
    assertThrows(IllegalArgumentException.class, () -> new Palette("gappy", 0, 0, 0, 0, 0, tones));
  }

  private static List<String> confused(Palette palette, List<Tone> states) {
    List<String> confused = new ArrayList<>();
    for (ColourVision vision : ColourVision.values()) {
      for (int i = 0; i < states.size(); i++) {
        for (int j = i + 1; j < states.size(); j++) {
          double apart = vision.distance(palette.rgb(states.get(i)), palette.rgb(states.get(j)));
          if (apart < APART) {
            confused.add(
                vision + ": " + states.get(i) + " and " + states.get(j) + " " + Math.round(apart));
          }
        }
      }
    }
    return confused;
  }
}
