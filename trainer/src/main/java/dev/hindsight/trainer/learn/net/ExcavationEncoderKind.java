package dev.hindsight.trainer.learn.net;

import dev.hindsight.trainer.env.excavation.observation.MapPlane;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.policy.Checkpoint;
import java.util.OptionalInt;

/// [ExcavationEncoder], for what excavators observe, with one of two readers of the maps.
///
/// @param reads how it reads the maps
record ExcavationEncoderKind(SiteReader.Kind reads) implements EncoderKind {
  @Override
  public String id() {
    return reads.id();
  }

  @Override
  public boolean fits(ObservationLayout layout) {
    return ExcavationEncoder.fits(layout);
  }

  @Override
  public Encoder of(ObservationLayout layout, Sizes sizes) {
    int side = ExcavationEncoder.side(layout);
    NetworkSize size = sizes.size();
    SiteReader reader =
        switch (reads) {
          case ATARI -> AtariReader.of(MapPlane.COUNT, side);
          case RESNET_DELAYED ->
              new ResidualReader(
                  ExcavationEncoder.allPlanes(), size.stages(), size.blocks(), size.features());
        };
    OptionalInt joined =
        switch (sizes.ending()) {
          case JOINED -> OptionalInt.of(sizes.width());
          case OPEN -> OptionalInt.empty();
        };
    return new ExcavationEncoder(
        ExcavationEncoder.Parts.of(layout), side, reader, size.local(), joined);
  }

  @Override
  public boolean wrote(Checkpoint weights) {
    return weights.tensor(reads.first()).isPresent();
  }

  @Override
  public Encoder shaped(Checkpoint weights) {
    int inputs = EncoderKind.size(weights, ExcavationEncoder.FIRST_ACTIONS, 1);
    ExcavationEncoder.Parts parts =
        new ExcavationEncoder.Parts(0, 0, 0, 0, 0, 0, inputs / ExcavationEncoder.EMBEDDED);
    return of(
        weights, parts, EncoderKind.size(weights, ExcavationEncoder.PLACES, 0), reader(weights));
  }

  @Override
  public Encoder of(Checkpoint weights, ObservationLayout layout) {
    int side = ExcavationEncoder.side(layout);
    SiteReader reader =
        switch (reader(weights)) {
          case AtariReader atari ->
              new AtariReader(
                  atari.planes(),
                  atari.channels(),
                  AtariReader.of(atari.planes(), side).cells(),
                  atari.dense());
          case ResidualReader residual -> residual;
        };
    return of(weights, ExcavationEncoder.Parts.of(layout), side, reader);
  }

  private static ExcavationEncoder of(
      Checkpoint weights, ExcavationEncoder.Parts parts, int side, SiteReader reader) {
    String joined = ExcavationEncoder.JOINED + ".weight";
    return new ExcavationEncoder(
        parts,
        side,
        reader,
        LayerStack.widths(ExcavationEncoder.LOCAL, weights),
        weights.tensor(joined).isPresent()
            ? OptionalInt.of(EncoderKind.size(weights, joined, 0))
            : OptionalInt.empty());
  }

  private SiteReader reader(Checkpoint weights) {
    return switch (reads) {
      case ATARI -> AtariReader.of(weights);
      case RESNET_DELAYED -> ResidualReader.of(weights);
    };
  }
}
