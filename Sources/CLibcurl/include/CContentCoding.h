#ifndef CCONTENTCODING_H
#define CCONTENTCODING_H

/// The decoders of HTTP content codings (RFC 9110 §8.4.1), over the zlib, brotli and zstd libraries of the system, which
/// are loaded while the program runs. Empty on Apple's systems, where `URLSession` decodes.

#if defined(__linux__)

#include <stddef.h>
#include <stdint.h>

enum content_coding { CONTENT_GZIP, CONTENT_DEFLATE, CONTENT_BROTLI, CONTENT_ZSTD };

enum content_result {
  /// All input is consumed, and all of its output is written.
  CONTENT_CONSUMED,
  /// The output is full.
  CONTENT_FULL,
  /// The input is not what the coding allows, or memory is short.
  CONTENT_BROKEN,
};

typedef void *_Nullable content_decoder;

/// Whether the library of a coding can be loaded. Safe to call from any thread.
int content_is_available(enum content_coding coding);

/// Makes a decoder, which its owner frees; `NULL` if its library is missing or memory is short.
content_decoder content_decoder_make(enum content_coding coding);
void content_decoder_free(content_decoder decoder);

/// Decodes as much as fits, and moves both ranges past what was consumed and written.
enum content_result content_decode(
  content_decoder decoder, const uint8_t *_Nullable *_Nonnull input, size_t *_Nonnull input_count,
  uint8_t *_Nullable *_Nonnull output, size_t *_Nonnull output_count
);

/// Whether what was decoded so far is complete.
int content_decoder_is_complete(content_decoder decoder);

/// Compresses bytes as a stream of deflate without a header (RFC 1951).
///
/// Returns how many bytes were written; 0 if they don't fit, the library is missing, or memory is short.
size_t content_deflate(
  const uint8_t *_Nonnull input, size_t input_count, uint8_t *_Nonnull output, size_t output_count
);

#endif
#endif
