package dev.hindsight.render;

import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.Tone;
import java.util.EnumMap;
import java.util.Map;

/// The colours of a picture, `0xRRGGBB`.
///
/// The tones for states of vehicles come from the set of Okabe and Ito ("Color Universal Design",
/// 2008), lightened on dark ground and darkened on light ground. They remain distinguishable under
/// the three common kinds of colour blindness; a test checks that.
///
/// @param name for settings: `dark`
/// @param background the ground
/// @param casing around bodies, rings and text, to separate them from what is below
/// @param glass windows of a body
/// @param sign drawn on a body
/// @param plate behind text
/// @param tones one colour per tone
public record Palette(
    String name,
    int background,
    int casing,
    int glass,
    int sign,
    int plate,
    Map<Tone, Integer> tones) {
  /// For dark windows and films.
  public static final Palette DARK =
      new Palette("dark", 0x14161b, 0x0b0c0f, 0x0b0c0f, 0xffffff, 0x0d0f13, dark());

  /// For light windows and paper.
  public static final Palette LIGHT =
      new Palette("light", 0xe6e9ee, 0xffffff, 0x101418, 0xffffff, 0xffffff, light());

  /// Copies the map and checks that no tone is missing.
  public Palette {
    tones = Map.copyOf(tones);
    for (Tone tone : Tone.values()) {
      if (!tones.containsKey(tone)) {
        throw new IllegalArgumentException(name + " has no colour for " + tone);
      }
    }
  }

  /// The colour of a tone.
  public int rgb(Tone tone) {
    Integer colour = tones.get(tone);
    if (colour == null) {
      throw new IllegalStateException(name + " has no colour for " + tone);
    }
    return colour;
  }

  /// The colour of a connection: weak attention is grey.
  public int rgb(Mark.Link link) {
    int strong = rgb(link.tone());
    if (link.tone() != Tone.ATTENTION) {
      return strong;
    }
    int weak = rgb(Tone.STATIC);
    double weight = Math.clamp(link.weight(), 0, 1);
    int mixed = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
      double part = (1 - weight) * (weak >> shift & 0xff) + weight * (strong >> shift & 0xff);
      mixed |= (int) Math.round(part) << shift;
    }
    return mixed;
  }

  /// The colour of a part of a body.
  public int rgb(BodyShape.PartColour partColour, Tone tone) {
    return switch (partColour) {
      case CASING -> casing;
      case GLASS -> glass;
      case BODY -> rgb(tone);
      case SIGN -> sign;
    };
  }

  private static Map<Tone, Integer> dark() {
    Map<Tone, Integer> tones = new EnumMap<>(Tone.class);
    tones.put(Tone.ROAD_SURFACE, 0x272b34);
    tones.put(Tone.ROAD_LANE, 0x4b5363);
    tones.put(Tone.ROAD_LINE, 0xd5d9e2);
    tones.put(Tone.ROAD_EDGE, 0x7e8798);
    tones.put(Tone.ROAD_OTHER, 0x5a6170);
    tones.put(Tone.AGENT, 0x56b4e9);
    tones.put(Tone.EXPERT, 0xe69f00);
    tones.put(Tone.STATIC, 0x8b929e);
    tones.put(Tone.COLLIDED, 0xf0562a);
    tones.put(Tone.OFFROAD, 0xe38ec4);
    tones.put(Tone.CONFLICT, 0xe69f00);
    tones.put(Tone.LOSS, 0xf0562a);
    tones.put(Tone.ATTENTION, 0xff86e0);
    tones.put(Tone.LIMBO, 0xaab6c8);
    tones.put(Tone.GOAL, 0x10c58f);
    tones.put(Tone.TRAIL, 0x56b4e9);
    tones.put(Tone.SELECTED, 0xf0e442);
    tones.put(Tone.POINTED, 0xffffff);
    tones.put(Tone.RAISES, 0xe69f00);
    tones.put(Tone.LOWERS, 0x56b4e9);
    tones.put(Tone.GHOST, 0xd3b0ff);
    tones.put(Tone.OBSERVED_PARTNER, 0xffc069);
    tones.put(Tone.OBSERVED_ROAD, 0x4fd3e6);
    tones.put(Tone.TEXT, 0xf2f4f8);
    tones.put(Tone.TEXT_MUTED, 0xa3acba);
    return tones;
  }

  private static Map<Tone, Integer> light() {
    Map<Tone, Integer> tones = new EnumMap<>(Tone.class);
    tones.put(Tone.ROAD_SURFACE, 0xfbfcfd);
    tones.put(Tone.ROAD_LANE, 0xb9c1ce);
    tones.put(Tone.ROAD_LINE, 0x9aa3b2);
    tones.put(Tone.ROAD_EDGE, 0x8a93a3);
    tones.put(Tone.ROAD_OTHER, 0xb4bbc7);
    tones.put(Tone.AGENT, 0x0072b2);
    tones.put(Tone.EXPERT, 0xc88600);
    tones.put(Tone.STATIC, 0x7f8794);
    tones.put(Tone.COLLIDED, 0xd5400e);
    tones.put(Tone.OFFROAD, 0x9c3a86);
    tones.put(Tone.CONFLICT, 0xc88600);
    tones.put(Tone.LOSS, 0xd5400e);
    tones.put(Tone.ATTENTION, 0xa8108c);
    tones.put(Tone.LIMBO, 0x56607a);
    tones.put(Tone.GOAL, 0x008a63);
    tones.put(Tone.TRAIL, 0x0072b2);
    tones.put(Tone.SELECTED, 0x1b1e25);
    tones.put(Tone.POINTED, 0x7a1fa2);
    tones.put(Tone.RAISES, 0xc88600);
    tones.put(Tone.LOWERS, 0x0072b2);
    tones.put(Tone.GHOST, 0x6a3fb5);
    tones.put(Tone.OBSERVED_PARTNER, 0xb86a00);
    tones.put(Tone.OBSERVED_ROAD, 0x0090a8);
    tones.put(Tone.TEXT, 0x14171d);
    tones.put(Tone.TEXT_MUTED, 0x555e6c);
    return tones;
  }
}
