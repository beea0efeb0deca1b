package dev.hindsight.render.raster;

import java.util.List;

/// The places of all words of a picture; of each kind, the first chooses first.
///
/// @param lasting labels, which are there as long as their bodies
/// @param passing tags, which come and go
/// @param others words about points, which get what room is left
record LabelsByPriority(
    List<LabelPosition> lasting, List<LabelPosition> passing, List<LabelPosition> others) {}
