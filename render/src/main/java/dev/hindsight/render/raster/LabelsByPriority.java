package dev.hindsight.render.raster;

import java.util.List;

/// The places of all text in a picture; within each kind, earlier ones choose first.
///
/// @param lasting labels, which stay as long as their bodies
/// @param passing tags, which come and go
/// @param others text about points, which gets the remaining room
record LabelsByPriority(
    List<LabelPosition> lasting, List<LabelPosition> passing, List<LabelPosition> others) {}
