/// Figures for papers: whatever can be painted, as SVG or PDF of a given width; the only package
/// that uses Batik and PDFBox.
@NullMarked
package dev.hindsight.app.figure;

import org.jspecify.annotations.NullMarked;
