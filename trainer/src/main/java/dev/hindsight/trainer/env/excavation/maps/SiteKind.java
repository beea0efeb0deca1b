package dev.hindsight.trainer.env.excavation.maps;

import java.util.Locale;

/// What a generated site asks for.
public enum SiteKind {
  /// A small rectangular foundation in the middle of its dump zone, without obstacles.
  PIT,
  /// A rectangular foundation in a ring where its soil belongs, with small obstacles.
  FOUNDATION,
  /// A foundation of two overlapping rectangles in a dump zone, with obstacles and a road.
  RING,
  /// One to three trenches in a dump zone, with obstacles and ground where nothing may be dumped.
  TRENCH,
  /// A heap of soil that must be carried into a dump zone.
  RELOCATION;

  /// As settings write it.
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// As the command line takes it, whose help lists it.
  @Override
  public String toString() {
    return id();
  }
}
