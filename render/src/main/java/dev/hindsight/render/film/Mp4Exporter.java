package dev.hindsight.render.film;

import static dev.hindsight.render.text.RenderText.wording;

import dev.hindsight.trainer.task.Job;

/// Films: H.264 in MP4, encoded by the built-in FFmpeg.
record Mp4Exporter() implements Exporter {
  @Override
  public String id() {
    return "mp4";
  }

  @Override
  public String title() {
    return wording("Mp4Exporter.film_mp4_h_264");
  }

  @Override
  public String extension() {
    return "mp4";
  }

  @Override
  public FrameCapacity motion() {
    return FrameCapacity.MOVING;
  }

  @Override
  public void checkSize(int width, int height, String where) {
    FilmSize _ = FilmSize.of(width, height, where);
  }

  @Override
  public Job<FilmReport> export(FrameSource source, ExportRequest request) {
    return (progress, cancellation) -> {
      FilmSize size = FilmSize.of(request.width(), request.height(), request.target().toString());
      return Export.run(
          source,
          size.of(request),
          file -> {
            try (Mp4File film = new Mp4File(file, size, request.rate(), request.target())) {
              FilmSegments.onThisMachine(source, size, request.rate(), request.target())
                  .run(film::append, progress, cancellation);
              film.finish();
            }
          });
    };
  }
}
